import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { QueuePage, QueueRow } from '../../../festival/desk/queue'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { queryKeys } from '../../api'

/** What a decision changes of a row. */
export type Standing = Pick<QueueRow, 'state' | 'ground' | 'version'>

/**
 * Shows how a submission stands now wherever it is shown. Rows stay in their list even where they no longer fit its filter,
 * so that nothing moves under the finger; the next time the list is asked for they are gone.
 */
export const patchSubmission = (client: QueryClient, id: string, standing: Partial<Standing>): void => {
  client.setQueriesData<InfiniteData<QueuePage>>({ queryKey: queryKeys.queue }, (kept) => {
    if (!kept?.pages.some((page) => page.rows.some((row) => row.id === id))) return kept
    const pages = kept.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => (row.id === id ? { ...row, ...standing } : row)),
    }))
    return { ...kept, pages }
  })
  client.setQueryData<SubmissionRecord>([...queryKeys.record, id], (kept) => kept && { ...kept, ...standing })
}

/** Asks again for what a decision has changed besides: the counts, and the record with its timeline. */
export const refreshAround = (client: QueryClient, id: string): void => {
  void client.invalidateQueries({ queryKey: queryKeys.counts })
  void client.invalidateQueries({ queryKey: [...queryKeys.record, id] })
}
