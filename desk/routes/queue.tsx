import { useEffect, useMemo, useRef, useState } from 'react'
import type { QueueRow } from '../../festival/desk/queue'
import { Icon } from '../../ui/icon'
import { go, listAddress, readView, recordAddress, writeView } from '../address'
import { ManyBar } from '../features/many/many-bar'
import { ReadingBar } from '../features/pictures/reading-bar'
import { rowBeside, rowToDecideNext } from '../features/queue/next-row'
import { QueueFilters } from '../features/queue/queue-filters'
import { QueueList } from '../features/queue/queue-list'
import { SearchBox, searchBoxId } from '../features/queue/search-box'
import { useCounts, useQueue } from '../features/queue/use-queue'
import { Record } from '../features/record/record'
import { announce } from '../messages'
import { readSettings } from '../settings'
import { ShortcutsDialog, useShortcuts } from '../shortcuts'

/** The list, and beside it the record that is open; on a phone one of the two. */
export const Queue = ({ id, search }: { id: string | undefined; search: string }) => {
  const view = useMemo(() => readView(search), [search])
  const listSearch = writeView(view)
  const queue = useQueue(view)
  const { data: counts } = useCounts(view.filter)
  const rows = useMemo(() => queue.data?.pages.flatMap((page) => page.rows) ?? [], [queue.data])
  const [selected, setSelected] = useState<ReadonlyMap<string, QueueRow>>(new Map())
  // How many there were when somebody took all of the list; undefined while single rows are ticked.
  const [allOf, setAllOf] = useState<number>()
  const [areKeysShown, setAreKeysShown] = useState(false)
  const last = useRef(id)
  useEffect(() => {
    // Another list: what was selected in the one before is not what somebody sees.
    setSelected((kept) => (kept.size === 0 || listSearch === undefined ? kept : new Map()))
    setAllOf(undefined)
  }, [listSearch])
  useEffect(() => {
    // The list follows whoever goes through it by keys.
    if (id) document.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id])
  useEffect(() => {
    // Back from a record, the focus is where one left the list.
    if (!id && last.current) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(last.current)}"]`)?.focus()
    last.current = id
  }, [id])

  const open = (row: QueueRow | undefined) =>
    row && go(recordAddress(row.id, listSearch), { replace: id !== undefined })
  const move = async (step: 1 | -1) => {
    const next = rowBeside(rows, id, step)
    if (next) return open(next)
    if (step === 1 && queue.hasNextPage) {
      const { data } = await queue.fetchNextPage()
      const more = data?.pages.flatMap((page) => page.rows) ?? []
      return open(rowBeside(more, id, step))
    }
    announce(step === 1 ? 'That was the last one.' : 'That is the first one.')
  }
  const advance = async (before: QueueRow) => {
    if (!readSettings().advance) return
    const next = rowToDecideNext(rows, before)
    if (next) return open(next)
    const { data } = queue.hasNextPage ? await queue.fetchNextPage() : queue
    const found = rowToDecideNext(data?.pages.flatMap((page) => page.rows) ?? [], before)
    if (found) open(found)
    else announce('That was the last one of this list.')
  }
  const select = (row: QueueRow, isSelected: boolean) => {
    // All but one of the list are the rows that are shown.
    const next = new Map(allOf === undefined ? selected : rows.map((other) => [other.id, other]))
    setAllOf(undefined)
    if (isSelected) next.set(row.id, row)
    else next.delete(row.id)
    setSelected(next)
  }
  const toggle = () => {
    const focused = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-row]')?.dataset.row
    const row = rows.find((other) => other.id === (focused ?? id))
    if (row) select(row, allOf === undefined && !selected.has(row.id))
  }
  const clear = () => {
    setSelected(new Map())
    setAllOf(undefined)
  }
  useShortcuts({
    j: () => void move(1),
    k: () => void move(-1),
    x: toggle,
    '/': () => document.getElementById(searchBoxId)?.focus(),
    '?': () => setAreKeysShown(true),
    ...(id ? { Escape: () => go(listAddress(view)) } : {}),
  })
  return (
    <div className={`h-full ${id ? 'lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]' : ''}`}>
      <section
        aria-label="Queue"
        className={`@container flex min-h-0 flex-col border-rule lg:h-full lg:border-r ${id ? 'max-lg:hidden' : ''}`}
      >
        {!id && <h1 className="sr-only">Queue</h1>}
        <div className="flex border-b border-rule">
          <SearchBox view={view} />
          <button
            type="button"
            aria-label="Refresh the list"
            title="Refresh the list"
            disabled={queue.isFetching}
            onClick={() => void queue.refetch().then(() => announce('The list is as it is now.'))}
            className="target inline-flex items-center justify-center pr-2 hover:bg-leaf disabled:text-line"
          >
            <Icon path="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3v4.5H15" />
          </button>
        </div>
        <QueueFilters view={view} counts={counts} isBeside={id !== undefined} />
        <QueueList
          queue={queue}
          rows={rows}
          shown={id}
          search={listSearch}
          isSelected={(row) => allOf !== undefined || selected.has(row.id)}
          onSelect={select}
          onKeys={() => setAreKeysShown(true)}
        />
        <ReadingBar />
        <ManyBar
          selected={selected}
          view={view}
          total={counts?.total ?? 0}
          allOf={allOf}
          onAll={setAllOf}
          onClear={clear}
        />
      </section>
      {id && (
        <Record
          key={id}
          id={id}
          search={listSearch}
          listHref={listAddress(view)}
          onDecided={(before) => void advance(before)}
        />
      )}
      {areKeysShown && <ShortcutsDialog onClose={() => setAreKeysShown(false)} />}
    </div>
  )
}
