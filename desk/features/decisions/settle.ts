import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import {
  type ImportStatement,
  type PaymentsSettled,
  type SettlePayments,
  type StatementImported,
  statementBounds,
} from '../../../festival/desk/statement'
import { type CallFailed, call } from '../../api'
import { keys } from '../../query-client'
import { retryDelayMs } from './decide'

export type SettleItem = SettlePayments['items'][number]

/** A yes to proposals, with the file whose rows they need where it isn't kept yet. */
export interface SettlePress {
  /** Made once a press: whatever is sent again is the same press. */
  id: string
  file?: ImportStatement
  items: readonly SettleItem[]
}

export interface SettleOutcome extends PaymentsSettled {
  imported?: StatementImported
}

export const settleKey = ['settle-payments']

/** The items in calls of a size that the server takes. */
export const cutItems = (items: readonly SettleItem[], size: number = statementBounds.settledAtOnce): SettleItem[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_call, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/**
 * Keeps the file, then verifies batch after batch under one id; `onBatch` is told how many there were so far. It is sent
 * until the server has answered: what an answer that was lost had done is not done again (behaviour 15.40).
 */
export const settleOptions = (
  client: QueryClient,
  onBatch: (done: number) => void,
): MutationOptions<SettleOutcome, CallFailed, SettlePress> => ({
  mutationKey: settleKey,
  networkMode: 'always',
  gcTime: 10 * 60_000,
  retry: (_times, failure) => failure.isPassing,
  retryDelay: retryDelayMs,
  mutationFn: async ({ id, file, items }) => {
    const imported = file && (await call('importStatement', { body: file }))
    const outcome: SettleOutcome = { id, settled: [], skipped: [], undoUntil: '', ...(imported ? { imported } : {}) }
    for (const batch of cutItems(items)) {
      onBatch(outcome.settled.length + outcome.skipped.length)
      const answer = await call('settlePayments', { body: { id, items: batch } })
      outcome.settled.push(...answer.settled)
      outcome.skipped.push(...answer.skipped)
      outcome.undoUntil = answer.undoUntil
    }
    return outcome
  },
  onSettled: () => {
    for (const queryKey of [keys.queue, keys.counts, keys.record, keys.statements, keys.proposals, keys.refunds])
      void client.invalidateQueries({ queryKey })
  },
})
