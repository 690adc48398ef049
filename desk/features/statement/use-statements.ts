import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PreviewStatement, Statements } from '../../../festival/desk/statement'
import type { Layout } from '../../../festival/statement/layout'
import { makeKey } from '../../../ui/make-key'
import { call } from '../../api'
import { keys } from '../../query-client'
import type { ReadFileAnswer } from './answer-ask'

/** What the desk knows of statements so far: imports, own layouts, and the days in which payments are expected. */
export const statementsOptions = queryOptions({
  queryKey: keys.statements,
  queryFn: ({ signal }) => call('readStatements', { signal }),
})

/** What the kept payments leave open, without a file. */
export const proposalsOptions = queryOptions({
  queryKey: keys.proposals,
  queryFn: ({ signal }) => call('readProposals', { signal }),
  // Whatever was decided elsewhere meanwhile changes it.
  staleTime: 0,
})

export const refundsOptions = queryOptions({
  queryKey: keys.refunds,
  queryFn: ({ signal }) => call('listRefunds', { signal }),
})

/** What a file that was read sends, told from every other by its id. */
export interface ReadBody {
  id: string
  body: PreviewStatement
}

/** All that leaves the browser of a file: its layout's name, its days, payments within the window, and reversals. */
export const bodyOf = ({ layout, days, verdict }: ReadFileAnswer): ReadBody | undefined => {
  if (!days || !verdict.mayMatch) return undefined
  const { payments, reversals } = verdict.chosen
  return {
    id: makeKey(),
    body: { layout: layout.id, days, payments: [...payments], reversals: [...reversals] },
  }
}

/** Remembers a layout that was mapped by hand, for all organisers, by its set of column names (behaviour 15.3). */
export const useKeepLayout = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ header, layout: { id: _id, ...layout } }: { header: readonly string[]; layout: Layout }) =>
      call('keepLayout', { body: { header: [...header], layout } }),
    onSuccess: ({ layouts }) =>
      client.setQueryData<Statements>(keys.statements, (before) => before && { ...before, layouts }),
  })
}
