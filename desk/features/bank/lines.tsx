import { useQuery } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import type { LeftOut } from '../../../festival/bank/choose-payments'
import { fitReference, looksLikeReference, readNarration } from '../../../festival/bank/narration'
import { type ComparedExpected, compareRow, isOneTypoApart } from '../../../festival/bank/signals'
import { formatShortDay } from '../../../festival/content/slot'
import type { ExpectedView, RowView } from '../../../festival/contract/bank'
import { flagWords, sharedWords } from '../../../festival/contract/flags'
import { entryAddress, Link, pages } from '../../address'
import { queryCall } from '../../api'
import { List } from '../../rows'
import { formatCount, formatNumber } from '../../words'
import { nameSubject, StateMark } from '../queue/marks'

/** Shorter parts of a payment reference or name are not distinctive. */
const minMarkedLength = 4

/** Splits a text so that its odd-indexed pieces also occur in one of the entries. */
export const splitByMatches = (
  text: string,
  own: readonly Partial<ComparedExpected>[],
): string[] => {
  const texts = own
    .flatMap(({ number = '', pictureNumber = '', reference = '', name = '', phone = '' }) => [
      ...[number, pictureNumber, phone, ...name.split(/\s+/)],
      ...[reference, reference.slice(0, 5), reference.slice(0, minMarkedLength)],
    ])
    .filter(({ length }) => length >= minMarkedLength)
    .map((word) => word.replace(/\W/g, '\\$&'))
  return texts.length === 0
    ? [text]
    : text.split(new RegExp(`(?<![A-Z0-9])(${texts.join('|')})`, 'i'))
}

const Faded = ({ children }: { children: string }) => <span className="text-faded">{children}</span>

const SameMark = ({ isSame, children }: { isSame: boolean | undefined; children: string }) =>
  isSame ? (
    <b className="text-lymph">
      <span aria-hidden="true">✓ </span>
      {children}
      <span className="sr-only"> the same</span>
    </b>
  ) : (
    children
  )

export const PersonLink = ({
  entry: { entryId, name, label },
  children,
}: {
  entry: Readonly<Record<'entryId' | 'name' | 'label', string>>
  children: ReactNode
}) => (
  <div className="figures flex items-start justify-between gap-3">
    <Link
      href={entryAddress(entryId, '')}
      className="target min-w-0 truncate underline underline-offset-4"
    >
      <bdi className="font-semibold">{name}</bdi> <Faded>{label}</Faded>
    </Link>
    <p className="text-right">{children}</p>
  </div>
)

/** Aligns the cells of a payment with those of the entry below. */
const Line = ({
  who,
  number,
  code,
  amount,
  day,
  className,
}: Record<'who' | 'number' | 'code' | 'amount' | 'day', ReactNode> & { className: string }) => (
  <div
    className={`figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-l-4 py-1 pl-3 @min-[44rem]:grid-cols-[minmax(0,1fr)_8.5rem_6.5rem_6rem_6rem] ${className}`}
  >
    <div className="min-w-0">{who}</div>
    <p className="text-right font-semibold whitespace-nowrap @min-[44rem]:order-1">{amount}</p>
    <p className="flex flex-wrap gap-x-3 text-xs whitespace-nowrap @min-[44rem]:contents @min-[44rem]:*:text-sm">
      <span className="@min-[44rem]:whitespace-normal">{number}</span>
      <span>{code}</span>
    </p>
    <p className="text-right text-xs whitespace-nowrap @min-[44rem]:order-1 @min-[44rem]:text-sm">
      {day}
    </p>
  </div>
)

/** `search` is the list to show beside the entry. If undefined, the name is not a link. */
export const ExpectedLine = ({
  entry,
  search,
}: {
  entry: ExpectedView
  search?: string | undefined
}) => {
  const { id, name, label, due, day, number, pictureNumber, reference, state, flags, isShared } =
    entry
  const isLink = search !== undefined
  const who = (
    <>
      <span className="block break-words">
        <bdi
          className={`font-semibold ${isLink ? 'underline decoration-line underline-offset-4' : ''}`}
        >
          {name}
        </bdi>{' '}
        <Faded>{label}</Faded>
      </span>
      <span className="flex flex-wrap gap-x-3 text-xs text-faded">
        {state !== 'submitted' && <StateMark entry={entry} />}
        <span>{nameSubject(entry)}</span>
        {isShared && <span className="text-artery">{sharedWords}</span>}
        {flags.length > 0 && (
          <span className="text-artery">{flags.map((flag) => flagWords[flag]).join('. ')}</span>
        )}
      </span>
    </>
  )
  return (
    <Line
      className="border-transparent"
      who={
        isLink ? (
          <Link href={entryAddress(id, search)} className="target block hover:bg-leaf">
            {who}
          </Link>
        ) : (
          who
        )
      }
      number={number ?? (pictureNumber ? `${pictureNumber} (picture)` : <Faded>no UTR</Faded>)}
      code={reference ?? <Faded>no reference</Faded>}
      amount={formatPaise(due)}
      day={formatShortDay(day)}
    />
  )
}

/** Highlights the digits that differ because of a typing mistake. */
const BankNumber = ({ numbers, own }: { numbers: readonly string[]; own: string | undefined }) => {
  if (own && numbers.includes(own)) {
    return <SameMark isSame>{own}</SameMark>
  }
  const similar = numbers.find((number) => own && isOneTypoApart(number, own))
  if (!own || !similar || own.startsWith(similar)) {
    return numbers[0] ?? <Faded>no UTR</Faded>
  }
  return [...similar].map((digit, index) =>
    digit === own[index]
      ? digit
      : createElement('b', { key: index, className: 'text-artery underline' }, digit),
  )
}

type LineRow = Pick<RowView, 'narration' | 'reference' | 'amount' | 'day'> &
  Partial<Pick<RowView, 'otherNarrations' | 'allocatedTo'>>

/** Compares all cells if there is exactly one entry. */
export const RowLine = ({
  row: { narration, reference, amount, day, otherNarrations = [], allocatedTo = [] },
  expected = [],
  label,
}: {
  row: LineRow
  expected?: readonly ComparedExpected[]
  label?: string
}) => {
  const own = expected.length === 1 ? expected[0] : undefined
  const { numbers, doubtfulNumbers, fields, joinedCodes } = readNarration(narration, reference)
  const signals = own && compareRow({ narration, reference, amount, day, otherNarrations }, own)
  // If no code fits the entry's, show any other code in the text.
  const code =
    [...fields, ...joinedCodes].find(
      (field) => own?.reference && fitReference(field, own.reference),
    ) ?? fields.find(looksLikeReference)
  // Omit references that the narration repeats, with or without leading zeros.
  const otherReferences = reference
    .split('\n')
    .filter((part) => !narration.includes(part.replace(/^0+/, '')))
  const pieces = splitByMatches(
    [narration, ...otherReferences, ...otherNarrations].join(' · '),
    expected,
  )
  const look = 'bg-transparent font-bold text-lymph underline decoration-2 underline-offset-2'
  const who = (
    <p className="text-xs wrap-anywhere">
      {label && <b className="mr-2">{label}</b>}
      {createElement(
        'span',
        null,
        ...pieces.map((piece, index) =>
          index % 2 === 1 ? createElement('mark', { className: look }, piece) : piece,
        ),
      )}
      {allocatedTo.length > 0 && (
        <span className="block text-faded">
          Verified {allocatedTo.map((entry) => entry.label).join(', ')}
        </span>
      )}
    </p>
  )
  return (
    <Line
      className="border-line"
      who={who}
      number={
        <BankNumber
          numbers={[...numbers, ...doubtfulNumbers]}
          own={own?.number ?? own?.pictureNumber}
        />
      }
      code={
        signals?.reference ? (
          <SameMark isSame>{code ?? 'first part'}</SameMark>
        ) : (
          (code ?? <Faded>no reference</Faded>)
        )
      }
      amount={<SameMark isSame={signals?.amount}>{formatPaise(amount)}</SameMark>}
      day={<SameMark isSame={own?.day === day}>{formatShortDay(day)}</SameMark>}
    />
  )
}

export const PaymentsFound = ({ search }: { search: string }) => {
  const q = new URLSearchParams(search).get('q') ?? ''
  const { data } = useQuery({
    ...queryCall('findPayments', { query: { q } }),
    enabled: q !== '',
    staleTime: 0,
  })
  return (
    <List title="At the bank" rows={data} rowKey="id" className="@container px-3 pt-6">
      {(row) => (
        <Link
          href={row.allocatedTo[0] ? entryAddress(row.allocatedTo[0].id, search) : pages.statement}
        >
          <RowLine row={row} />
        </Link>
      )}
    </List>
  )
}

interface LineListProps {
  lines: readonly LeftOut[]
  total: number
  isOpen?: boolean
}

export const LineList = ({
  title,
  lines,
  total,
  isOpen = false,
}: LineListProps & { title: string }) =>
  total > 0 && (
    <details open={isOpen} className="border border-rule">
      <summary className="target flex cursor-pointer items-center px-3 font-semibold">
        {title}
      </summary>
      <ul className="figures border-t border-rule px-3 pb-2">
        {lines.map(({ line, text, why }) => (
          <li key={line} className="border-b border-rule py-1.5 last:border-0">
            <b>Line {line}</b>: {why}.
            <span className="block text-xs wrap-anywhere text-faded">{text}</span>
          </li>
        ))}
        {total > lines.length && (
          <li className="pt-1.5">… and {formatNumber(total - lines.length)} more.</li>
        )}
      </ul>
    </details>
  )

export const UnreadableLines = (props: LineListProps) => (
  <LineList {...props} title={`${formatCount(props.total, 'line')} that could not be read`} />
)
