import { pageRows, type QueuePage, queueFilterSchema, queueQuerySchema } from '../../../festival/desk/queue'
import type { Matcher } from '../../bank/matches'
import type { Db } from '../../db/schema'
import { readQuery } from '../../http/bodies'
import type { Indexer } from '../../reviews/index-records'
import { findConditions, listReviews } from '../../reviews/queue-queries'
import { showRows } from '../../reviews/show-rows'
import { readCursor, writeCursor } from '../cursor'
import type { DeskHandlers } from '../desk-handlers'
import { countFacets } from './count-facets'

/** The queue: its pages and the counts beside its filters. */
export const queueHandlers = ({
  db,
  indexer,
  matcher,
}: {
  db: Db
  indexer: Pick<Indexer, 'catchUp'>
  matcher: Matcher
}): Pick<DeskHandlers, 'listQueue' | 'countQueue'> => ({
  listQueue: async (context) => {
    const { order, after, ...filter } = readQuery(context, queueQuerySchema)
    await indexer.catchUp()
    const reviews = await listReviews(db, await findConditions(db, await matcher.resolve(filter)), {
      order,
      after: after === undefined ? undefined : readCursor(after),
      limit: pageRows + 1,
    })
    const page = reviews.slice(0, pageRows)
    const last = page.at(-1)
    const answer: QueuePage = {
      rows: await showRows(db, page),
      next: reviews.length > pageRows && last ? writeCursor(last) : null,
    }
    return context.json(answer)
  },

  countQueue: async (context) => {
    const filter = readQuery(context, queueFilterSchema)
    await indexer.catchUp()
    return context.json(await countFacets(db, await matcher.resolve(filter)))
  },
})
