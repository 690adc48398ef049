import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { formatPaise } from '../../../festival/bank/cells'
import {
  type BankView,
  bankBounds,
  type ExpectedView,
  type FileImported,
  type MatchView,
  type RowView,
  type Settle,
  type Settled,
} from '../../../festival/contract/bank'
import type { CallParsed } from '../../../festival/contract/calls'
import { isLegal } from '../../../festival/contract/states'
import { type Paise, toRupees } from '../../../festival/payment/money'
import { sumBy } from '../../../festival/sum-by'
import {
  type CallError,
  call,
  moneyCommand,
  queryCall,
  refresh,
  retryUntilAnswered,
} from '../../api'
import { formatCount } from '../../words'
import { rememberCommand } from '../decisions/commands'

export const bankOptions = queryCall('readBank', {})

export const matchesOptions = {
  ...queryCall('readMatches', {}),
  // Matches change whenever another organiser decides.
  staleTime: 0,
}

/** Returns, for example, "₹100.00 too little" or "₹50.00 too much". */
export const formatDifference = (difference: Paise): string =>
  `${formatPaise(Math.abs(difference))} too ${difference < 0 ? 'little' : 'much'}`

export const isFree = ({ allocatedTo }: RowView): boolean => allocatedTo.length === 0

const sumDue = ({ expected }: MatchView): Paise => sumBy(expected, ({ due }) => due)

/**
 * Adds up the unallocated payments, so that the groups add up to the open total. A match without a
 * payment counts its fees.
 */
export const sumMatch = (match: MatchView): Paise =>
  match.rows.length > 0 ? sumBy(match.rows.filter(isFree), ({ amount }) => amount) : sumDue(match)

/** Returns, for example, "₹500.00 instead of ₹600.00". */
export const formatPaidInsteadOfDue = (match: MatchView): string =>
  `${formatPaise(sumDue(match) + (match.difference ?? 0))} instead of ${formatPaise(sumDue(match))}`

export const toSettleItem = (
  { expected, rows, difference }: Pick<MatchView, 'expected' | 'rows' | 'difference'>,
  options: Partial<Settle['items'][number]> = {},
): Settle['items'][number] => ({
  expected: expected.map(({ id, version }) => ({ id, version })),
  rows: rows.filter(isFree).map(({ id }) => id),
  difference: difference || undefined,
  ...options,
})

/** Returns whole rupees, or 0 if there is nothing to ask for. */
export const findMissingRupees = ({
  kind,
  difference = 0,
  expected: [entry],
}: MatchView): number => {
  const isShort = kind === 'wrong-amount' && difference < 0 && difference % 100 === 0
  const canAsk = entry !== undefined && isLegal('ask-correction', entry.state)
  return isShort && canAsk ? toRupees(-difference) : 0
}

/** The form for rooms requires the UTR. */
export const isUtrKnown = ({ number, kind }: ExpectedView): boolean =>
  Boolean(number) || kind === 'accommodation'

/** Payments that were added to a verified entry have no decision. */
export const countVerified = ({ settled }: Pick<Settled, 'settled'>): number =>
  settled.filter(({ decision }) => decision !== null).length

export const describeSettled = (outcome: Pick<Settled, 'settled'>): string => {
  const verified = countVerified(outcome)
  if (verified > 0) {
    return `${formatCount(verified, 'entry', 'entries')} verified (bank). Press u within a minute to undo.`
  }
  const added = outcome.settled.length
  return added > 0
    ? `${formatCount(added, 'payment')} added to entries that were already verified.`
    : 'No entry was verified.'
}

/** `file` is the file with the matched payments, if it is not saved yet. */
export interface SettleCommand extends Settle {
  file?: CallParsed<'importFile', 'body'>
}

export interface SettleOutcome extends Settled {
  imported?: FileImported
}

export const withoutSettled = (
  view: BankView,
  items: Settle['items'],
  { settled }: Settled,
): BankView => {
  const settledIds = new Set(settled.map(({ entryId }) => entryId))
  for (const { expected, rows } of items) {
    if (expected.every(({ id }) => settledIds.has(id))) {
      for (const rowId of rows) {
        settledIds.add(rowId)
      }
    }
  }
  const isOpen = ({ expected, rows }: MatchView) =>
    ![...expected, ...rows].some(({ id }) => settledIds.has(id))
  return { ...view, matches: view.matches.filter(isOpen) }
}

/** Settles in batches under one id, so that retries have no further effect. */
export const settleOptions = (
  client: QueryClient,
  onBatch: (done: number) => void = () => undefined,
): MutationOptions<SettleOutcome, CallError, SettleCommand> => ({
  ...retryUntilAnswered,
  onSettled: () => refresh(client, ...moneyCommand.refreshes),
  mutationFn: async ({ id, file, items }) => {
    const imported = file && (await call('importFile', { body: file }))
    const outcome: SettleOutcome = { id, settled: [], skipped: [], undoUntil: '' }
    if (imported) {
      outcome.imported = imported
    }
    for (let start = 0; start < items.length; start += bankBounds.settledAtOnce) {
      onBatch(start)
      const batch = items.slice(start, start + bankBounds.settledAtOnce)
      const { settled, skipped, undoUntil } = await call('settle', { body: { id, items: batch } })
      outcome.settled.push(...settled)
      outcome.skipped.push(...skipped)
      outcome.undoUntil = undoUntil
    }
    return outcome
  },
  onSuccess: (outcome, { items }) => {
    client.setQueryData(
      matchesOptions.queryKey,
      (view) => view && withoutSettled(view, items, outcome),
    )
    const { id, undoUntil: until } = outcome
    rememberCommand(client, { id, count: countVerified(outcome), what: 'Verified (bank)', until })
  },
})
