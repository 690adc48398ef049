import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { QueueFilter } from '../../../festival/desk/queue'
import type { ListView } from '../../address'
import { call, queryKeys } from '../../api'

const queueOptions = ({ filter, order }: ListView) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.queue, filter, order],
    queryFn: ({ pageParam, signal }) =>
      call('listQueue', { query: { ...filter, order, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // What was decided stays in sight until somebody asks for the list again.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** The rows of a list, page by page. */
export const useQueue = (view: ListView) => useInfiniteQuery(queueOptions(view))

/** The counts beside the filters, asked for again every half minute: others decide as well. */
export const useCounts = (filter: QueueFilter) =>
  useQuery(
    queryOptions({
      queryKey: [...queryKeys.counts, filter],
      queryFn: ({ signal }) => call('countQueue', { query: filter, signal }),
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
  )
