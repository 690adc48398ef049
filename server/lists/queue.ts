import type { LowDiskSpace } from '../../festival/contract/overview'
import type { EventPlaces } from '../../festival/contract/places'
import { rowsPerPage } from '../../festival/contract/queue'
import type { Festival } from '../../festival/live/state'
import type { Matcher } from '../bank/matches'
import { listAudit } from '../db/audit'
import type { Db } from '../db/schema'
import { readEntries } from '../entries/entry'
import { countPlaces, readArrivals } from '../entries/places'
import {
  countFacets,
  findConditions,
  listRows,
  listSearchResults,
  readReviews,
} from '../entries/queue'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'

export interface ListDeps {
  db: Db
  clock: Clock
  festival: () => Festival
  matcher: Matcher
  indexer: { catchUp: () => Promise<void> }
  readLowDiskSpace: () => Promise<LowDiskSpace | undefined>
}

export type ListHandlers<Names extends keyof DeskHandlers> = (
  deps: ListDeps,
) => Pick<DeskHandlers, Names>

export const queueHandlers: ListHandlers<
  'listQueue' | 'countQueue' | 'readAudit' | 'readPlaces'
> = ({ db, clock, festival, indexer, matcher }) => ({
  listQueue: async ({ query: { order, after, ...filter } }) => {
    await indexer.catchUp()
    const conditions = await findConditions(db, await matcher.resolve(filter))
    const { q = '' } = filter
    const { reviews, next } = await listSearchResults(db, conditions, q, {
      order,
      after,
      limit: rowsPerPage,
    })
    return { rows: await listRows(db, reviews, q), next }
  },

  countQueue: async ({ query }) => {
    await indexer.catchUp()
    return countFacets(db, await matcher.resolve(query))
  },

  readPlaces: async ({ organiser: { events } }) => {
    const counts: Record<string, EventPlaces> = {}
    for (const { key, places } of festival().subjects) {
      const mayRead = !events || events.includes(key)
      if (places !== undefined && mayRead) {
        counts[key] = countPlaces(await readArrivals(db, key, clock()), places)
      }
    }
    return counts
  },

  readAudit: async ({ query }) => {
    const { lines, next } = await listAudit(db, query)
    const ids = lines.flatMap(({ entryId }) => entryId ?? [])
    const entries = await readEntries(db, await readReviews(db, ids))
    const addEntry = (line: (typeof lines)[number]) => {
      const entry = line.entryId === null ? undefined : entries.get(line.entryId)
      if (!entry) {
        return { ...line, of: null }
      }
      const { label, name, eventName, amount } = entry
      return { ...line, of: { label, name, eventName }, amount }
    }
    return { lines: lines.map(addEntry), next }
  },
})
