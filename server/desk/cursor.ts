import type { ReviewRow } from '../db/desk-schema'
import { refuseFields } from '../http/api-error'
import type { Cursor } from '../reviews/queue-queries'

/** The end of a page, as its answer tells it. */
export const writeCursor = ({ created_at, record_id }: Pick<ReviewRow, 'created_at' | 'record_id'>): string =>
  `${created_at}_${record_id}`

/** @throws ApiError `invalid` for what no page ended with */
export const readCursor = (after: string): Cursor => {
  const [, at, id] = /^(\d{4}-[\d:.TZ-]{10,30})_([\w-]{1,40})$/.exec(after) ?? []
  if (at === undefined || id === undefined)
    throw refuseFields([{ path: 'after', message: 'This is not the end of a page.' }])
  return { at, id }
}
