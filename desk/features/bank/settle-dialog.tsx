import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { matchKinds } from '../../../festival/bank/match'
import {
  type ComparedExpected,
  compareRow,
  describeSignals,
  scoreSignals,
} from '../../../festival/bank/signals'
import { dayAt } from '../../../festival/content/slot'
import {
  type BankView,
  type EntryRow,
  type MatchView,
  settleSkipWords,
} from '../../../festival/contract/bank'
import type { EntryDetails } from '../../../festival/contract/entry'
import { isLegal } from '../../../festival/contract/states'
import { toPaise } from '../../../festival/payment/money'
import { Refusal } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { makeUuid } from '../../../ui/make-uuid'
import { inputClasses, TextField } from '../../../ui/text-field'
import { type CallError, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { announce, Failed } from '../../messages'
import { count } from '../../words'
import {
  bankOptions,
  describeSettled,
  formatDifference,
  formatPaidInsteadOfDue,
  matchesOptions,
  settleOptions,
  toSettleItem,
} from './bank'
import { ExpectedLine, RowLine } from './lines'

/** A match to settle by hand, or one side of it. */
export type Sides = Pick<MatchView, 'expected' | 'rows'> & Partial<MatchView>

const maxOffered = 8

const normaliseText = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const uniqueById = <Row extends { id: string }>(rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

const listOptions = (
  { expected, rows, key = '', kind = 'unknown', difference = 0 }: Sides,
  { matches }: BankView,
) => {
  const match: MatchView = { key, kind, expected, rows, difference }
  if (expected.length > 0 && rows.length > 0) {
    return [{ match, ties: undefined, weight: 0 }]
  }
  const people = uniqueById(matches.flatMap((match) => match.expected)).filter(
    ({ state, source }) => isLegal('verify', state) || source === 'picture',
  )
  const payments = uniqueById(matches.flatMap((match) => match.rows)).filter(
    ({ amount, allocatedTo }) => amount > 0 && allocatedTo.length === 0,
  )
  const offeredEntries = expected.length > 0 ? expected : people
  const offeredRows = rows.length > 0 ? rows : payments
  const pairs = offeredEntries.flatMap((entry) =>
    offeredRows.map((row) => {
      const signals = compareRow(row, entry)
      const pair: MatchView = {
        ...match,
        key: `${row.id} ${entry.id}`,
        expected: [entry],
        rows: [row],
        difference: row.amount - entry.due,
      }
      return { match: pair, ties: describeSignals(signals), weight: scoreSignals(signals) }
    }),
  )
  return pairs.sort((left, right) => right.weight - left.weight)
}

/** Whether an open match gives the payment to another entry, or leaves its owner unclear. */
const isContradicted = ({ expected, rows }: MatchView, { matches }: BankView): boolean => {
  const entryIds = expected.map(({ id }) => id)
  const rowIds = rows.map(({ id }) => id)
  const matchesOfPayment = matches.filter((match) =>
    match.rows.some(({ id }) => rowIds.includes(id)),
  )
  return matchesOfPayment.some((match) => {
    const { settling, group } = matchKinds[match.kind]
    const matchedIds = match.expected.map(({ id }) => id)
    const isOfOtherEntry = !entryIds.every((id) => matchedIds.includes(id))
    return settling === 'reason' || (group === 'matched' && isOfOtherEntry)
  })
}

/**
 * Asks for a reason if the amounts differ, if another match contradicts the choice, or if nothing
 * links the two sides.
 */
export const SettleDialog = ({
  of,
  view,
  onClose,
}: {
  of: Sides
  view: BankView
  onClose: () => void
}) => {
  const client = useQueryClient()
  const settling = useMutation(settleOptions(client))
  const name = useId()
  const [options] = useState(() => listOptions(of, view))
  const [query, setQuery] = useState('')
  const [chosenKey, setChosen] = useState<string>()
  const [reason, setReason] = useState('')
  const [areErrorsShown, setAreErrorsShown] = useState(false)
  const hasPayment = of.rows.length > 0
  const hasBothSides = hasPayment && of.expected.length > 0
  const words = query.split(/\s+/).map(normaliseText).filter(Boolean)
  const matchingOptions = options.filter(({ match: { expected, rows } }) => {
    const counterpart = hasPayment ? expected[0] : rows[0]
    const text = normaliseText(Object.values({ ...counterpart, id: '' }).join(' '))
    return words.every((word) => text.includes(word))
  })
  const offeredOptions = matchingOptions.slice(0, maxOffered)
  // Nothing is preselected unless the payment is linked to an entry.
  const choice =
    offeredOptions.find(({ match }) => match.key === chosenKey) ??
    offeredOptions.find(({ ties }) => hasBothSides || ties)
  const { expected = [], difference = 0 } = choice?.match ?? {}
  const hasContradiction = choice !== undefined && isContradicted(choice.match, view)
  const needsReason = choice !== undefined && (!choice.ties || hasContradiction || difference !== 0)
  const isReasonMissing = needsReason && reason.trim().length < 3
  const names = expected.map((entry) => entry.name).join(', ')
  const submit = () => {
    setAreErrorsShown(true)
    if (!choice) {
      return
    }
    if (isReasonMissing) {
      return focusField('reason')
    }
    const item = toSettleItem(choice.match, {
      hasSeenFlags: true,
      reason: needsReason ? reason.trim() : undefined,
    })
    settling.mutate(
      { id: makeUuid(), items: [item] },
      {
        onSuccess: (outcome) => {
          if (outcome.skipped.length > 0) {
            return
          }
          announce(describeSettled(outcome))
          onClose()
        },
      },
    )
  }
  const doubtWords = choice?.ties
    ? 'There is a reason to doubt this match. '
    : 'Nothing in the statement links the two. '
  const why = hasBothSides || (choice?.ties && !hasContradiction) ? '' : doubtWords
  const example =
    why === '' && difference !== 0
      ? 'Coupon of the college'
      : 'They showed me the payment in their app'
  const side = hasPayment ? 'entries' : 'payments'
  return (
    <CommandDialog
      title={nameDialog(of, choice?.match)}
      confirm={choice ? `Verify ${names}` : 'Choose one first'}
      refused={{ title: 'Not verified' }}
      command={settling}
      isDisabled={!choice}
      className="lg:w-[56rem]"
      asks={
        <>
          {difference !== 0 && (
            <p className="font-semibold text-nerve">{formatDifference(difference)}.</p>
          )}
          {needsReason && (
            <TextField
              path="reason"
              label="Why do you accept it?"
              hint={`${why}For example “${example}”. It is saved with the entry.`}
              value={reason}
              maxLength={300}
              error={areErrorsShown && isReasonMissing ? 'Say why, in a few words.' : undefined}
              onChange={setReason}
            />
          )}
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="@container grid gap-1">
        {of.expected.map((entry) => (
          <ExpectedLine key={entry.id} of={entry} />
        ))}
        {of.rows.map((row) => (
          <RowLine key={row.id} row={row} expected={expected} />
        ))}
      </div>
      {!hasBothSides && (
        <>
          <p>
            <label htmlFor={`${name}-search`} className="font-semibold">
              Search all open {side}
            </label>
            <input
              id={`${name}-search`}
              data-first
              type="search"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              className={`${inputClasses} mt-1`}
            />
          </p>
          <fieldset className="border-t border-rule">
            <legend className="sr-only">All {side}, most likely first</legend>
            {offeredOptions.map(({ match, ties }) => (
              <label
                key={match.key}
                className="grid cursor-pointer grid-cols-[2.75rem_minmax(0,1fr)] items-center border-b border-rule has-checked:bg-paper"
              >
                <input
                  type="radio"
                  name={name}
                  checked={match === choice?.match}
                  onChange={() => setChosen(match.key)}
                  className="mx-auto size-5 accent-ink"
                />
                <div className="@container py-1 pr-2">
                  {hasPayment &&
                    match.expected.map((entry) => <ExpectedLine key={entry.id} of={entry} />)}
                  {!hasPayment &&
                    match.rows.map((row) => (
                      <RowLine key={row.id} row={row} expected={match.expected} />
                    ))}
                  <p className="pl-4 text-xs text-faded">
                    {ties ? `In common: ${ties}` : 'Nothing in common'}
                  </p>
                </div>
              </label>
            ))}
            {offeredOptions.length === 0 && (
              <p className="py-4 text-center text-faded">No open {side} match this search.</p>
            )}
            {matchingOptions.length > offeredOptions.length && (
              <p className="py-2 text-faded" role="status">
                {count(
                  matchingOptions.length - offeredOptions.length,
                  'more matches',
                  'more match',
                )}
                : search by name, phone, amount or number.
              </p>
            )}
          </fieldset>
        </>
      )}
      {settling.data && settling.data.skipped.length > 0 && (
        <Refusal title="Skipped">
          {settling.data.skipped.map(({ entryId, name, why }) => (
            <p key={entryId}>
              <bdi>{name}</bdi>: {settleSkipWords[why]}.
            </p>
          ))}
        </Refusal>
      )}
    </CommandDialog>
  )
}

const nameDialog = ({ expected, rows }: Sides, choice: MatchView | undefined): string => {
  if (expected.length === 0) {
    return 'Whose payment is this?'
  }
  if (rows.length === 0) {
    return 'Which payment is it?'
  }
  return choice?.difference
    ? `Accept ${formatPaidInsteadOfDue(choice)}`
    : matchKinds[choice?.kind ?? 'unknown'].words
}

const paymentStatusWords = (
  { paymentStatus, amount }: EntryRow,
  { state }: EntryDetails,
): string => {
  if (paymentStatus === 'reversed' || amount < 0) {
    return 'Reversed by the bank'
  }
  if (paymentStatus === 'names-it') {
    return 'Mentions this entry'
  }
  return state === 'verified' ? 'Verified by this payment' : 'Received for this entry'
}

export const useMayTie = (entry: EntryDetails): boolean => {
  const maySettle = useMayAct('verifier')
  const { data } = useQuery(bankOptions)
  const isOpen =
    entry.state === 'submitted' || entry.state === 'needs-correction' || entry.source === 'picture'
  const isPaid = entry.bankRows.some(
    ({ paymentStatus, amount }) => paymentStatus === 'allocated' && amount > 0,
  )
  return (
    maySettle &&
    isOpen &&
    !isPaid &&
    !entry.cash &&
    entry.amount !== null &&
    (data?.payments.open.count ?? 0) > 0
  )
}

export const EntryRows = ({ entry, mayTie }: { entry: EntryDetails; mayTie: boolean }) => {
  const client = useQueryClient()
  const loadingMatches = useMutation<BankView, CallError>({
    mutationFn: () => client.fetchQuery(matchesOptions),
  })
  const open = loadingMatches.data?.matches
    .flatMap(({ expected }) => expected)
    .find(({ id }) => id === entry.id)
  const compared: ComparedExpected = {
    name: entry.name,
    phone: entry.phone,
    due: toPaise(entry.amount ?? 0),
    day: dayAt(Date.parse(entry.sentAt)),
    reference: entry.paymentReference || undefined,
    number: entry.utr.replace(/\s/g, '') || undefined,
    pictureNumber: entry.ocrResults.find(({ utr }) => utr)?.utr,
  }
  return (
    <>
      <ul className="@container grid gap-2">
        {entry.bankRows.map((row) => (
          <li key={row.id}>
            <p className="font-semibold">{paymentStatusWords(row, entry)}</p>
            <RowLine row={{ ...row, allocatedTo: [] }} expected={[compared]} />
            <p className="text-xs wrap-anywhere text-faded">Imported by {row.importedBy}</p>
            {row.reason && <p className="mt-1 italic">“{row.reason}”</p>}
          </li>
        ))}
      </ul>
      {mayTie && (
        <Button
          shape="secondary"
          className="mt-2 min-h-11!"
          aria-haspopup="dialog"
          onClick={() => loadingMatches.mutate()}
        >
          {entry.bankRows.length > 0 ? 'Verify with a bank payment …' : 'Which payment is it? …'}
        </Button>
      )}
      {loadingMatches.error && (
        <Failed failure={loadingMatches.error} what="The payments cannot be shown." />
      )}
      {loadingMatches.data && !open && (
        <p role="alert">This entry can no longer be matched to a payment.</p>
      )}
      {loadingMatches.data && open && (
        <SettleDialog
          of={{ expected: [open], rows: [] }}
          view={loadingMatches.data}
          onClose={() => loadingMatches.reset()}
        />
      )}
    </>
  )
}
