import { type SqlBool, sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { findSubject } from '../../festival/content/catalogue'
import {
  dayAt,
  dayMs,
  formatShortDay,
  formatTime,
  instantAt,
  minuteMs,
} from '../../festival/content/slot'
import { fullName, listCalendarEntries, subjectPath } from '../../festival/content/subject'
import {
  type Announcement,
  type AnnouncementFilter,
  addEventName,
  announcementFilterSchema,
  holdMinutes,
  maxHeldMessages,
  writeAnnouncement,
} from '../../festival/contract/announcement'
import { findForeignLinks, type OwnAddresses } from '../../festival/contract/foreign-links'
import { deskPage } from '../../festival/contract/pages'
import { nameEvent } from '../../festival/contract/queue'
import { breakLinks } from '../../festival/text/break-links'
import type { BankDeps } from '../bank/imports'
import { saveAudit } from '../db/audit'
import type { AnnouncementRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import { type Db, type DbOrTransaction, entryTables, type Tables } from '../db/schema'
import { insertOnce, transact } from '../db/transact'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { all, findConditions, listReviews } from '../entries/queue'
import { refuseUsedId } from '../entries/review'
import { ApiError, refuseFields, tooManyRequests } from '../http/api-error'
import type { RateLimits } from '../http/rate-limits'
import { maxTestMessages } from '../http/rate-limits'
import { createEmailReader, type Installation, type ReadConfirmation } from '../mail/confirmation'
import { type EmailContent, fact } from '../mail/email-content'
import type { Outbox } from '../mail/outbox'
import { saveAnnouncementEmails, saveEmail } from '../mail/save-message'
import { type DeskHandlers, type Organiser, requiresRelease } from '../organisers/guard'
import { mailAdmins } from '../organisers/organisers'
import type { SignInDeps } from '../organisers/sign-in'
import { later } from '../system/clock'
import { deriveUuid, hashSecret } from '../system/secret'

/** Stored payloads must stay readable, so new fields are optional (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  name: v.string(),
  subject: v.string(),
  text: v.string(),
  /** The key of the event whose calendar file is attached. */
  event: v.optional(v.string()),
  button: v.optional(v.object({ label: v.string(), address: v.string() })),
  /** These e-mails may quote someone else's message, so their links are not clickable. */
  isForOrganisers: v.optional(v.boolean()),
})
type Payload = v.InferOutput<typeof payloadSchema>

const writeEmail = (
  { name, subject, text, event, button, isForOrganisers }: Payload,
  { address, festival }: Installation,
): EmailContent => {
  const content: EmailContent = {
    subject,
    title: subject,
    colour: 'nerve',
    kicker: 'From the organisers',
    paragraphs: writeAnnouncement(breakLinks(name), text),
    stamp: fact('With best wishes', `The ${identity.shortTitle} team`),
    groups: [],
  }
  const about = festival().subjects.find(({ key }) => key === event)
  if (about) {
    content.sessions = { fileName: `${about.slug}.ics`, entries: listCalendarEntries(about) }
    // Template services accept no attachments, so the button leads to the calendar file.
    content.action = {
      label: `Times and calendar for ${fullName(about)}`,
      address: address + subjectPath(about),
    }
  }
  if (button) {
    content.action = button
  }
  if (isForOrganisers) {
    content.footerReason = 'You are receiving this e-mail because you are an organiser.'
  } else {
    content.opensLinks = true
  }
  return content
}

export const announcementEmail = (installation: Installation): ReadConfirmation =>
  createEmailReader(
    { schema: payloadSchema, write: (payload) => writeEmail(payload, installation) },
    installation,
  )

/** E-mails per transaction. A small number, so that visitors' writes do not wait. */
const batchSize = 200
const mostListed = 50
/** Applies to all listed messages together. */
const mostFailures = 500

type Calls =
  | 'countPeople'
  | 'testAnnouncement'
  | 'sendAnnouncement'
  | 'listAnnouncements'
  | 'setAnnouncement'
  | 'releaseAnnouncement'

export interface AnnouncementDeps extends BankDeps {
  settings: { publicUrl: string }
  outbox: Pick<Outbox, 'deliver'>
  limits: Pick<RateLimits, 'testMessages'>
  organisers: SignInDeps['organisers']
}

export const announcementHandlers = (deps: AnnouncementDeps): Pick<DeskHandlers, Calls> => {
  const { db, clock, matcher, indexer, outbox, settings, limits } = deps
  const ownAddresses = { site: settings.publicUrl, email: identity.email }

  /** Yields pages of entries, oldest first. */
  async function* readFiltered(filter: AnnouncementFilter): AsyncIterable<ReviewedEntry[]> {
    await indexer.catchUp()
    const conditions = await findConditions(db, await matcher.resolve(filter))
    for (let after: string | null | undefined; after !== null; ) {
      const page = await listReviews(db, conditions, { order: 'oldest', after, limit: batchSize })
      const entries = await readEntries(db, page.reviews)
      yield page.reviews.flatMap(({ entry_id }) => entries.get(entry_id) ?? [])
      after = page.next
    }
  }

  /** Idempotent, because the ids of e-mails are derived from message and address. */
  const queueEmails = async (message: AnnouncementRow): Promise<void> => {
    const { id, subject, text, actor } = message
    const filter = v.parse(announcementFilterSchema, JSON.parse(message.filter))
    const event = message.with_calendar === 1 ? filter.event : undefined
    for await (const entries of readFiltered(filter)) {
      const emails = entries.map(({ id: entryId, name, email }) => {
        const payload: Payload = { email, name, subject, text }
        if (event !== undefined) {
          payload.event = event
        }
        return { id: deriveUuid(id, identifyPerson(email)), entryId, payload, now: clock() }
      })
      await transact(db, (transaction) => saveAnnouncementEmails(transaction, id, emails))
    }
    await transact(db, async (transaction) => {
      const emails = transaction.selectFrom('message').where('announcement_id', '=', id)
      const { n } = await emails.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()
      const detail = { message: id, people: Number(n) }
      const now = clock()
      const { numUpdatedRows } = await transaction
        .updateTable('announcement')
        .set({ people: detail.people })
        .where('id', '=', id)
        .where('people', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 1n) {
        await saveAudit(transaction, { at: now, actor, action: 'announcement-sent', detail })
      }
      // A stopped message stays stopped. The wait starts now, so that admins have all of it.
      const waits_until = message.waits_until === null ? null : later(now, holdMinutes * minuteMs)
      await transaction
        .updateTable('announcement')
        .set({ state: 'sending', waits_until })
        .where('id', '=', id)
        .where('state', '=', 'queueing')
        .execute()
    })
  }

  const countAddresses = async (filter: AnnouncementFilter): Promise<number> => {
    const people = new Set<string>()
    for await (const entries of readFiltered(filter)) {
      for (const { email } of entries) {
        people.add(identifyPerson(email))
      }
    }
    return people.size
  }

  return {
    countPeople: async ({ query }) => ({ people: await countAddresses(query) }),

    testAnnouncement: async ({ body, organiser: { email } }) => {
      const seconds = await limits.testMessages.count(hashSecret(email))
      if (seconds !== undefined) {
        throw refuseTest(seconds)
      }
      const payload: Payload = { ...body, email, name: email.split('@', 1).join() }
      const test = {
        kind: 'announcement',
        entryId: '',
        payload,
        now: clock(),
        ccOrganisers: false,
      } as const
      return { confirmation: await outbox.deliver(await saveEmail(db, test)) }
    },

    sendAnnouncement: async ({
      query,
      body: { id, toEveryone, again, calendar, ...words },
      organiser,
    }) => {
      const { email: actor, role } = organiser
      if (calendar && !findSubject(query.event ?? '')) {
        throw refuseFields([
          { path: 'calendar', message: 'Only a message about one event can have a calendar file.' },
        ])
      }
      if (!toEveryone && !Object.values(query).some((value) => value?.trim())) {
        throw refuseFields([
          {
            path: 'everybody',
            message: 'This message goes to everyone. Confirm that this is intended.',
          },
        ])
      }
      const filter = JSON.stringify(query)
      const { subject, text } =
        role === 'head' ? addEventName(words, nameEvent(query.event ?? '')) : words
      const earlier = db.selectFrom('announcement').selectAll().orderBy('created_at', 'desc')
      const same = await earlier
        .where((message) => message.and({ subject, text, filter }))
        .execute()
      if (same[0] && !again && same.every((message) => message.id !== id)) {
        throw refuseRepeated(same[0])
      }
      const now = clock()
      const isHeld = requiresRelease(organiser)
      const links = isHeld ? findForeignLinks(`${subject}\n${text}`, ownAddresses) : []
      const waits_until = isHeld ? later(now, holdMinutes * minuteMs) : null
      const needs_release = links.length > 0 ? 1 : 0
      const row: AnnouncementRow = {
        id,
        subject,
        text,
        filter,
        actor,
        created_at: now.toISOString(),
        state: 'queueing',
        people: null,
        waits_until,
        needs_release,
        with_calendar: calendar ? 1 : 0,
      }
      if (isHeld) {
        await requireFewMessages(db, row)
      }
      const people = isHeld ? await countAddresses(query) : 0
      await transact(db, async (transaction) => {
        await acquireLock(transaction, 'messages')
        const isNew = await insertOnce(transaction.insertInto('announcement').values(row))
        if (!isNew || !isHeld) {
          return
        }
        await requireFewMessages(transaction, row)
        await warnAdmins(transaction, deps, row, { people, links })
      })
      const stored = await findAnnouncement(db, id)
      if (!isSameMessage(stored, row)) {
        throw refuseUsedId()
      }
      if (stored.people === null) {
        await queueEmails(stored)
      }
      return { people: (await findAnnouncement(db, id)).people ?? 0 }
    },

    listAnnouncements: async ({ organiser: { email, role } }) => {
      const newest = db
        .selectFrom('announcement')
        .selectAll()
        .orderBy('created_at', 'desc')
        .limit(mostListed)
      const shown = role === 'head' ? newest.where('actor', '=', email) : newest
      const rows = await shown.execute()
      const announcements = await toAnnouncements(db, rows, { now: clock(), ownAddresses })
      // Heads have no call that resends a single e-mail.
      if (role === 'head') {
        for (const announcement of announcements) {
          announcement.failures = []
        }
      }
      return { announcements }
    },

    setAnnouncement: async ({ params: { id }, body: { state }, organiser }) => {
      const { email: actor } = organiser
      const storedMessage = await findAnnouncement(db, id)
      requireMaySet(organiser, storedMessage, state)
      const isCutOff = storedMessage.people === null && state === 'sending'
      await transact(db, async (transaction) => {
        const changing = transaction
          .updateTable('announcement')
          .set({ state: isCutOff ? 'queueing' : state })
          .where('id', '=', id)
        const changed =
          state === 'stopped'
            ? changing.where('state', '<>', 'stopped')
            : changing.where('state', '=', 'stopped')
        const { numUpdatedRows } = await changed.executeTakeFirstOrThrow()
        const action = state === 'stopped' ? 'announcement-stopped' : 'announcement-resumed'
        const line = { at: clock(), actor, action, detail: { message: id } } as const
        if (numUpdatedRows === 1n) {
          await saveAudit(transaction, line)
        }
      })
      if (isCutOff) {
        await queueEmails(storedMessage)
      }
    },

    releaseAnnouncement: async ({ params: { id }, organiser: { email: actor } }) => {
      const storedMessage = await findAnnouncement(db, id)
      if (storedMessage.actor === actor) {
        throw new ApiError('forbidden', 'Ask another admin to release your message.')
      }
      await transact(db, async (transaction) => {
        const releasing = transaction
          .updateTable('announcement')
          .set({ needs_release: 0 })
          .where('id', '=', id)
        const { numUpdatedRows } = await releasing
          .where('needs_release', '=', 1)
          .executeTakeFirstOrThrow()
        const line = {
          at: clock(),
          actor,
          action: 'announcement-released',
          detail: { message: id },
        } as const
        if (numUpdatedRows === 1n) {
          await saveAudit(transaction, line)
        }
      })
    },
  }
}

const refuseTest = (seconds: number): ApiError =>
  tooManyRequests(
    seconds,
    `You have sent ${maxTestMessages} tests in an hour, which is the limit. Please try again later.`,
  )

const isSameMessage = (stored: AnnouncementRow, row: AnnouncementRow): boolean =>
  stored.subject === row.subject &&
  stored.text === row.text &&
  stored.filter === row.filter &&
  stored.actor === row.actor &&
  stored.with_calendar === row.with_calendar

/** @throws ApiError `forbidden` if the sender has reached the limit */
const requireFewMessages = async (
  db: DbOrTransaction,
  { id, actor, created_at }: Pick<AnnouncementRow, 'id' | 'actor' | 'created_at'>,
): Promise<void> => {
  const { n } = await db
    .selectFrom('announcement')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('id', '<>', id)
    .where('actor', '=', actor)
    .where('created_at', '>', later(new Date(created_at), -dayMs))
    .executeTakeFirstOrThrow()
  if (Number(n) >= maxHeldMessages) {
    throw new ApiError(
      'forbidden',
      `You have sent ${maxHeldMessages} messages in the last 24 hours, which is the limit. Ask an admin to send this one.`,
    )
  }
}

/** Mail scanners open links, so opening the link does not stop the message. */
const warnAdmins = async (
  transaction: Transaction<Tables>,
  { clock, organisers, settings }: Pick<AnnouncementDeps, 'clock' | 'organisers' | 'settings'>,
  { id, subject, text, filter, actor, waits_until }: AnnouncementRow,
  { people, links }: { people: number; links: readonly string[] },
): Promise<void> => {
  const { event } = v.parse(announcementFilterSchema, JSON.parse(filter))
  const addressees = event ? `the participants of ${nameEvent(event)}` : 'participants'
  const number = people === 1 ? '1 address' : `${people} addresses`
  const when =
    links.length > 0
      ? `It links to another site (${links.map(breakLinks).join(', ')}), so it will be sent only after an admin other than its sender presses Release.`
      : `The first e-mail will be sent at ${formatTime(instantAt(Date.parse(waits_until ?? '')))}.`
  const lines = [
    `${actor} wrote a message to ${addressees} (${number}). ${when}`,
    'If this message should not be sent, open Messages at the desk and press Stop.',
    `Subject: ${breakLinks(subject)}`,
    breakLinks(text),
  ]
  const email = {
    subject: `Message to ${number} by ${actor}`,
    text: lines.join('\n\n'),
    once: id,
    button: {
      label: 'Open Messages to stop it',
      address: `${settings.publicUrl}${deskPage}/messages`,
    },
  }
  await mailAdmins({ db: transaction, clock, organisers }, email)
}

/**
 * Only admins named in ORGANISERS may resume their own message, because others may have stopped it.
 * @throws ApiError `not-found` or `forbidden`
 */
const requireMaySet = (
  organiser: Organiser,
  { actor, state: stored }: AnnouncementRow,
  state: 'sending' | 'stopped',
): void => {
  const isOwn = actor === organiser.email
  if (organiser.role === 'head' && !isOwn) {
    throw noSuchMessage()
  }
  const wasStopped = stored !== 'queueing'
  const mayResume =
    !requiresRelease(organiser) || (organiser.role === 'admin' && !(isOwn && wasStopped))
  if (state === 'sending' && !mayResume) {
    throw new ApiError('forbidden', 'Ask another admin to resume this message.')
  }
}

const refuseRepeated = ({ people, created_at }: AnnouncementRow): ApiError => {
  const at = Date.parse(created_at)
  const when = `${formatShortDay(dayAt(at))} at ${formatTime(instantAt(at))}`
  return new ApiError(
    'illegal',
    `${people === 1 ? '1 person' : `${people ?? 0} people`} received this message on ${when}. Send it again?`,
  )
}

/**
 * Returns false if the participant no longer matches the filter, or was rejected or withdrawn after
 * the message was written. Ignores the filters `bank` and `lunch`.
 */
export const isStillListed = async (
  db: Db,
  announcementId: string,
  email: string,
): Promise<boolean> => {
  const { filter, created_at } = await findAnnouncement(db, announcementId)
  const {
    bank: _bank,
    lunch: _lunch,
    ...filterToCheck
  } = v.parse(announcementFilterSchema, JSON.parse(filter))
  const ownEntries = Object.values(entryTables).map(
    (table) => sql`select id from ${sql.table(table)} where email = ${email}`,
  )
  const conditions = [
    ...(await findConditions(db, filterToCheck)),
    sql<SqlBool>`review.entry_id in (${sql.join(ownEntries, sql` union all `)})`,
    sql<SqlBool>`(review.state not in ('rejected', 'withdrawn') or review.changed_at <= ${created_at})`,
  ]
  const listed = db.selectFrom('review').select('entry_id').where(all(conditions))
  return (await listed.executeTakeFirst()) !== undefined
}

const identifyPerson = (email: string): string => email.trim().toLowerCase()

const noSuchMessage = (): ApiError => new ApiError('not-found', 'There is no such message.')

/** @throws ApiError `not-found` */
const findAnnouncement = async (db: DbOrTransaction, id: string): Promise<AnnouncementRow> => {
  const row = await db
    .selectFrom('announcement')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) {
    throw noSuchMessage()
  }
  return row
}

const findState = (
  { people, state, needs_release, waits_until }: AnnouncementRow,
  openCount: number,
  now: Date,
): Announcement['state'] => {
  if (people === null) {
    return state
  }
  if (openCount === 0) {
    return 'done'
  }
  if (state === 'stopped') {
    return 'stopped'
  }
  if (needs_release === 1) {
    return 'held'
  }
  return waits_until !== null && waits_until > now.toISOString() ? 'waiting' : 'sending'
}

const toAnnouncements = async (
  db: DbOrTransaction,
  rows: readonly AnnouncementRow[],
  { now, ownAddresses }: { now: Date; ownAddresses: OwnAddresses },
): Promise<Announcement[]> => {
  const emails = db
    .selectFrom('message')
    .where('announcement_id', 'in', ['', ...rows.map(({ id }) => id)])
  const sum = (condition: string) =>
    sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`
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
  return rows.map((row) => {
    const { id, subject, text, filter, actor: by, created_at: at, waits_until: waitsUntil } = row
    const count = counts.find(({ announcement_id }) => announcement_id === id)
    return {
      id,
      subject,
      text,
      filter: JSON.parse(filter),
      by,
      at,
      waitsUntil,
      state: findState(row, Number(count?.open ?? 0), now),
      links: row.needs_release === 1 ? findForeignLinks(`${subject}\n${text}`, ownAddresses) : [],
      sent: Number(count?.sent ?? 0),
      waiting: Number(count?.waiting ?? 0),
      left: Number(count?.left ?? 0),
      failed: Number(count?.failed ?? 0),
      failures: failures
        .filter(({ announcement_id }) => announcement_id === id)
        .map((message) => ({
          entryId: message.entry_id,
          email: message.recipient,
          isRefused: message.refused_at !== null,
          name: v.parse(payloadSchema, JSON.parse(message.payload)).name,
          nextAt: message.state === 'failed' ? null : message.next_attempt_at,
        })),
    }
  })
}
