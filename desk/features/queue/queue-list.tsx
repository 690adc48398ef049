import { useEffect, useRef } from 'react'
import type { QueueRow } from '../../../festival/desk/queue'
import { Button } from '../../../ui/button'
import { recordAddress } from '../../address'
import { useMayAct } from '../../api'
import { Failed, Loading } from '../../messages'
import { useNow } from '../../words'
import { useFates } from '../decisions/recent'
import { UndoBar } from '../decisions/undo-bar'
import { QueueLine } from './queue-row'
import type { useQueue } from './use-queue'

/** The rows of the list, with what stands there while there are none, and the way to more. */
export const QueueList = ({
  queue,
  rows,
  shown,
  search,
  isSelected,
  onSelect,
  onKeys,
}: {
  queue: ReturnType<typeof useQueue>
  rows: readonly QueueRow[]
  /** The record that stands beside the list. */
  shown: string | undefined
  search: string
  isSelected: (row: QueueRow) => boolean
  onSelect: (row: QueueRow, isSelected: boolean) => void
  onKeys: () => void
}) => {
  const now = useNow(60_000)
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, fetchNextPage } = queue
  useEffect(() => {
    // Whoever scrolls to the end gets more; the button stays for the keyboard, and for what failed.
    if (!end.current || !hasNextPage || isFetching || queue.isFetchNextPageError) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '400px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasNextPage, isFetching, fetchNextPage, queue.isFetchNextPageError])
  const mayDecide = useMayAct('verifier')
  const fates = useFates()
  const isUnsaved = (id: string) => fates.findLast(({ press }) => press.command.submission === id)?.stage === 'unsaved'
  return (
    <>
      {/* What is for screen readers only stands within it, and not below the page. */}
      <div className="relative min-h-0 flex-1 lg:overflow-y-auto" aria-busy={queue.isFetching}>
        {queue.isPending && <Loading words="Loading the queue …" />}
        {queue.error && rows.length === 0 && (
          <Failed failure={queue.error} what="The queue cannot be shown." onRetry={() => void queue.refetch()} />
        )}
        {queue.isSuccess && rows.length === 0 && (
          <div className="px-6 py-12 text-center">
            <p className="font-display text-lg">Nothing here</p>
            <p className="mt-1 text-faded">
              {search === 'state=submitted'
                ? 'Everything is decided. What comes in next waits here.'
                : 'No submission fits the search and the filters.'}
            </p>
          </div>
        )}
        <ul className={queue.isPlaceholderData ? 'opacity-60' : ''}>
          {rows.map((row) => (
            <QueueLine
              key={row.id}
              row={row}
              href={recordAddress(row.id, search)}
              now={now}
              isShown={row.id === shown}
              isSelected={isSelected(row)}
              mark={isUnsaved(row.id) ? 'Not yet saved' : undefined}
              onSelect={mayDecide ? (isTicked) => onSelect(row, isTicked) : undefined}
            />
          ))}
        </ul>
        <div ref={end} className="flex flex-wrap items-center justify-center gap-2 p-3">
          {queue.hasNextPage && (
            <Button shape="secondary" disabled={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
              {queue.isFetchingNextPage ? 'Loading …' : 'Show more'}
            </Button>
          )}
          <Button shape="quiet" onClick={onKeys} className="max-lg:hidden">
            Keys
          </Button>
        </div>
        {queue.error && rows.length > 0 && (
          <Failed failure={queue.error} what="There is no more at the moment." onRetry={() => void queue.refetch()} />
        )}
      </div>
      {!shown && (
        <div className="sticky bottom-0 z-10 lg:static">
          <UndoBar />
        </div>
      )}
    </>
  )
}
