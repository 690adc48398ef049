import { pageRows, type QueuePage, queueFilterSchema, queueQuerySchema } from '../../../festival/desk/queue'
import type { Db } from '../../db/schema'
import { refuseFields } from '../../http/api-error'
import { readQuery } from '../../http/read-body'
import { searchConditions } from '../../reviews/matching'
import type { Preparation } from '../../reviews/prepare-reviews'
import { countCells, findConditions, listFlagged, listReviews } from '../../reviews/queue-queries'
import { showRows } from '../../reviews/show-rows'
import type { DeskHandlers } from '../desk-handlers'
import { countFacets } from './count-facets'

const readCursor = (after: string) => {
  const [, at, id] = /^(\d{4}-[\d:.TZ-]{10,30})_([\w-]{1,40})$/.exec(after) ?? []
  if (at === undefined || id === undefined)
    throw refuseFields([{ path: 'after', message: 'This is not the end of a page.' }])
  return { at, id }
}

/** The queue: its pages and the counts beside its filters. */
export const queueHandlers = (
  db: Db,
  preparation: Pick<Preparation, 'catchUp'>,
): Pick<DeskHandlers, 'listQueue' | 'countQueue'> => ({
  listQueue: async (context) => {
    const { order, after, ...filter } = readQuery(context, queueQuerySchema)
    await preparation.catchUp()
    const reviews = await listReviews(db, await findConditions(db, filter), {
      order,
      after: after === undefined ? undefined : readCursor(after),
      limit: pageRows + 1,
    })
    const page = reviews.slice(0, pageRows)
    const last = page.at(-1)
    const answer: QueuePage = {
      rows: await showRows(db, page),
      next: reviews.length > pageRows && last ? `${last.created_at}_${last.record_id}` : null,
    }
    return context.json(answer)
  },

  countQueue: async (context) => {
    const filter = readQuery(context, queueFilterSchema)
    await preparation.catchUp()
    const search = await searchConditions(db, filter.q ?? '', 'all')
    const [all, flagged] = await Promise.all([countCells(db, search), listFlagged(db, search)])
    return context.json(countFacets(all, flagged, filter))
  },
})
