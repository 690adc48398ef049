import { type ComponentProps, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import {
  type AttendanceListKey,
  nameAttendanceList,
  parseListName,
} from '../festival/contract/attendance'
import { deskPage, signInPage } from '../festival/contract/pages'
import { type QueueFilter, queueFilterSchema } from '../festival/contract/queue'

export const pages = {
  overview: deskPage,
  queue: `${deskPage}/queue`,
  'sign-in': signInPage,
  sessions: `${deskPage}/sessions`,
  people: `${deskPage}/people`,
  statement: `${deskPage}/statement`,
  refunds: `${deskPage}/refunds`,
  cash: `${deskPage}/cash`,
  'walk-in': `${deskPage}/walk-in`,
  audit: `${deskPage}/audit`,
  lists: `${deskPage}/lists`,
  messages: `${deskPage}/messages`,
  festival: `${deskPage}/festival`,
  doors: `${deskPage}/doors`,
} as const

export type PageName = keyof typeof pages | 'entry' | 'event'

export interface Route {
  page: PageName | 'not-found'
  id?: string | undefined
}

const isPageName = (name: string): name is keyof typeof pages => name in pages
const eventFolder = `${deskPage}/events/`
const entryFolder = `${deskPage}/entries/`
/** The path to which e-mails linked up to version 1.0. */
const oldEntryFolder = `${deskPage}/submissions/`

/** Older links have the filter of the queue at the address of the overview. */
export const matchRoute = (path: string, search = ''): Route => {
  const bare = path.replace(/\/$/, '')
  if (bare === deskPage && search !== '') {
    return { page: 'queue' }
  }
  const folder =
    [eventFolder, entryFolder, oldEntryFolder].find((start) => bare.startsWith(start)) ?? bare
  const id = bare.slice(folder.length)
  if (id !== '' && !id.includes('/')) {
    return { page: folder === eventFolder ? 'event' : 'entry', id }
  }
  const [page = ''] = Object.entries(pages).find(([, address]) => address === bare) ?? []
  return { page: isPageName(page) ? page : 'not-found' }
}

export interface ListView {
  filter: QueueFilter
  order: 'oldest' | 'newest'
}

/** The list that the desk opens with: entries to check, except those moved to later. */
export const waitingSearch = 'state=submitted&later=no'

/** Ignores unknown and invalid filters. */
export const readView = (search: string): ListView => {
  const params = new URLSearchParams(search)
  const validFilters = Object.entries(queueFilterSchema.entries).filter(
    ([name, schema]) => params.get(name) && v.safeParse(schema, params.get(name)).success,
  )
  const filter = Object.fromEntries(validFilters.map(([name]) => [name, params.get(name)]))
  return {
    filter: v.parse(queueFilterSchema, filter),
    order: params.get('order') === 'newest' ? 'newest' : 'oldest',
  }
}

/** Returns the query without a question mark, with the names in a fixed order. */
export const writeView = ({ filter, order }: ListView): string => {
  const all = {
    ...v.parse(queueFilterSchema, filter),
    order: order === 'newest' ? order : undefined,
  }
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()
}

/**
 * A search covers all states. Clearing the search restores the state filter from `before`, unless a
 * state has been chosen since.
 */
export const searchFor = (
  view: ListView,
  text: string,
  before: Pick<QueueFilter, 'state' | 'later'>,
): ListView => {
  const { q: earlier, state, later, ...filter } = view.filter
  const q = text.trim().slice(0, 100)
  let states: typeof before = { state, later }
  if (q !== '' && !earlier) {
    states = {}
  } else if (q === '' && earlier && !state && !later) {
    states = before
  }
  return {
    ...view,
    filter: v.parse(queueFilterSchema, { ...filter, ...states, q: q || undefined }),
  }
}

const withSearch = (path: string, search: string) => (search === '' ? path : `${path}?${search}`)

export const listAddress = (view: ListView): string => withSearch(pages.queue, writeView(view))
export const toQueue = (filter: QueueFilter): string => listAddress({ filter, order: 'oldest' })
export const peopleAddress = (filter: QueueFilter): string =>
  withSearch(pages.lists, writeView({ filter, order: 'oldest' }))
export const eventAddress = (key: string): string => eventFolder + encodeURIComponent(key)

/** `day`, `lunch` and `night` mean something else in the queue's filters. */
export const attendanceAddress = (list: AttendanceListKey): string =>
  `${pages.lists}?on=${nameAttendanceList(list)}`

/** Reads, for example, "lunch:2025-10-09". */
export const readAttendanceList = (search: string): AttendanceListKey | undefined =>
  parseListName(new URLSearchParams(search).get('on') ?? '')

export const entryAddress = (id: string, search: string): string =>
  withSearch(entryFolder + encodeURIComponent(id), search)

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** With `replace`, no entry is added to the browser's history. */
export const go = (address: string, { replace = false }: { replace?: boolean } = {}): void => {
  if (address === window.location.pathname + window.location.search) {
    return
  }
  window.history[replace ? 'replaceState' : 'pushState'](null, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

export const useAddress = (): { path: string; search: string } => {
  const address = useSyncExternalStore(
    subscribe,
    () => window.location.pathname + window.location.search,
  )
  const [path = '', search = ''] = address.split(/\?(.*)/s)
  return { path, search }
}

/** The browser handles clicks with a modifier key. */
export const Link = ({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) => (
  <a
    href={href}
    onClick={(event) => {
      onClick?.(event)
      if (
        event.defaultPrevented ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      ) {
        return
      }
      event.preventDefault()
      go(href)
    }}
    {...rest}
  />
)
