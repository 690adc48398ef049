import { saveAudit } from '../db/audit'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'

/** Lets an admin, or its head, say where an event's group is (behaviour 14.159). */
export const groupLinkHandlers = ({
  db,
  clock,
}: {
  db: Db
  clock: Clock
}): Pick<DeskHandlers, 'readGroupLink' | 'setGroupLink'> => ({
  readGroupLink: async ({ query: { event } }) => ({ url: await findGroupLink(db, event) }),

  setGroupLink: async ({ query: { event }, body: { url }, organiser: { email: actor } }) => {
    await transact(db, async (transaction) => {
      const insert = transaction.insertInto('group_link').values({ event, url })
      await insert.onConflict((conflict) => conflict.column('event').doUpdateSet({ url })).execute()
      const detail = { setting: 'group link', event }
      await saveAudit(transaction, { at: clock(), actor, action: 'setting-changed', detail })
    })
  },
})

/** For whoever is verified, and for nobody else. Empty where there is none. */
export const findGroupLink = async (db: DbOrTransaction, event: string): Promise<string> => {
  const row = await db.selectFrom('group_link').select('url').where('event', '=', event).executeTakeFirst()
  return row?.url ?? ''
}
