import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeepColumns, PreviewStatement, Statements } from '../../../festival/desk/statement'
import { makeKey } from '../../../ui/make-key'
import { call } from '../../api'
import { keys } from '../../query-client'
import type { ReadFileAnswer } from '../bank/file-worker'

/** What the desk knows of statements so far: imports, columns that were chosen, and the days in which payments are expected. */
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

/** All that leaves the browser of a file: its days, payments within the window, and what takes payments back. */
export const bodyOf = ({ days, verdict }: ReadFileAnswer): ReadBody | undefined => {
  if (!days || verdict.refusal !== undefined) return undefined
  const { payments, reversals } = verdict.chosen
  return { id: makeKey(), body: { days, payments: [...payments], reversals: [...reversals] } }
}

/** Remembers columns that were chosen by hand, for all organisers, by their header row's names (behaviour 15.3). */
export const useKeepColumns = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (chosen: KeepColumns) => call('keepColumns', { body: chosen }),
    onSuccess: ({ known }) =>
      client.setQueryData<Statements>(keys.statements, (before) => before && { ...before, known }),
  })
}
