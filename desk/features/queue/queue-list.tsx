import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { flagWords, sharedWords } from '../../../festival/contract/flags'
import type { QueueRow } from '../../../festival/contract/queue'
import { Button, buttonClasses } from '../../../ui/button'
import { entryAddress, Link, type ListView, pages, waitingSearch } from '../../address'
import { call, useMayAct } from '../../api'
import { Failed, Loading } from '../../messages'
import { formatAge, formatAmount, useNow } from '../../words'
import { PaymentsFound } from '../bank/lines'
import { useDecisions } from '../decisions/decision-status'
import { UndoBar } from '../decisions/undo-bar'
import { nameSubject, StateMark } from './marks'

export const useQueue = ({ filter, order }: ListView) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: ['listQueue', filter, order],
      queryFn: ({ pageParam, signal }) =>
        call('listQueue', { query: { ...filter, order, after: pageParam }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next ?? undefined,
      // Decided entries stay visible until the list is refreshed.
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
    }),
  )

/** Loads the next page shortly before the end of the list comes into view. */
const useLoadMore = ({
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: ReturnType<typeof useQueue>) => {
  const listEnd = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After an error, only the button tries again.
    if (!listEnd.current || !hasNextPage || isFetching || isFetchNextPageError) {
      return
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          void fetchNextPage()
        }
      },
      { rootMargin: '400px' },
    )
    observer.observe(listEnd.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetching, fetchNextPage, isFetchNextPageError])
  return listEnd
}

const RowMarks = ({ row, isUnsaved }: { row: QueueRow; isUnsaved: boolean }) => (
  <>
    {isUnsaved ? (
      <span className="font-semibold whitespace-nowrap text-nerve">Not yet saved</span>
    ) : (
      <StateMark entry={row} isCompact />
    )}
    {row.isCorrected && row.state === 'submitted' && (
      <span className="border border-current px-1 text-xs whitespace-nowrap text-nerve">
        Corrected
      </span>
    )}
    {row.isShared && (
      <span title={sharedWords} className="text-xs font-semibold whitespace-nowrap text-nerve">
        Duplicate?
      </span>
    )}
    {row.isLater && (
      <span className="border border-current px-1 text-xs whitespace-nowrap">Later</span>
    )}
    {row.hasNote && <span className="text-xs whitespace-nowrap">Note</span>}
  </>
)

const Flags = ({ flags }: Pick<QueueRow, 'flags'>) =>
  flags.length > 0 && (
    <span
      className="inline-flex items-center gap-1 whitespace-nowrap text-artery"
      title={flags.map((flag) => flagWords[flag]).join('. ')}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 fill-current">
        <path d="M3 1.5h1.4V2h8.4l-2.2 3.4 2.2 3.4H4.4V15H3z" />
      </svg>
      {flags.length}
      <span className="sr-only">{flags.length === 1 ? 'flag' : 'flags'}</span>
    </span>
  )

/** Two lines in a narrow list, one line of seven columns in a wide one. */
const RowCells = ({ row, now, isUnsaved }: { row: QueueRow; now: number; isUnsaved: boolean }) => (
  <>
    <b className="truncate font-semibold @min-[46rem]:col-start-2 @min-[46rem]:row-start-1">
      <bdi>{row.name}</bdi>
      {row.member && <bdi className="ml-1 font-normal">with {row.member}</bdi>}
    </b>
    <span className="figures text-right @min-[46rem]:col-start-5 @min-[46rem]:row-start-1">
      {formatAmount(row.amount)}
    </span>
    <span className="flex min-w-0 items-center gap-2 text-xs text-faded @min-[46rem]:contents">
      <span className="flex flex-wrap items-center gap-x-2 @min-[46rem]:col-start-1 @min-[46rem]:row-start-1 @min-[46rem]:text-sm">
        <RowMarks row={row} isUnsaved={isUnsaved} />
      </span>
      <span className="truncate @min-[46rem]:col-start-3 @min-[46rem]:row-start-1 @min-[46rem]:text-sm @min-[46rem]:text-ink">
        {nameSubject(row)}
      </span>
      <span className="figures hidden truncate @min-[46rem]:col-start-4 @min-[46rem]:row-start-1 @min-[46rem]:block @min-[46rem]:text-sm">
        {row.label}
      </span>
    </span>
    <span className="figures flex items-center justify-end gap-2 text-xs text-faded @min-[46rem]:contents">
      <span className="@min-[46rem]:col-start-7 @min-[46rem]:row-start-1 @min-[46rem]:justify-self-end">
        <Flags flags={row.flags} />
      </span>
      <span className="whitespace-nowrap @min-[46rem]:col-start-6 @min-[46rem]:row-start-1 @min-[46rem]:text-right @min-[46rem]:text-sm">
        {formatAge(row.sentAt, now)}
        <span className="sr-only"> ago</span>
      </span>
    </span>
  </>
)

interface QueueListProps {
  queue: ReturnType<typeof useQueue>
  rows: readonly QueueRow[]
  openId: string | undefined
  search: string
  isSelected: (row: QueueRow) => boolean
  onSelect: (row: QueueRow, isSelected: boolean) => void
  onShortcuts: () => void
}

const Rows = ({
  queue,
  rows,
  openId,
  search,
  isSelected,
  onSelect,
}: Omit<QueueListProps, 'onShortcuts'>) => {
  const mayDecide = useMayAct('verifier')
  const now = useNow(60_000)
  const decisions = useDecisions()
  const isUnsaved = (id: string) =>
    decisions.findLast(({ pending }) => pending.command.entryId === id)?.status === 'unsaved'
  return (
    <ul className={queue.isPlaceholderData ? 'opacity-60' : ''}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={`flex border-b border-rule ${row.id === openId ? 'bg-leaf shadow-[inset_3px_0_0_var(--ink)]' : 'hover:bg-leaf'}`}
        >
          {mayDecide && (
            <label className="target flex shrink-0 cursor-pointer items-center justify-center">
              <input
                type="checkbox"
                checked={isSelected(row)}
                onChange={({ target }) => onSelect(row, target.checked)}
                className="size-4.5 accent-ink"
              />
              <span className="sr-only">
                Select <bdi>{row.name}</bdi>
              </span>
            </label>
          )}
          <Link
            href={entryAddress(row.id, search)}
            data-row={row.id}
            aria-current={row.id === openId ? 'true' : undefined}
            className={`target grid min-w-0 flex-1 grid-cols-[1fr_auto] content-center gap-x-3 py-1 pr-3 @min-[46rem]:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)_7rem_5rem_4rem_2.5rem] @min-[46rem]:items-center ${mayDecide ? '' : 'pl-3'}`}
          >
            <RowCells row={row} now={now} isUnsaved={isUnsaved(row.id)} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const EmptyQueue = ({ search }: { search: string }) => (
  <div className="px-6 py-12 text-center">
    <p className="font-display text-lg">No entries found</p>
    <p className="mt-1 text-faded">
      {search === waitingSearch
        ? 'Every entry is decided. New entries appear here.'
        : 'No entry matches the search and the filters.'}
    </p>
  </div>
)

export const QueueList = ({ onShortcuts, ...list }: QueueListProps) => {
  const { queue, rows, openId, search } = list
  const listEnd = useLoadMore(queue)
  const isEmpty = rows.length === 0
  return (
    <>
      {/* Relative, so that text for screen readers does not extend the page. */}
      <div className="relative min-h-0 flex-1 lg:overflow-y-auto" aria-busy={queue.isFetching}>
        {queue.isPending && <Loading message="Loading the queue …" />}
        {queue.error && isEmpty && (
          <Failed failure={queue.error} what="The queue cannot be shown." onRetry={queue.refetch} />
        )}
        {queue.isSuccess && isEmpty && <EmptyQueue search={search} />}
        <Rows {...list} />
        <PaymentsFound search={search} />
        <div ref={listEnd} className="flex flex-wrap items-center justify-center gap-2 p-3">
          {queue.hasNextPage && (
            <Button
              shape="secondary"
              disabled={queue.isFetchingNextPage}
              onClick={() => void queue.fetchNextPage()}
            >
              {queue.isFetchingNextPage ? 'Loading …' : 'Show more'}
            </Button>
          )}
          {!isEmpty && (
            <Link
              href={`${pages.lists}?${search || 'scope=accepted'}`}
              className={buttonClasses('quiet')}
            >
              List and download
            </Link>
          )}
          <Button shape="quiet" onClick={onShortcuts} className="max-lg:hidden">
            Shortcuts
          </Button>
        </div>
        {queue.error && !isEmpty && (
          <Failed
            failure={queue.error}
            what="More entries could not be loaded."
            onRetry={queue.refetch}
          />
        )}
      </div>
      {!openId && (
        <div className="sticky bottom-0 z-10 lg:static">
          <UndoBar />
        </div>
      )}
    </>
  )
}
