import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { QueueFilter, QueueRow } from '../../../festival/contract/queue'
import { Icon } from '../../../ui/icon'
import {
  entryAddress,
  go,
  type ListView,
  listAddress,
  readView,
  searchFor,
  writeView,
} from '../../address'
import { queryCall } from '../../api'
import { Form } from '../../fields'
import { announce } from '../../messages'
import { readSettings } from '../../settings'
import { ShortcutsDialog, useShortcuts } from '../../shortcuts'
import { BulkBar } from '../decisions/bulk-bar'
import { EntryPane } from '../entry/entry'
import { ReadingBar } from '../pictures/reading'
import { describeSearchCounts, QueueFilters } from './queue-filters'
import { QueueList, useQueue } from './queue-list'

/** Polls, because other organisers decide at the same time. */
const useCounts = (filter: QueueFilter) =>
  useQuery({
    ...queryCall('countQueue', { query: filter }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })

type Decidable = Pick<QueueRow, 'id' | 'state'>

/** Returns undefined past either end, or the first row if none is open. */
export const rowBeside = <Row extends Decidable>(
  rows: readonly Row[],
  id: string | undefined,
  step: 1 | -1,
) => {
  const index = rows.findIndex((row) => row.id === id)
  return index < 0 ? rows[0] : rows[index + step]
}

export const rowToDecideNext = <Row extends Decidable>(
  rows: readonly Row[],
  decided: Decidable,
): Row | undefined =>
  rows
    .slice(rows.findIndex((row) => row.id === decided.id) + 1)
    .find((row) => row.state === decided.state)

const findRow = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

/** Returns the focus to the row of an entry when the entry is closed. */
const useFocusOnClosedRow = (openId: string | undefined) => {
  const lastId = useRef(openId)
  useEffect(() => {
    if (openId) {
      findRow(openId)?.scrollIntoView({ block: 'nearest' })
    } else if (lastId.current) {
      findRow(lastId.current)?.focus()
    }
    lastId.current = openId
  }, [openId])
}

interface Selection {
  /** A selection belongs to the list in which the rows were selected. */
  list: string
  rows: ReadonlyMap<string, QueueRow>
  /** The size of the list if all of it is selected. Then `rows` are the deselected ones. */
  listSize?: number
}

const useSelection = (list: string) => {
  const [latest, setSelection] = useState<Selection>({ list, rows: new Map() })
  const selection: Selection = latest.list === list ? latest : { list, rows: new Map() }
  const isAll = selection.listSize !== undefined
  return {
    selection,
    isSelected: (row: QueueRow) => selection.rows.has(row.id) !== isAll,
    select: (row: QueueRow, isSelected: boolean) => {
      const rows = new Map(selection.rows)
      if (isSelected === isAll) {
        rows.delete(row.id)
      } else {
        rows.set(row.id, row)
      }
      setSelection({ ...selection, rows })
    },
    selectAll: (listSize: number) => setSelection({ list, rows: new Map(), listSize }),
    clear: () => setSelection({ list, rows: new Map() }),
  }
}

type FindRow = (rows: readonly QueueRow[]) => QueueRow | undefined

/** A phone shows either the list or the entry. */
export const QueuePage = ({ id, search }: { id: string | undefined; search: string }) => {
  const view = useMemo(() => readView(search), [search])
  const listSearch = writeView(view)
  const queue = useQueue(view)
  const { data: counts, isPlaceholderData: isCounting } = useCounts(view.filter)
  const rows = useMemo(() => queue.data?.pages.flatMap((page) => page.rows) ?? [], [queue.data])
  const { selection, isSelected, select, selectAll, clear } = useSelection(listSearch)
  const [areShortcutsShown, setAreShortcutsShown] = useState(false)
  useFocusOnClosedRow(id)

  const open = (row: QueueRow) =>
    go(entryAddress(row.id, listSearch), { replace: id !== undefined })
  /** Looks in the next page too, unless the search goes up. */
  const openFound = async (find: FindRow, isDown: boolean, notFound: string) => {
    let row = find(rows)
    if (!row && isDown && queue.hasNextPage) {
      const { data } = await queue.fetchNextPage()
      row = find(data?.pages.flatMap((page) => page.rows) ?? [])
    }
    if (row) {
      open(row)
    } else {
      announce(notFound)
    }
  }
  const openNext = () =>
    void openFound((loaded) => rowBeside(loaded, id, 1), true, 'This is the last entry.')
  const openPrevious = () =>
    void openFound((loaded) => rowBeside(loaded, id, -1), false, 'This is the first entry.')
  const advance = (decided: QueueRow) => {
    if (readSettings().advance) {
      void openFound(
        (loaded) => rowToDecideNext(loaded, decided),
        true,
        'That was the last entry in this list.',
      )
    }
  }
  const toggleSelection = () => {
    const focusedRow = document.activeElement
      ?.closest('li')
      ?.querySelector<HTMLElement>('[data-row]')
    const rowId = focusedRow?.dataset.row ?? id
    const row = rows.find((loaded) => loaded.id === rowId)
    if (row) {
      select(row, !isSelected(row))
    }
  }
  const showShortcuts = () => setAreShortcutsShown(true)
  useShortcuts({
    j: openNext,
    k: openPrevious,
    x: toggleSelection,
    '/': () => document.getElementById(searchBoxId)?.focus(),
    '?': showShortcuts,
    Escape: id ? () => go(listAddress(view)) : undefined,
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
            onClick={() => void queue.refetch().then(() => announce('List refreshed.'))}
            className="target inline-flex items-center justify-center pr-2 hover:bg-leaf disabled:text-line"
          >
            <Icon path="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3v4.5H15" />
          </button>
        </div>
        {view.filter.q && (
          <p role="status" className="figures border-b border-rule px-3 py-1.5 text-xs text-faded">
            {counts && !isCounting && `In all states: ${describeSearchCounts(counts.state)}`}
          </p>
        )}
        <QueueFilters view={view} counts={counts} isBeside={id !== undefined} />
        <QueueList
          queue={queue}
          rows={rows}
          openId={id}
          search={listSearch}
          isSelected={isSelected}
          onSelect={select}
          onShortcuts={showShortcuts}
        />
        <ReadingBar />
        <BulkBar
          rows={[...selection.rows.values()]}
          view={view}
          total={counts?.total ?? 0}
          listSize={selection.listSize}
          onAll={selectAll}
          onClear={clear}
        />
      </section>
      {id && (
        <EntryPane
          key={id}
          id={id}
          search={listSearch}
          listHref={listAddress(view)}
          onDecided={advance}
        />
      )}
      {areShortcutsShown && <ShortcutsDialog onClose={() => setAreShortcutsShown(false)} />}
    </div>
  )
}

const debounceMs = 250

const searchBoxId = 'queue-search'

/** Adds one history entry per search, not one per letter. */
const SearchBox = ({ view }: { view: ListView }) => {
  const { q = '' } = view.filter
  const [text, setText] = useState(q)
  const timer = useRef(0)
  const filterBefore = useRef<QueueFilter>({})
  // The back button or a link has changed the address.
  useEffect(() => setText((current) => (current.trim() === q ? current : q)), [q])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const search = (text: string, afterMs: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const { state, later } = view.filter
      if (q === '') {
        filterBefore.current = { state, later }
      }
      go(listAddress(searchFor(view, text, filterBefore.current)), { replace: q !== '' })
    }, afterMs)
  }
  return (
    <search className="min-w-0 flex-1">
      <Form className="p-2" onSubmit={() => search(text, 0)}>
        <label htmlFor={searchBoxId} className="sr-only">
          Search by name, phone, e-mail, ID, UTR or payment reference
        </label>
        <input
          id={searchBoxId}
          type="search"
          value={text}
          maxLength={100}
          enterKeyHint="search"
          placeholder="Name, phone, e-mail, ID, UTR, reference"
          onChange={({ target: { value } }) => {
            setText(value)
            search(value, debounceMs)
          }}
          className="target w-full border border-line bg-paper px-3 placeholder:text-faded"
        />
      </Form>
    </search>
  )
}
