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
import { makeUuid } from '../../../ui/make-uuid'
import { inputClasses, TextField } from '../../../ui/text-field'
import { type CallError, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { useReason } from '../../fields'
import { closeWith, Failed } from '../../messages'
import { formatCount } from '../../words'
import {
  bankOptions,
  describeSettled,
  formatDifference,
  formatPaidInsteadOfDue,
  isFree,
  matchesOptions,
  settleOptions,
  toSettleItem,
} from './bank'
import { ExpectedLine, RowLine } from './lines'

/** A match to settle by hand, or one side of it. */
export type Sides = Pick<MatchView, 'expected' | 'rows'> & Partial<MatchView>

const maxListedOptions = 8

const normaliseText = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const uniqueById = <Row extends { id: string }>(rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

interface Option {
  match: MatchView
  /** What the payment and the entry have in common, as a text. */
  ties?: string | undefined
  score: number
}

/** Pairs the known side with all entries or payments that are still open, most likely first. */
const listOptions = (
  { expected, rows, key = '', kind = 'unknown', difference = 0 }: Sides,
  { matches }: BankView,
): Option[] => {
  if (expected.length > 0 && rows.length > 0) {
    return [{ match: { key, kind, expected, rows, difference }, score: 0 }]
  }
  const openEntries = uniqueById(matches.flatMap((match) => match.expected)).filter(
    ({ state, source }) => isLegal('verify', state) || source === 'picture',
  )
  const openPayments = uniqueById(matches.flatMap((match) => match.rows)).filter(
    (row) => row.amount > 0 && isFree(row),
  )
  const entries = expected.length > 0 ? expected : openEntries
  const payments = rows.length > 0 ? rows : openPayments
  const pairs = entries.flatMap((entry) =>
    payments.map((payment): Option => {
      const signals = compareRow(payment, entry)
      const match: MatchView = {
        key: `${payment.id} ${entry.id}`,
        kind,
        expected: [entry],
        rows: [payment],
        difference: payment.amount - entry.due,
      }
      return { match, ties: describeSignals(signals), score: scoreSignals(signals) }
    }),
  )
  return pairs.sort((left, right) => right.score - left.score)
}

/** Keeps the options whose entry or payment contains every word of the query. */
const searchOptions = (options: readonly Option[], query: string, hasPayment: boolean) => {
  const queryWords = query.split(/\s+/).map(normaliseText).filter(Boolean)
  return options.filter(({ match: { expected, rows } }) => {
    const counterpart = hasPayment ? expected[0] : rows[0]
    const text = normaliseText(Object.values({ ...counterpart, id: '' }).join(' '))
    return queryWords.every((word) => text.includes(word))
  })
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

/** Nothing is preselected unless the payment is linked to an entry. */
const OptionPicker = ({
  options,
  choice,
  hasPayment,
  query,
  onQuery,
  onChoose,
}: {
  options: readonly Option[]
  choice: Option | undefined
  hasPayment: boolean
  query: string
  onQuery: (query: string) => void
  onChoose: (key: string) => void
}) => {
  const name = useId()
  const side = hasPayment ? 'entries' : 'payments'
  const unlistedCount = options.length - maxListedOptions
  return (
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
          onChange={({ target }) => onQuery(target.value)}
          className={`${inputClasses} mt-1`}
        />
      </p>
      <fieldset className="border-t border-rule">
        <legend className="sr-only">All {side}, most likely first</legend>
        {options.slice(0, maxListedOptions).map(({ match, ties }) => (
          <label
            key={match.key}
            className="grid cursor-pointer grid-cols-[2.75rem_minmax(0,1fr)] items-center border-b border-rule has-checked:bg-paper"
          >
            <input
              type="radio"
              name={name}
              checked={match === choice?.match}
              onChange={() => onChoose(match.key)}
              className="mx-auto size-5 accent-ink"
            />
            <div className="@container py-1 pr-2">
              {hasPayment &&
                match.expected.map((entry) => <ExpectedLine key={entry.id} entry={entry} />)}
              {!hasPayment &&
                match.rows.map((row) => (
                  <RowLine key={row.id} row={row} expected={match.expected} />
                ))}
              <p className="pl-4 text-xs text-faded">
                {ties ? `In common: ${ties}` : 'No reference, number or name in common'}
              </p>
            </div>
          </label>
        ))}
        {options.length === 0 && (
          <p className="py-4 text-center text-faded">No open {side} match this search.</p>
        )}
        {unlistedCount > 0 && (
          <p className="py-2 text-faded" role="status">
            {formatCount(unlistedCount, 'more match', 'more matches')}: search by name, phone,
            amount or number.
          </p>
        )}
      </fieldset>
    </>
  )
}

const explainDoubt = ({ ties }: Option, isContradicted: boolean): string => {
  if (!ties) {
    return 'Nothing in the statement links the two. '
  }
  return isContradicted ? 'There is a reason to doubt this match. ' : ''
}

/**
 * Asks for a reason if the amounts differ, if another match contradicts the choice, or if nothing
 * links the two sides.
 */
export const SettleDialog = ({
  sides,
  view,
  onClose,
}: {
  sides: Sides
  view: BankView
  onClose: () => void
}) => {
  const client = useQueryClient()
  const settling = useMutation(settleOptions(client))
  const [allOptions] = useState(() => listOptions(sides, view))
  const [query, setQuery] = useState('')
  const [chosenKey, setChosenKey] = useState<string>()
  const reason = useReason()
  const hasPayment = sides.rows.length > 0
  const hasBothSides = hasPayment && sides.expected.length > 0
  const options = searchOptions(allOptions, query, hasPayment)
  const listedOptions = options.slice(0, maxListedOptions)
  const choice =
    listedOptions.find(({ match }) => match.key === chosenKey) ??
    listedOptions.find(({ ties }) => hasBothSides || ties)
  const { expected = [], difference = 0 } = choice?.match ?? {}
  const hasContradiction = choice !== undefined && isContradicted(choice.match, view)
  const needsReason = choice !== undefined && (!choice.ties || hasContradiction || difference !== 0)
  const doubt = choice && !hasBothSides ? explainDoubt(choice, hasContradiction) : ''
  const example =
    doubt === '' && difference !== 0
      ? 'Coupon of the college'
      : 'They showed me the payment in their app'
  const submit = () => {
    if (!choice || (needsReason && !reason.check())) {
      return
    }
    const item = toSettleItem(choice.match, {
      hasSeenFlags: true,
      reason: needsReason ? reason.value.trim() : undefined,
    })
    settling.mutate(
      { id: makeUuid(), items: [item] },
      {
        onSuccess: (outcome) => {
          if (outcome.skipped.length === 0) {
            closeWith(onClose, describeSettled(outcome))
          }
        },
      },
    )
  }
  return (
    <CommandDialog
      title={nameDialog(sides, choice?.match)}
      confirm={
        choice ? `Verify ${expected.map(({ name }) => name).join(', ')}` : 'Choose one first'
      }
      errorTitle="Not verified"
      command={settling}
      isDisabled={!choice}
      className="lg:w-[56rem]"
      result={
        settling.data &&
        settling.data.skipped.length > 0 && (
          <Refusal title="Skipped">
            {settling.data.skipped.map(({ entryId, name, why }) => (
              <p key={entryId}>
                <bdi>{name}</bdi>: {settleSkipWords[why]}.
              </p>
            ))}
          </Refusal>
        )
      }
      footer={
        <>
          {difference !== 0 && (
            <p className="font-semibold text-nerve">{formatDifference(difference)}.</p>
          )}
          {needsReason && (
            <TextField
              {...reason.field}
              label="Why do you accept it?"
              hint={`${doubt}For example “${example}”. It is saved with the entry.`}
              maxLength={300}
            />
          )}
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="@container grid gap-1">
        {sides.expected.map((entry) => (
          <ExpectedLine key={entry.id} entry={entry} />
        ))}
        {sides.rows.map((row) => (
          <RowLine key={row.id} row={row} expected={expected} />
        ))}
      </div>
      {!hasBothSides && (
        <OptionPicker
          options={options}
          choice={choice}
          hasPayment={hasPayment}
          query={query}
          onQuery={setQuery}
          onChoose={setChosenKey}
        />
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

const describePaymentStatus = (
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

export const useMayMatch = (entry: EntryDetails): boolean => {
  const maySettle = useMayAct('verifier')
  const { data } = useQuery(bankOptions)
  // A bank payment may still confirm a verification by picture.
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

export const EntryPayments = ({ entry, mayMatch }: { entry: EntryDetails; mayMatch: boolean }) => {
  const client = useQueryClient()
  const loadingMatches = useMutation<BankView, CallError>({
    mutationFn: () => client.fetchQuery(matchesOptions),
  })
  const view = loadingMatches.data
  const expectedEntry = view?.matches
    .flatMap((match) => match.expected)
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
            <p className="font-semibold">{describePaymentStatus(row, entry)}</p>
            <RowLine row={{ ...row, allocatedTo: [] }} expected={[compared]} />
            <p className="text-xs wrap-anywhere text-faded">Imported by {row.importedBy}</p>
            {row.reason && <p className="mt-1">“{row.reason}”</p>}
          </li>
        ))}
      </ul>
      {mayMatch && (
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
      {view && !expectedEntry && (
        <p role="alert">This entry can no longer be matched to a payment.</p>
      )}
      {view && expectedEntry && (
        <SettleDialog
          sides={{ expected: [expectedEntry], rows: [] }}
          view={view}
          onClose={() => loadingMatches.reset()}
        />
      )}
    </>
  )
}
