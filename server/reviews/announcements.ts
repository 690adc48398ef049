import { type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { breakLinks } from '../../festival/break-links'
import {
  type Announcement,
  type AnnouncementFilter,
  announcementFilterSchema,
  writeAnnouncement,
} from '../../festival/desk/announcement'
import { nameEvent } from '../../festival/desk/queue'
import { dayAt, formatShortDay, formatTime, instantAt } from '../../festival/slot'
import { saveAudit } from '../db/audit'
import type { AnnouncementRow } from '../db/desk-schema'
import { type Db, type DbOrTransaction, recordTables } from '../db/schema'
import { insertOnce, transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { createEmailReader } from '../mail/confirmation'
import { fact } from '../mail/email-content'
import { saveAnnouncementEmails, saveEmail } from '../mail/save-message'
import { all, findConditions, listReviews } from '../submissions/queue'
import { type ReviewedRecord, readRecords } from '../submissions/record'
import { refuseUsedId } from '../submissions/review'
import { idWithinBatch } from './batch'
import type { ReviewHandlers } from './deps'

/** It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({ email: v.string(), name: v.string(), subject: v.string(), text: v.string() })
type Payload = v.InferOutput<typeof payloadSchema>

/** The e-mail of a message to many: an organiser's plain text. */
export const announcementEmail = createEmailReader({
  schema: payloadSchema,
  write: ({ name, subject, text }) => ({
    ...{ subject, title: subject, colour: 'nerve', kicker: 'From the organisers', groups: [] },
    paragraphs: writeAnnouncement(breakLinks(name), text),
    opensLinks: true,
    stamp: fact('With best wishes', `The ${identity.shortTitle} team`),
  }),
})

/** E-mails of one transaction: visitors want to write too. */
const batchSize = 200
/** The newest are told, with so many failures of all of them. */
const [mostTold, mostFailures] = [50, 500]

type Calls = 'countPeople' | 'testAnnouncement' | 'sendAnnouncement' | 'listAnnouncements' | 'setAnnouncement'

/** Messages to everybody in a filter of the queue: each person's e-mail waits in the mail's one queue (behaviour 14.140). */
export const announcementHandlers: ReviewHandlers<Calls> = (deps) => {
  const { db, clock, matcher, indexer, outbox } = deps

  /** The submissions of a filter, some at a time, the oldest first. */
  async function* readFiltered(filter: AnnouncementFilter): AsyncIterable<ReviewedRecord[]> {
    await indexer.catchUp()
    const conditions = await findConditions(db, await matcher.resolve(filter))
    for (let after: string | null | undefined; after !== null; ) {
      const page = await listReviews(db, conditions, { order: 'oldest', after, limit: batchSize })
      const records = await readRecords(db, page.reviews)
      yield page.reviews.flatMap(({ record_id }) => records.get(record_id) ?? [])
      after = page.next
    }
  }

  /**
   * Gives each person an e-mail, and lets the e-mails go once everybody has one. An e-mail's id is made of the message's and the
   * address, so this may be cut off anywhere and be done again, also by several at once: nobody gets a second one.
   */
  const queueEmails = async ({ id, subject, text, filter, actor }: AnnouncementRow): Promise<void> => {
    for await (const records of readFiltered(v.parse(announcementFilterSchema, JSON.parse(filter)))) {
      const emails = records.map(({ id: recordId, name, email }) => {
        const payload: Payload = { email, name, subject, text }
        return { id: idWithinBatch(id, identifyPerson(email)), recordId, payload, now: clock() }
      })
      await transact(db, (transaction) => saveAnnouncementEmails(transaction, id, emails))
    }
    await transact(db, async (transaction) => {
      const emails = transaction.selectFrom('message').where('announcement_id', '=', id)
      const { n } = await emails.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()
      const detail = { message: id, people: Number(n) }
      const { numUpdatedRows } = await transaction
        .updateTable('announcement')
        .set({ people: detail.people, state: 'sending' })
        .where('id', '=', id)
        .where('people', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 1n)
        await saveAudit(transaction, { at: clock(), actor, action: 'announcement-sent', detail })
    })
  }

  return {
    countPeople: async ({ query }) => {
      const people = new Set<string>()
      for await (const records of readFiltered(query))
        for (const { email } of records) people.add(identifyPerson(email))
      return { people: people.size }
    },

    testAnnouncement: async ({ body, organiser: { email } }) => {
      const payload: Payload = { ...body, email, name: email.split('@', 1).join() }
      const test = { kind: 'announcement', recordId: '', payload, now: clock(), isCopied: false } as const
      return { confirmation: await outbox.deliver(await saveEmail(db, test)) }
    },

    sendAnnouncement: async ({
      query,
      body: { id, everybody, again, ...words },
      organiser: { email: actor, role },
    }) => {
      if (!everybody && !Object.values(query).some((value) => value?.trim()))
        throw refuseFields([{ path: 'everybody', message: 'This leaves nobody out: confirm that you mean everybody.' }])
      const filter = JSON.stringify(query)
      const what = role === 'head' ? nameEvent(query.event ?? '') : ''
      const subject = what ? `${what}: ${words.subject}` : words.subject
      const text = what ? `${words.text}\n\nYou get this because you registered for ${what}.` : words.text
      const earlier = db.selectFrom('announcement').selectAll().orderBy('created_at', 'desc')
      const same = await earlier.where((message) => message.and({ subject, text, filter })).execute()
      if (same[0] && !again && same.every((message) => message.id !== id)) throw refuseRepeated(same[0])
      const row = { id, subject, text, filter, actor, created_at: clock().toISOString(), people: null }
      await insertOnce(db.insertInto('announcement').values({ ...row, state: 'stopped' }))
      const stored = await findAnnouncement(db, id)
      if (stored.subject !== subject || stored.text !== text || stored.filter !== filter || stored.actor !== actor)
        throw refuseUsedId()
      if (stored.people === null) await queueEmails(stored)
      return { people: (await findAnnouncement(db, id)).people ?? 0 }
    },

    listAnnouncements: async () => {
      const all = db.selectFrom('announcement').selectAll().orderBy('created_at', 'desc').limit(mostTold)
      return { announcements: await tellAll(db, await all.execute()) }
    },

    setAnnouncement: async ({ params: { id }, body: { state }, organiser: { email: actor } }) => {
      const kept = await findAnnouncement(db, id)
      if (kept.people === null && state === 'sending') await queueEmails(kept)
      await transact(db, async (transaction) => {
        const changing = transaction.updateTable('announcement').set({ state }).where('id', '=', id)
        const { numUpdatedRows } = await changing.where('state', '<>', state).executeTakeFirstOrThrow()
        const action = state === 'stopped' ? 'announcement-stopped' : 'announcement-resumed'
        const line = { at: clock(), actor, action, detail: { message: id } } as const
        if (numUpdatedRows === 1n) await saveAudit(transaction, line)
      })
    },
  }
}

const refuseRepeated = ({ people, created_at }: AnnouncementRow): ApiError => {
  const at = Date.parse(created_at)
  const when = `${formatShortDay(dayAt(at))} at ${formatTime(instantAt(at))}`
  return new ApiError(
    'illegal',
    `${people === 1 ? '1 person' : `${people ?? 0} people`} got this on ${when}. Send it again?`,
  )
}

/**
 * Whether somebody is still in the list that an e-mail is for, and was neither rejected nor withdrawn since it was written
 * (behaviour 14.160). Who was in the bank's group or had lunch then stays in.
 */
export const isStillListed = async (db: Db, announcementId: string, email: string): Promise<boolean> => {
  const { filter, created_at } = await findAnnouncement(db, announcementId)
  const { bank: _bank, lunch: _lunch, ...asked } = v.parse(announcementFilterSchema, JSON.parse(filter))
  const own = Object.values(recordTables).map((table) => sql`select id from ${sql.table(table)} where email = ${email}`)
  const conditions = [
    ...(await findConditions(db, asked)),
    sql<SqlBool>`review.record_id in (${sql.join(own, sql` union all `)})`,
    sql<SqlBool>`(review.state not in ('rejected', 'withdrawn') or review.changed_at <= ${created_at})`,
  ]
  return (await db.selectFrom('review').select('record_id').where(all(conditions)).executeTakeFirst()) !== undefined
}

/** One e-mail address is one person. */
const identifyPerson = (email: string): string => email.trim().toLowerCase()

/** @throws ApiError `not-found` */
const findAnnouncement = async (db: DbOrTransaction, id: string): Promise<AnnouncementRow> => {
  const row = await db.selectFrom('announcement').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not-found', 'There is no such message.')
  return row
}

const tellAll = async (db: DbOrTransaction, rows: readonly AnnouncementRow[]): Promise<Announcement[]> => {
  const emails = db.selectFrom('message').where('announcement_id', 'in', ['', ...rows.map(({ id }) => id)])
  const sum = (condition: string) => sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`
  const counts = await emails
    .groupBy('announcement_id')
    .select([
      'announcement_id',
      sum("state = 'sent'").as('sent'),
      sum("state = 'cancelled'").as('left'),
      sum("state not in ('sent', 'cancelled') and last_error is null").as('waiting'),
      sum("state not in ('sent', 'cancelled') and last_error is not null").as('failed'),
      sum("state in ('queued', 'sending')").as('open'),
    ])
    .execute()
  const failed = emails
    .where('state', 'not in', ['sent', 'cancelled'])
    .where('last_error', 'is not', null)
    .orderBy('recipient')
  const failures = await failed.selectAll().limit(mostFailures).execute()
  return rows.map(({ id, subject, text, filter, actor: by, created_at: at, state, people }) => {
    const count = counts.find((one) => one.announcement_id === id)
    return {
      ...{ id, subject, text, filter: JSON.parse(filter), by, at },
      state: people === null || Number(count?.open ?? 0) > 0 ? state : 'done',
      sent: Number(count?.sent ?? 0),
      waiting: Number(count?.waiting ?? 0),
      left: Number(count?.left ?? 0),
      failed: Number(count?.failed ?? 0),
      failures: failures
        .filter(({ announcement_id }) => announcement_id === id)
        .map(({ record_id: submission, recipient: email, payload, refused_at, state: stands, next_attempt_at }) => ({
          ...{ submission, email, isRefused: refused_at !== null },
          name: v.parse(payloadSchema, JSON.parse(payload)).name,
          nextAt: stands === 'failed' ? null : next_attempt_at,
        })),
    }
  })
}
