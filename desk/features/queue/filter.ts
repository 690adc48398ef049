import * as v from 'valibot'
import { deskPage } from '../../../festival/desk/calls'
import { type QueueFilter, queueFilterSchema } from '../../../festival/desk/queue'

/** What the list is narrowed to, and its order; all of it stands in the address. */
export interface ListView {
  filter: QueueFilter
  order: 'oldest' | 'newest'
}

/** The list that the desk opens with: what waits for a check, the oldest first. */
export const waitingSearch = 'state=submitted'

const names = [
  'q',
  'kind',
  'event',
  'state',
  'day',
  'flag',
  'ground',
  'group',
  'bank',
  'corrected',
  'press',
] as const satisfies readonly (keyof QueueFilter)[]

/** Reads an address's query; what nobody knows narrows nothing. */
export const readView = (search: string): ListView => {
  const given = new URLSearchParams(search)
  const filter: Record<string, string> = {}
  for (const name of names) {
    const value = given.get(name)
    if (value && v.safeParse(v.pick(queueFilterSchema, [name]), { [name]: value }).success) filter[name] = value
  }
  return { filter: v.parse(queueFilterSchema, filter), order: given.get('order') === 'newest' ? 'newest' : 'oldest' }
}

/** The query of a list, without its question mark, always in the same order of names. */
export const writeView = ({ filter, order }: ListView): string => {
  const search = new URLSearchParams()
  for (const name of names) {
    const value = filter[name]
    if (value) search.set(name, value)
  }
  if (order === 'newest') search.set('order', order)
  return search.toString()
}

const withSearch = (path: string, search: string) => (search === '' ? path : `${path}?${search}`)

/** The address of the list, and of a record with its list beside it. */
export const listAddress = (view: ListView): string => withSearch(deskPage, writeView(view))
export const recordAddress = (id: string, search: string): string =>
  withSearch(`${deskPage}/submissions/${encodeURIComponent(id)}`, search)

/** How many things narrow a list, the state and the search aside, which stand in sight by themselves. */
export const countNarrowed = ({ kind, event, day, flag, ground, group, bank, corrected, press }: QueueFilter): number =>
  [kind, event, day, flag, ground, group, bank, corrected, press].filter((value) => value !== undefined).length
