import { useId, useState } from 'react'
import { kinds, type Match } from '../../../festival/bank/match'
import { type Ranked, rankCandidates, rankRows } from '../../../festival/bank/signals'
import type { BankView, ShownExpected, ShownRow } from '../../../festival/desk/bank'
import { isLegal } from '../../../festival/desk/states'
import { inputLook } from '../../../ui/text-field'
import { count, type SeenMatch } from './bank'
import { paidRest, SettleDialog, showedApp } from './settle-dialog'
import { ExpectedLine, RowLine } from './side-lines'

/** So many are offered; whoever is further down is found by the search. */
const offered = 8

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const searched = (one: ShownExpected | ShownRow): string =>
  plain(
    'due' in one
      ? [one.name, one.label, one.phone, one.number, one.pictureNumber, one.reference, one.eventName, one.due / 100]
          .filter(Boolean)
          .join(' ')
      : [one.narration, one.reference, one.amount / 100].join(' '),
  )

/** A payment with a submission, as they would be settled. */
const pair = (row: ShownRow, one: ShownExpected): SeenMatch => ({
  match: {
    key: `${row.id} ${one.id}`,
    kind: 'unknown',
    expected: [one.id],
    rows: [row.id],
    ...(row.amount === one.due ? {} : { difference: row.amount - one.due }),
  },
  expected: [one],
  rows: [row],
})

/** Whether a match says that the payment is another's, or that it cannot be told whose. */
const isAgainst = ({ kind, expected, rows }: Match, { match: chosen }: SeenMatch): boolean =>
  rows.some((id) => chosen.rows.includes(id)) &&
  (kinds[kind].settling === 'reason' ||
    (kinds[kind].group === 'matched' && !chosen.expected.every((id) => expected.includes(id))))

/** Those that have nothing in common are found by the search all the same. */
const withRest = <One,>(ranked: readonly Ranked<One>[], all: readonly One[]): { one: One; ties?: string }[] => {
  const seen = new Set(ranked.map(({ one }) => one))
  return [...ranked, ...all.filter((one) => !seen.has(one)).map((one) => ({ one }))]
}

/**
 * "Whose is it?": ties a payment to any open submission, or a submission to any open payment, the likeliest first, with all that they say
 * of each other side by side.
 */
export const TieDialog = ({
  of,
  view: { matches, expected, rows },
  onClose,
}: {
  of: { row: ShownRow } | { expected: ShownExpected }
  view: BankView
  onClose: () => void
}) => {
  const name = useId()
  const [query, setQuery] = useState('')
  const [chosenKey, setChosen] = useState<string>()
  const [ranked] = useState(() => {
    const people = expected.filter(({ state, ground }) => isLegal('verify', state) || ground === 'picture')
    const payments = rows.filter(({ amount, allocatedTo }) => amount > 0 && allocatedTo.length === 0)
    return 'row' in of
      ? withRest(rankCandidates(of.row, people), people).map(({ one, ties }) => ({
          one,
          ties,
          seen: pair(of.row, one),
        }))
      : withRest(rankRows(of.expected, payments), payments).map(({ one, ties }) => ({
          one,
          ties,
          seen: pair(one, of.expected),
        }))
  })
  const words = query.split(/\s+/).map(plain).filter(Boolean)
  const fitting = ranked.filter(({ one }) => words.every((word) => searched(one).includes(word)))
  const shown = fitting.slice(0, offered)
  const chosen = shown.find(({ seen }) => seen.match.key === chosenKey) ?? shown[0]
  const isPayment = 'row' in of
  const speaksAgainst = chosen && matches.some((match) => isAgainst(match, chosen.seen))
  return (
    <SettleDialog
      title={isPayment ? 'Whose is it?' : 'Which payment is it?'}
      seen={chosen?.seen}
      needsReason={
        chosen !== undefined && (!chosen.ties || speaksAgainst || chosen.seen.match.difference !== undefined)
      }
      hint={
        !chosen?.ties
          ? `Nothing that the bank prints ties them. ${showedApp}`
          : speaksAgainst
            ? `Something speaks against it. ${showedApp}`
            : paidRest
      }
      onClose={onClose}
    >
      <div className="@container">
        {isPayment ? (
          <RowLine row={of.row} expected={chosen?.seen.expected ?? []} />
        ) : (
          <ExpectedLine of={of.expected} />
        )}
      </div>
      <p>
        <label htmlFor={`${name}-search`} className="font-semibold">
          {isPayment ? 'Search all open submissions' : 'Search all open payments'}
        </label>
        <input
          id={`${name}-search`}
          data-first
          type="search"
          autoComplete="off"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          className={`${inputLook} mt-1`}
        />
      </p>
      <fieldset className="border-t border-rule">
        <legend className="sr-only">{isPayment ? 'Submissions' : 'Payments'}, the likeliest first</legend>
        {shown.map(({ one, ties, seen }) => (
          <label
            key={seen.match.key}
            className="grid cursor-pointer grid-cols-[2.75rem_minmax(0,1fr)] items-center border-b border-rule has-checked:bg-paper"
          >
            <input
              type="radio"
              name={name}
              checked={seen === chosen?.seen}
              onChange={() => setChosen(seen.match.key)}
              className="mx-auto size-5 accent-ink"
            />
            <div className="@container py-1 pr-2">
              {'due' in one ? <ExpectedLine of={one} /> : <RowLine row={one} expected={seen.expected} />}
              <p className="pl-4 text-xs text-faded">{ties ? `The same: ${ties}` : 'Nothing ties them'}</p>
            </div>
          </label>
        ))}
        {shown.length === 0 && <p className="py-4 text-center text-faded">Nothing open fits this search.</p>}
        {fitting.length > shown.length && (
          <p className="py-2 text-faded" role="status">
            {count(fitting.length - shown.length, 'more fits', 'more fit')}: search by name, phone, amount or number.
          </p>
        )}
      </fieldset>
    </SettleDialog>
  )
}
