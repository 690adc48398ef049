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

export const QueueList = ({
  queue,
  rows,
  openId,
  search,
  isSelected,
  onSelect,
  onShortcuts,
}: {
  queue: ReturnType<typeof useQueue>
  rows: readonly QueueRow[]
  openId: string | undefined
  search: string
  isSelected: (row: QueueRow) => boolean
  onSelect: (row: QueueRow, isSelected: boolean) => void
  onShortcuts: () => void
}) => {
  const now = useNow(60_000)
  const listEnd = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, fetchNextPage } = queue
  useEffect(() => {
    // The button remains for keyboard users and after errors.
    if (!listEnd.current || !hasNextPage || isFetching || queue.isFetchNextPageError) {
      return
    }
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          void fetchNextPage()
        }
      },
      { rootMargin: '400px' },
    )
    watcher.observe(listEnd.current)
    return () => watcher.disconnect()
  }, [hasNextPage, isFetching, fetchNextPage, queue.isFetchNextPageError])
  const mayDecide = useMayAct('verifier')
  const decisions = useDecisions()
  const isUnsaved = (id: string) =>
    decisions.findLast(({ pending }) => pending.command.entryId === id)?.status === 'unsaved'
  return (
    <>
      {/* Relative, so that text for screen readers does not extend the page. */}
      <div className="relative min-h-0 flex-1 lg:overflow-y-auto" aria-busy={queue.isFetching}>
        {queue.isPending && <Loading message="Loading the queue …" />}
        {queue.error && rows.length === 0 && (
          <Failed failure={queue.error} what="The queue cannot be shown." onRetry={queue.refetch} />
        )}
        {queue.isSuccess && rows.length === 0 && (
          <div className="px-6 py-12 text-center">
            <p className="font-display text-lg">No entries found</p>
            <p className="mt-1 text-faded">
              {search === waitingSearch
                ? 'Every entry is decided. New entries appear here.'
                : 'No entry matches the search and the filters.'}
            </p>
          </div>
        )}
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
                    onChange={(event) => onSelect(row, event.target.checked)}
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
                <b className="truncate font-semibold @min-[46rem]:col-start-2 @min-[46rem]:row-start-1">
                  <bdi>{row.name}</bdi>
                  {row.member && <bdi className="ml-1 font-normal">with {row.member}</bdi>}
                </b>
                <span className="figures text-right @min-[46rem]:col-start-5 @min-[46rem]:row-start-1">
                  {formatAmount(row.amount)}
                </span>
                <span className="flex min-w-0 items-center gap-2 text-xs text-faded @min-[46rem]:contents">
                  <span className="flex items-center gap-2 @min-[46rem]:col-start-1 @min-[46rem]:row-start-1 @min-[46rem]:text-sm">
                    {isUnsaved(row.id) ? (
                      <span className="font-semibold whitespace-nowrap text-nerve">
                        Not yet saved
                      </span>
                    ) : (
                      <StateMark entry={row} isCompact />
                    )}
                    {row.isCorrected && row.state === 'submitted' && (
                      <span className="border border-current px-1 text-xs whitespace-nowrap text-nerve">
                        Corrected
                      </span>
                    )}
                    {row.isShared && (
                      <span
                        title={sharedWords}
                        className="text-xs font-semibold whitespace-nowrap text-nerve"
                      >
                        Duplicate?
                      </span>
                    )}
                    {row.isLater && (
                      <span className="border border-current px-1 text-xs whitespace-nowrap">
                        Later
                      </span>
                    )}
                    {row.hasNote && <span className="text-xs whitespace-nowrap">Note</span>}
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
                    <Flags row={row} />
                  </span>
                  <span className="whitespace-nowrap @min-[46rem]:col-start-6 @min-[46rem]:row-start-1 @min-[46rem]:text-right @min-[46rem]:text-sm">
                    {formatAge(row.sentAt, now)}
                    <span className="sr-only"> ago</span>
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
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
          {rows.length > 0 && (
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
        {queue.error && rows.length > 0 && (
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

const Flags = ({ row }: { row: QueueRow }) =>
  row.flags.length > 0 && (
    <span
      className="inline-flex items-center gap-1 whitespace-nowrap text-artery"
      title={row.flags.map((flag) => flagWords[flag]).join('. ')}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 fill-current">
        <path d="M3 1.5h1.4V2h8.4l-2.2 3.4 2.2 3.4H4.4V15H3z" />
      </svg>
      {row.flags.length}
      <span className="sr-only">{row.flags.length === 1 ? 'flag' : 'flags'}</span>
    </span>
  )
