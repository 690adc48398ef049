import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api'
import { keys } from '../../query-client'

/** Everything that the desk knows of one submission. */
export const recordOptions = (id: string) =>
  queryOptions({
    queryKey: [...keys.record, id],
    queryFn: ({ signal }) => call('readRecord', { parts: { id }, signal }),
  })
