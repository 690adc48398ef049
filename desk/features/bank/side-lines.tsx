import type { ReactNode } from 'react'
import { type Paise, writePaise } from '../../../festival/bank/cells'
import { fitReference, readNarration } from '../../../festival/bank/narration'
import { compareRow } from '../../../festival/bank/signals'
import type { ShownExpected, ShownRow } from '../../../festival/desk/bank'
import { flagWords } from '../../../festival/desk/flags'
import { Link } from '../../navigation/link'
import { writeDay } from '../../words/write-moment'
import { recordAddress } from '../queue/filter'
import { subjectWords } from '../queue/queue-row'
import { StateMark } from '../queue/state-mark'

/** What a submission says that a bank's text may say as well. */
export type Own = Partial<Pick<ShownExpected, 'reference' | 'number' | 'pictureNumber' | 'name'>>

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

/** A bank's text in pieces, those marked that the submission says, too: its UTR, what is left of its code, its name. */
export const markEqual = (
  text: string,
  { number = '', pictureNumber = '', reference = '', name = '' }: Own,
): Piece[] => {
  const left = Array.from({ length: Math.max(0, reference.length - shortest + 1) }, (_none, cut) =>
    reference.slice(0, reference.length - cut),
  )
  const own = [number, pictureNumber, ...left, ...name.split(/\s+/)].filter(({ length }) => length >= shortest)
  const pattern = new RegExp(`(?<![A-Z0-9])(?:${own.map(escapePattern).join('|')})`, 'gi')
  const pieces: Piece[] = []
  let end = 0
  const add = (at: number, piece: string, isEqual: boolean) => piece !== '' && pieces.push({ text: piece, isEqual, at })
  for (const { 0: piece, index } of own.length > 0 ? text.matchAll(pattern) : []) {
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
    <span className="block truncate">
      <bdi className="font-semibold">{name}</bdi> <span className="text-faded">{label}</span>
    </span>
  )
  return (
    <Line
      className="border-transparent"
      who={
        <>
          {search === undefined ? (
            who
          ) : (
            <Link
              href={recordAddress(id, search)}
              className="target grid min-w-0 content-center underline decoration-line underline-offset-4 hover:decoration-ink"
            >
              {who}
            </Link>
          )}
          <span className="flex flex-wrap gap-x-3 text-xs text-faded">
            {state !== 'submitted' && <StateMark of={of} />}
            <span>{subjectWords(of)}</span>
            {flags.length > 0 && <span className="text-artery">{flags.map((flag) => flagWords[flag]).join('. ')}</span>}
          </span>
        </>
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

/** A bank's row; what it and the submission both say is marked. */
export const RowLine = ({ row, own, label }: { row: ShownRow; own?: ShownExpected | undefined; label?: string }) => {
  const { narration, reference, amount, day, otherWords = [], allocatedTo } = row
  const { numbers, doubtfulNumbers, fields } = readNarration(narration, reference)
  const equal = own && compareRow(row, own)
  const code = fields.find((field) => own?.reference && fitReference(field, own.reference))
  const text = [`${narration}${reference && ` · ${reference}`}`, ...otherWords].join(' | ')
  return (
    <Line
      className="border-line"
      who={
        <p className="text-xs wrap-anywhere">
          {label && <b className="mr-2">{label}</b>}
          {markEqual(text, own ?? {}).map(({ text: piece, isEqual, at }) =>
            isEqual ? (
              <mark key={at} className="bg-transparent font-bold text-lymph underline decoration-2 underline-offset-2">
                {piece}
              </mark>
            ) : (
              <span key={at}>{piece}</span>
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
          <span className="text-faded">no code</span>
        )
      }
      amount={<Amount of={amount} word="received" isSame={equal?.amount ?? false} />}
      day={own?.day === day ? <Same words={writeDay(day)} /> : writeDay(day)}
    />
  )
}
