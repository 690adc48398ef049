import { type MutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Paise, writePaise } from '../../../festival/bank/cells'
import type { Match } from '../../../festival/bank/match'
import {
  type BankView,
  bankBounds,
  type FileImported,
  type ImportFile,
  type Settle,
  type Settled,
  type ShownExpected,
  type ShownRow,
} from '../../../festival/desk/bank'
import { isLegal } from '../../../festival/desk/states'
import { type CallFailed, call, queryKeys, retryDelayMs } from '../../api'

/** What the desk knows of the bank: files, columns that were chosen, and the days in which payments are expected. */
export const bankOptions = queryOptions({
  queryKey: queryKeys.bank,
  queryFn: ({ signal }) => call('readBank', { signal }),
})

/** The kept payments and the submissions, matched as they stand now. */
export const matchesOptions = queryOptions({
  queryKey: queryKeys.matches,
  queryFn: ({ signal }) => call('readMatches', { signal }),
  // Whatever was decided elsewhere meanwhile changes it.
  staleTime: 0,
})

/** "1 payment", "812 payments", grouped as in India. */
export const count = (number: number, one: string, several: string = `${one}s`): string =>
  `${number.toLocaleString('en-IN')} ${number === 1 ? one : several}`

/** "₹100.00 too little", "₹50.00 too much". */
export const tellDifference = (difference: Paise): string =>
  `${writePaise(Math.abs(difference))} too ${difference < 0 ? 'little' : 'much'}`

/** A match with what it names. */
export interface SeenMatch {
  match: Match
  expected: ShownExpected[]
  rows: ShownRow[]
  reversal?: ShownRow
}

/** The matches of a view, in its order, each with what it names. */
export const lookUp = ({ matches, expected, rows }: BankView): SeenMatch[] => {
  const [people, payments] = [expected, rows].map((all) => new Map(all.map((one) => [one.id, one]))) as [
    Map<string, ShownExpected>,
    Map<string, ShownRow>,
  ]
  const find = <One>(ids: readonly string[], among: Map<string, One>) => ids.flatMap((id) => among.get(id) ?? [])
  return matches.map((match) => {
    const reversal = payments.get(match.reversal ?? '')
    return {
      match,
      expected: find(match.expected, people),
      rows: find(match.rows, payments),
      ...(reversal ? { reversal } : {}),
    }
  })
}

/** What came; of matches without a payment what is due. */
export const sumOf = ({ rows, expected }: SeenMatch): Paise =>
  rows.length > 0 ? rows.reduce((sum, { amount }) => sum + amount, 0) : expected.reduce((sum, { due }) => sum + due, 0)

/** "₹500.00 instead of ₹600.00". */
export const tellInstead = (seen: SeenMatch): string =>
  `${writePaise(sumOf(seen))} instead of ${writePaise(sumOf(seen) - (seen.match.difference ?? 0))}`

export type SettleItem = Settle['items'][number]

/** A yes as it is sent: the submissions in the versions that were seen, the rows, and what differs. */
export const itemOf = ({ match, expected, rows }: SeenMatch, more: Partial<SettleItem> = {}): SettleItem => ({
  expected: expected.map(({ id, version }) => ({ id, version })),
  rows: rows.map(({ id }) => id),
  ...(match.difference ? { difference: match.difference } : {}),
  ...more,
})

/** What can be asked for, in whole rupees: what one submission still owes; 0 where there is nothing to ask for. */
export const missingOf = ({ match: { kind, difference = 0 }, expected: [one] }: SeenMatch): number =>
  kind === 'wrong-amount' && difference < 0 && difference % 100 === 0 && one && isLegal('ask-correction', one.state)
    ? -difference / 100
    : 0

/** A yes to matches, with the file whose rows they need where it isn't kept yet. */
export interface SettlePress {
  /** Made once a press: whatever is sent again is the same press. */
  id: string
  file?: ImportFile
  items: readonly SettleItem[]
}

export interface SettleOutcome extends Settled {
  imported?: FileImported
}

export const settleKey = ['settle']

/** The items in calls of a size that the server takes. */
export const cutItems = (items: readonly SettleItem[], size: number = bankBounds.settledAtOnce): SettleItem[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_call, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** A view without what was settled of it: it is gone at once, and what else changed by it comes with the next answer. */
export const withoutSettled = (view: BankView, items: readonly SettleItem[], { settled }: Settled): BankView => {
  const done = new Set(settled.map(({ submission }) => submission))
  for (const { expected, rows } of items)
    if (expected.every(({ id }) => done.has(id))) for (const row of rows) done.add(row)
  const isOpen = ({ expected, rows }: Match) => ![...expected, ...rows].some((id) => done.has(id))
  return { ...view, matches: view.matches.filter(isOpen) }
}

/**
 * Keeps the file, then allocates batch after batch under one id; `onBatch` is told how many there were so far. It is sent
 * until the server has answered: what an answer that was lost had done is not done again.
 */
export const settleOptions = (
  client: QueryClient,
  onBatch: (done: number) => void = () => undefined,
): MutationOptions<SettleOutcome, CallFailed, SettlePress> => ({
  mutationKey: settleKey,
  networkMode: 'always',
  gcTime: 10 * 60_000,
  retry: (_times, failure) => failure.isPassing,
  retryDelay: retryDelayMs,
  mutationFn: async ({ id, file, items }) => {
    const imported = file && (await call('importFile', { body: file }))
    const outcome: SettleOutcome = { id, settled: [], skipped: [], undoUntil: '', ...(imported ? { imported } : {}) }
    for (const batch of cutItems(items)) {
      onBatch(outcome.settled.length + outcome.skipped.length)
      const answer = await call('settle', { body: { id, items: batch } })
      outcome.settled.push(...answer.settled)
      outcome.skipped.push(...answer.skipped)
      outcome.undoUntil = answer.undoUntil
    }
    return outcome
  },
  onSuccess: (outcome, { items }) => {
    client.setQueryData(queryKeys.matches, (view: BankView | undefined) => view && withoutSettled(view, items, outcome))
  },
  onSettled: () => {
    for (const queryKey of [
      queryKeys.queue,
      queryKeys.counts,
      queryKeys.record,
      queryKeys.bank,
      queryKeys.matches,
      queryKeys.refunds,
    ])
      void client.invalidateQueries({ queryKey })
  },
})
