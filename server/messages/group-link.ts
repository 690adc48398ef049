import { randomUUID } from 'node:crypto'
import { dayMs } from '../../festival/content/slot'
import { isGroupService } from '../../festival/contract/lists'
import { deskPage } from '../../festival/contract/pages'
import { nameEvent } from '../../festival/contract/queue'
import { breakLinks } from '../../festival/text/break-links'
import { saveAudit } from '../db/audit'
import { acquireLock } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { type DeskHandlers, type Organisers, requiresRelease } from '../organisers/guard'
import { mailAdmins } from '../organisers/organisers'
import { type Clock, later } from '../system/clock'

/** The limit per 24 hours. Each change is e-mailed to all admins. */
const maxChanges = 10

interface Deps {
  db: Db
  clock: Clock
  organisers: Organisers
  settings: { publicUrl: string }
}

export const groupLinkHandlers = ({
  db,
  clock,
  organisers,
  settings,
}: Deps): Pick<DeskHandlers, 'readGroupLink' | 'setGroupLink'> => ({
  readGroupLink: async ({ query: { event } }) => ({ url: await findGroupLink(db, event) }),

  setGroupLink: async ({ query: { event }, body: { url }, organiser }) => {
    const { email: actor } = organiser
    await transact(db, async (transaction) => {
      await acquireLock(transaction, 'messages')
      const earlier = await findGroupLink(transaction, event)
      if (earlier === url) {
        return
      }
      if (url !== '' && requiresRelease(organiser) && !isGroupService(url)) {
        throw refuseService()
      }
      const now = clock()
      await requireFewChanges(transaction, actor, now)
      const insert = transaction.insertInto('group_link').values({ event, url })
      await insert.onConflict((conflict) => conflict.column('event').doUpdateSet({ url })).execute()
      const detail = { setting: 'group link', event }
      await saveAudit(transaction, { at: now, actor, action: 'setting-changed', detail })
      const name = nameEvent(event)
      const text = [
        `${actor} changed the group link of ${name}. The e-mail about a verified payment includes the current link, and verified participants also see it on their own page.`,
        `Before: ${earlier === '' ? 'none' : breakLinks(earlier)}\nNow: ${url === '' ? 'none' : breakLinks(url)}`,
        `If this is wrong, open the list of ${name} at the desk and change the link.`,
      ].join('\n\n')
      const button = { label: 'Open the lists', address: `${settings.publicUrl}${deskPage}/lists` }
      const subject = `Group link of ${name} changed`
      await mailAdmins(
        { db: transaction, clock, organisers },
        { subject, text, button, once: randomUUID() },
      )
    })
  },
})

const refuseService = (): ApiError =>
  refuseFields([
    {
      path: 'url',
      message:
        'You can link only to WhatsApp, Telegram, Signal, Discord, Google Groups, Google Meet and Zoom. To use this link, ask an admin named in ORGANISERS to save it.',
    },
  ])

/** @throws ApiError `forbidden` */
const requireFewChanges = async (db: DbOrTransaction, actor: string, now: Date) => {
  const { count } = await db
    .selectFrom('audit_line')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('at', '>', later(now, -dayMs))
    .where('action', '=', 'setting-changed')
    .where('actor', '=', actor)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxChanges) {
    throw new ApiError(
      'forbidden',
      `You have changed group links ${maxChanges} times in the last 24 hours, which is the limit. Ask an admin to change this one.`,
    )
  }
}

/** Returns '' if there is no link. May be shown only to verified participants. */
export const findGroupLink = async (db: DbOrTransaction, event: string): Promise<string> => {
  const row = await db
    .selectFrom('group_link')
    .select('url')
    .where('event', '=', event)
    .executeTakeFirst()
  return row?.url ?? ''
}
