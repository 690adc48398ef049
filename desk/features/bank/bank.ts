import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { formatPaise } from '../../../festival/bank/cells'
import {
  type BankView,
  bankBounds,
  type FileImported,
  type Settle,
  type Settled,
  type ShownMatch,
  type ShownRow,
} from '../../../festival/contract/bank'
import type { CallParsed } from '../../../festival/contract/calls'
import { isLegal } from '../../../festival/contract/states'
import { type Paise, toRupees } from '../../../festival/payment/money'
import {
  type CallError,
  call,
  moneyCommand,
  queryCall,
  refresh,
  retryUntilAnswered,
} from '../../api'
import { count } from '../../words'
import { rememberCommand } from '../decisions/commands'

/** What the desk knows of the bank: files, columns that were chosen, and the days in which payments are expected. */
export const bankOptions = queryCall('readBank', {})

/** The kept payments and the submissions, matched as they stand now. */
export const matchesOptions = {
  ...queryCall('readMatches', {}),
  // Whatever was decided elsewhere meanwhile changes it.
  staleTime: 0,
}

/** "₹100.00 too little", "₹50.00 too much". */
export const formatDifference = (difference: Paise): string =>
  `${formatPaise(Math.abs(difference))} too ${difference < 0 ? 'little' : 'much'}`

/** A payment that is nobody's yet. */
export const isFree = ({ allocatedTo }: ShownRow): boolean => allocatedTo.length === 0

const sumDue = ({ expected }: ShownMatch): Paise => expected.reduce((sum, { due }) => sum + due, 0)

/** What came and is nobody's yet, so that all groups add up to what is not settled; of matches without a payment what is due. */
export const sumMatch = (match: ShownMatch): Paise =>
  match.rows.length > 0
    ? match.rows.filter(isFree).reduce((sum, { amount }) => sum + amount, 0)
    : sumDue(match)

/** "₹500.00 instead of ₹600.00". */
export const formatPaidInsteadOfDue = (match: ShownMatch): string =>
  `${formatPaise(sumDue(match) + (match.difference ?? 0))} instead of ${formatPaise(sumDue(match))}`

/** A yes as it is sent: the submissions in the versions that were seen, the rows that are nobody's yet, and what differs. */
export const makeItem = (
  { expected, rows, difference }: Pick<ShownMatch, 'expected' | 'rows' | 'difference'>,
  more: Partial<Settle['items'][number]> = {},
): Settle['items'][number] => ({
  expected: expected.map(({ id, version }) => ({ id, version })),
  rows: rows.filter(isFree).map(({ id }) => id),
  ...(difference ? { difference } : {}),
  ...more,
})

/** What can be asked for, in whole rupees: what one submission still owes; 0 where there is nothing to ask for. */
export const findMissing = ({ kind, difference = 0, expected: [one] }: ShownMatch): number =>
  kind === 'wrong-amount' &&
  difference < 0 &&
  difference % 100 === 0 &&
  one &&
  isLegal('ask-correction', one.state)
    ? toRupees(-difference)
    : 0

/** How many a command verified: a payment that was added to what was verified before is no decision of it. */
export const countVerified = ({ settled }: Pick<Settled, 'settled'>): number =>
  settled.filter(({ decision }) => decision !== null).length

/** What a command came to, as it is read out. */
export const describeSettled = (of: Pick<Settled, 'settled'>): string => {
  const [verified, all] = [countVerified(of), of.settled.length]
  if (verified > 0) {
    return `${count(verified, 'submission')} verified (bank). Press u within a minute to undo.`
  }
  return all > 0
    ? `${count(all, 'payment')} added to what was verified before.`
    : 'Nobody was verified.'
}

/** A yes to matches, with the file whose rows they need where it isn't kept yet. */
export interface SettlePress extends Settle {
  file?: CallParsed<'importFile', 'body'>
}

export interface SettleOutcome extends Settled {
  imported?: FileImported
}

/** A view without what was settled of it: it is gone at once, and what else changed by it comes with the next answer. */
export const withoutSettled = (
  view: BankView,
  items: Settle['items'],
  { settled }: Settled,
): BankView => {
  const done = new Set(settled.map(({ entryId }) => entryId))
  for (const { expected, rows } of items) {
    if (expected.every(({ id }) => done.has(id))) {
      for (const row of rows) {
        done.add(row)
      }
    }
  }
  const isOpen = ({ expected, rows }: ShownMatch) =>
    ![...expected, ...rows].some(({ id }) => done.has(id))
  return { ...view, matches: view.matches.filter(isOpen) }
}

/** Keeps the file, then allocates batch after batch under one id: what an answer that was lost had done is not done again. */
export const settleOptions = (
  client: QueryClient,
  onBatch: (done: number) => void = () => undefined,
): MutationOptions<SettleOutcome, CallError, SettlePress> => ({
  ...retryUntilAnswered,
  onSettled: () => refresh(client, ...moneyCommand.refreshes),
  mutationFn: async ({ id, file, items }) => {
    const imported = file && (await call('importFile', { body: file }))
    const outcome: SettleOutcome = {
      id,
      settled: [],
      skipped: [],
      undoUntil: '',
      ...(imported ? { imported } : {}),
    }
    for (let at = 0; at < items.length; at += bankBounds.settledAtOnce) {
      onBatch(at)
      const batch = items.slice(at, at + bankBounds.settledAtOnce)
      const answer = await call('settle', { body: { id, items: batch } })
      outcome.settled.push(...answer.settled)
      outcome.skipped.push(...answer.skipped)
      outcome.undoUntil = answer.undoUntil
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
