import * as v from 'valibot'
import { stateSchema } from '../../festival/state-schema'
import { wholeEdition } from '../../festival/whole-edition'
import type { DbOrTransaction } from '../db/schema'

/**
 * The keys of the events and workshops that do not take place, by the newest state in the table: whoever paid for one gets the money
 * back (behaviour 16.24). What cannot be read cancels nothing.
 */
export const listCancelled = async (db: DbOrTransaction): Promise<string[]> => {
  const newest = db.selectFrom('festival_state').select('json').orderBy('version', 'desc').limit(1)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stateSchema), (await newest.executeTakeFirst())?.json)
  const changes = parsed.success ? parsed.output.subjects : {}
  return wholeEdition.subjects.flatMap(({ key, status }) =>
    (changes[key]?.status ?? status) === 'cancelled' ? [key] : [],
  )
}
