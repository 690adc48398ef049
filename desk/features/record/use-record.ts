import { queryOptions } from '@tanstack/react-query'
import { call, queryKeys } from '../../api'

/** Everything that the desk knows of one submission. */
export const recordOptions = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.record, id],
    queryFn: ({ signal }) => call('readRecord', { parts: { id }, signal }),
  })
