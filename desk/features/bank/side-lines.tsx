import type { ReactNode } from 'react'
import { type Paise, writePaise } from '../../../festival/bank/cells'
import { fitReference, looksLikeReference, readNarration } from '../../../festival/bank/narration'
import { compareRow } from '../../../festival/bank/signals'
import type { ShownExpected, ShownRow } from '../../../festival/desk/bank'
import { flagWords } from '../../../festival/desk/flags'
import { Link } from '../../navigation/link'
import { writeDay } from '../../words/write-moment'
import { recordAddress } from '../queue/filter'
import { subjectWords } from '../queue/queue-row'
import { StateMark } from '../queue/state-mark'

/** A piece of a bank's text, and whether the submission says the same. */
export interface Piece {
  text: string
  isEqual: boolean
  /** Where it begins, in characters. */
  at: number
}

/** At least so much of a payment code must be left to be one; shorter words of a name tell nobody apart. */
const shortest = 4

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What of a submission may stand in a bank's text: its UTR, what is left of its code, its name, its phone. */
const sayingsOf = ({
  number = '',
  pictureNumber = '',
  reference = '',
  name = '',
  phone = '',
}: Partial<ShownExpected>) => [
  ...[number, pictureNumber, phone],
  ...Array.from({ length: Math.max(0, reference.length - shortest + 1) }, (_none, cut) =>
    reference.slice(0, reference.length - cut),
  ),
  ...name.split(/\s+/),
]

/** A bank's text in pieces, those marked that one of the submissions says, too. */
export const markEqual = (text: string, own: readonly Partial<ShownExpected>[]): Piece[] => {
  const said = own.flatMap(sayingsOf).filter(({ length }) => length >= shortest)
  const pattern = new RegExp(`(?<![A-Z0-9])(?:${said.map(escapePattern).join('|')})`, 'gi')
  const pieces: Piece[] = []
  let end = 0
  const add = (at: number, piece: string, isEqual: boolean) => piece !== '' && pieces.push({ text: piece, isEqual, at })
  for (const { 0: piece, index } of said.length > 0 ? text.matchAll(pattern) : []) {
    add(end, text.slice(end, index), false)
    add(index, piece, true)
    end = index + piece.length
  }
  add(end, text.slice(end), false)
  return pieces
}

/** The cells of both sides stand below each other: name or text, UTR, payment code, amount, day. */
const Line = ({
  who,
  number,
  code,
  amount,
  day,
  className = '',
}: Record<'who' | 'number' | 'code' | 'amount' | 'day', ReactNode> & { className?: string }) => (
  <div
    className={`figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-l-4 py-1 pl-3 @min-[44rem]:grid-cols-[minmax(0,1fr)_8.5rem_6.5rem_6rem_6rem] ${className}`}
  >
    <div className="min-w-0">{who}</div>
    <p className="text-right whitespace-nowrap @min-[44rem]:order-1">{amount}</p>
    <p className="flex flex-wrap gap-x-3 text-xs @min-[44rem]:contents">
      <span className="whitespace-nowrap @min-[44rem]:text-sm">{number}</span>
      <span className="whitespace-nowrap @min-[44rem]:text-sm">{code}</span>
    </p>
    <p className="text-right text-xs whitespace-nowrap @min-[44rem]:order-1 @min-[44rem]:text-sm">{day}</p>
  </div>
)

const Same = ({ words }: { words: string }) => (
  <b className="text-lymph">
    <span aria-hidden="true">✓ </span>
    {words}
    <span className="sr-only"> the same</span>
  </b>
)

/** A submission: who, and what they say of their payment. */
export const ExpectedLine = ({
  of,
  search,
}: {
  of: ShownExpected
  /** The list that its record has beside it; left out, the name is no link. */
  search?: string | undefined
}) => {
  const { id, name, label, due, day, number, pictureNumber, reference, state, flags } = of
  const who = (
    <>
      <span className="block truncate">
        <bdi className={`font-semibold ${search === undefined ? '' : 'underline decoration-line underline-offset-4'}`}>
          {name}
        </bdi>{' '}
        <span className="text-faded">{label}</span>
      </span>
      <span className="flex flex-wrap gap-x-3 text-xs text-faded">
        {state !== 'submitted' && <StateMark of={of} />}
        <span>{subjectWords(of)}</span>
        {flags.length > 0 && <span className="text-artery">{flags.map((flag) => flagWords[flag]).join('. ')}</span>}
      </span>
    </>
  )
  return (
    <Line
      className="border-transparent"
      who={
        search === undefined ? (
          who
        ) : (
          <Link href={recordAddress(id, search)} className="target block hover:bg-leaf">
            {who}
          </Link>
        )
      }
      number={number ?? (pictureNumber ? `${pictureNumber} (picture)` : <span className="text-faded">no UTR</span>)}
      code={reference ?? <span className="text-faded">no code</span>}
      amount={<Amount of={due} word="due" />}
      day={writeDay(day)}
    />
  )
}

const Amount = ({ of, word, isSame = false }: { of: Paise; word: string; isSame?: boolean }) => (
  <>
    {isSame ? <Same words={writePaise(of)} /> : <b>{writePaise(of)}</b>}
    <span className="sr-only"> {word}</span>
  </>
)

/** The number of a row that is nearest to one's own, and where it differs. */
const NumberOf = ({ found, own }: { found: readonly string[]; own: string | undefined }) => {
  const differing = (number: string) => [...number].filter((digit, at) => digit !== own?.[at]).length
  const [nearest] = found.toSorted((one, other) => differing(one) - differing(other))
  if (!nearest) return <span className="text-faded">no UTR</span>
  if (nearest === own) return <Same words={nearest} />
  if (own?.length !== nearest.length || differing(nearest) > 2) return nearest
  return [...nearest].map((digit, at) =>
    digit === own[at] ? (
      digit
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a digit is nothing but its place
      <b key={at} className="text-artery underline">
        {digit}
      </b>
    ),
  )
}

/** A bank's row; what it and the submissions both say is marked. */
export const RowLine = ({
  row,
  expected = [],
  label,
}: {
  row: ShownRow
  /** Whose it may be; only with one can the other cells be compared. */
  expected?: readonly ShownExpected[]
  label?: string
}) => {
  const { narration, reference, amount, day, otherWords = [], allocatedTo } = row
  const own = expected.length === 1 ? expected[0] : undefined
  const { numbers, doubtfulNumbers, fields } = readNarration(narration, reference)
  const equal = own && compareRow(row, own)
  const code = own?.reference
    ? fields.find((field) => fitReference(field, own.reference ?? ''))
    : fields.find(looksLikeReference)
  // A number that the text has as well, zeros before it, is not said twice.
  const others = reference.split('\n').filter((part) => !narration.includes(part.replace(/^0+/, '')))
  return (
    <Line
      className="border-line"
      who={
        <p className="text-xs wrap-anywhere">
          {label && <b className="mr-2">{label}</b>}
          {markEqual([narration, ...others, ...otherWords].join(' · '), expected).map(({ text, isEqual, at }) =>
            isEqual ? (
              <mark key={at} className="bg-transparent font-bold text-lymph underline decoration-2 underline-offset-2">
                {text}
              </mark>
            ) : (
              <span key={at}>{text}</span>
            ),
          )}
          {allocatedTo.length > 0 && (
            <span className="block text-faded">Verified {allocatedTo.map((one) => one.label).join(', ')}</span>
          )}
        </p>
      }
      number={<NumberOf found={[...numbers, ...doubtfulNumbers]} own={own?.number ?? own?.pictureNumber} />}
      code={
        equal?.reference ? (
          <Same words={equal.reference === 'whole' ? (own?.reference ?? '') : (code ?? 'its beginning')} />
        ) : (
          (code ?? <span className="text-faded">no code</span>)
        )
      }
      amount={<Amount of={amount} word="received" isSame={equal?.amount ?? false} />}
      day={own?.day === day ? <Same words={writeDay(day)} /> : writeDay(day)}
    />
  )
}
