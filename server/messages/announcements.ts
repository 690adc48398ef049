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
import { groupBy } from '../../festival/group-by'
import { breakLinks } from '../../festival/text/break-links'
import type { BankDeps } from '../bank/imports'
import { saveAudit } from '../db/audit'
import type { AnnouncementRow } from '../db/desk-schema'
import { acquireLock, isAmong } from '../db/engines'
import {
  type Db,
  type DbOrTransaction,
  entryTables,
  type MessageRow,
  type Tables,
} from '../db/schema'
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
  const eventSubject = festival().subjects.find(({ key }) => key === event)
  if (eventSubject) {
    content.sessions = {
      fileName: `${eventSubject.slug}.ics`,
      entries: listCalendarEntries(eventSubject),
    }
    // Template services accept no attachments, so the button leads to the calendar file.
    content.action = {
      label: `Times and calendar for ${fullName(eventSubject)}`,
      address: address + subjectPath(eventSubject),
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
const maxListed = 50
/** Applies to all listed messages together. */
const maxFailures = 500

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
    conditions.push(isConfirmed)
    for (let after: string | null | undefined; after !== null; ) {
      const page = await listReviews(db, conditions, { order: 'oldest', after, limit: batchSize })
      const entries = await readEntries(db, page.reviews)
      yield page.reviews.flatMap(({ entry_id }) => entries.get(entry_id) ?? [])
      after = page.next
    }
  }

  /** Idempotent, because the ids of e-mails are derived from message and address. */
  const queueEmails = async (message: AnnouncementRow) => {
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
      const { count } = await transaction
        .selectFrom('message')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('announcement_id', '=', id)
        .executeTakeFirstOrThrow()
      const people = Number(count)
      const now = clock()
      const { numUpdatedRows } = await transaction
        .updateTable('announcement')
        .set({ people })
        .where('id', '=', id)
        .where('people', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 1n) {
        const detail = { message: id, people }
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

    sendAnnouncement: async ({ query, body, organiser }) => {
      const { id, toEveryone, again, calendar, ...content } = body
      requireClearAudience(query, { toEveryone, calendar })
      const { email: actor, role } = organiser
      const { subject, text } =
        role === 'head' ? addEventName(content, nameEvent(query.event ?? '')) : content
      const filter = JSON.stringify(query)
      const earlier = await db
        .selectFrom('announcement')
        .selectAll()
        .where((message) => message.and({ subject, text, filter }))
        .orderBy('created_at', 'desc')
        .execute()
      if (earlier[0] && !again && earlier.every((message) => message.id !== id)) {
        throw refuseRepeated(earlier[0])
      }
      const now = clock()
      const isHeld = requiresRelease(organiser)
      const links = isHeld ? findForeignLinks(`${subject}\n${text}`, ownAddresses) : []
      const row: AnnouncementRow = {
        id,
        subject,
        text,
        filter,
        actor,
        created_at: now.toISOString(),
        state: 'queueing',
        people: null,
        waits_until: isHeld ? later(now, holdMinutes * minuteMs) : null,
        needs_release: links.length > 0 ? 1 : 0,
        with_calendar: calendar ? 1 : 0,
      }
      if (isHeld) {
        await requireFewMessages(db, row)
      }
      const people = isHeld ? await countAddresses(query) : 0
      await transact(db, async (transaction) => {
        await acquireLock(transaction, 'messages')
        const isNew = await insertOnce(transaction.insertInto('announcement').values(row))
        if (isNew && isHeld) {
          await requireFewMessages(transaction, row)
          await warnAdmins(transaction, deps, row, { people, links })
        }
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

    listAnnouncements: async ({ organiser: { email, role, events } }) => {
      const rows = await db
        .selectFrom('announcement')
        .selectAll()
        .$if(role === 'head', (query) =>
          query.where(({ eb, or }) => or([eb('actor', '=', email), or((events ?? []).map(isTo))])),
        )
        .orderBy('created_at', 'desc')
        .limit(maxListed)
        .execute()
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
      const message = await findAnnouncement(db, id)
      requireMaySet(organiser, message, state)
      // Resuming a message whose e-mails were not all queued continues the queueing.
      const isIncomplete = message.people === null && state === 'sending'
      await transact(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('announcement')
          .set({ state: isIncomplete ? 'queueing' : state })
          .where('id', '=', id)
          .where('state', state === 'stopped' ? '<>' : '=', 'stopped')
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 1n) {
          await saveAudit(transaction, {
            at: clock(),
            actor: organiser.email,
            action: state === 'stopped' ? 'announcement-stopped' : 'announcement-resumed',
            detail: { message: id },
          })
        }
      })
      if (isIncomplete) {
        await queueEmails(message)
      }
    },

    releaseAnnouncement: async ({ params: { id }, organiser: { email: actor } }) => {
      const message = await findAnnouncement(db, id)
      if (message.actor === actor) {
        throw new ApiError('forbidden', 'Ask another admin to release your message.')
      }
      await transact(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('announcement')
          .set({ needs_release: 0 })
          .where('id', '=', id)
          .where('needs_release', '=', 1)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 1n) {
          await saveAudit(transaction, {
            at: clock(),
            actor,
            action: 'announcement-released',
            detail: { message: id },
          })
        }
      })
    },
  }
}

/** @throws ApiError `invalid` */
const requireClearAudience = (
  filter: AnnouncementFilter,
  { toEveryone, calendar }: { toEveryone?: boolean | undefined; calendar?: boolean | undefined },
) => {
  if (calendar && !findSubject(filter.event ?? '')) {
    throw refuseFields([
      { path: 'calendar', message: 'Only a message about one event can have a calendar file.' },
    ])
  }
  if (!toEveryone && !Object.values(filter).some((value) => value?.trim())) {
    throw refuseFields([
      {
        path: 'everybody',
        message: 'This message goes to everyone. Confirm that this is intended.',
      },
    ])
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
) => {
  const { count } = await db
    .selectFrom('announcement')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('id', '<>', id)
    .where('actor', '=', actor)
    .where('created_at', '>', later(new Date(created_at), -dayMs))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxHeldMessages) {
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
) => {
  const { event } = v.parse(announcementFilterSchema, JSON.parse(filter))
  const audience = event ? `the participants of ${nameEvent(event)}` : 'participants'
  const addressCount = people === 1 ? '1 address' : `${people} addresses`
  const when =
    links.length > 0
      ? `It links to another site (${links.map(breakLinks).join(', ')}), so it will be sent only after an admin other than its sender presses Release.`
      : `The first e-mail will be sent at ${formatTime(instantAt(Date.parse(waits_until ?? '')))}.`
  const lines = [
    `${actor} wrote a message to ${audience} (${addressCount}). ${when}`,
    'If this message should not be sent, open Messages at the desk and press Stop.',
    `Subject: ${breakLinks(subject)}`,
    breakLinks(text),
  ]
  const email = {
    subject: `Message to ${addressCount} by ${actor}`,
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
  { actor, state: currentState }: AnnouncementRow,
  newState: 'sending' | 'stopped',
) => {
  const isOwn = actor === organiser.email
  if (organiser.role === 'head' && !isOwn) {
    throw noSuchMessage()
  }
  const wasStopped = currentState !== 'queueing'
  const mayResume =
    !requiresRelease(organiser) || (organiser.role === 'admin' && !(isOwn && wasStopped))
  if (newState === 'sending' && !mayResume) {
    throw new ApiError('forbidden', 'Ask another admin to resume this message.')
  }
}

const refuseRepeated = ({ people, created_at }: AnnouncementRow): ApiError => {
  const sentAt = Date.parse(created_at)
  const when = `${formatShortDay(dayAt(sentAt))} at ${formatTime(instantAt(sentAt))}`
  return new ApiError(
    'illegal',
    `${people === 1 ? '1 person' : `${people ?? 0} people`} received this message on ${when}. Send it again?`,
  )
}

/** Until an entry is confirmed, its address may belong to a stranger. */
const isConfirmed = sql<SqlBool>`review.state <> 'unconfirmed'`

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
    isConfirmed,
    sql<SqlBool>`review.entry_id in (${sql.join(ownEntries, sql` union all `)})`,
    sql<SqlBool>`(review.state not in ('rejected', 'withdrawn') or review.changed_at <= ${created_at})`,
  ]
  const listed = db.selectFrom('review').select('entry_id').where(all(conditions))
  return (await listed.executeTakeFirst()) !== undefined
}

const identifyPerson = (email: string): string => email.trim().toLowerCase()

/** The filter is stored as JSON. */
const isTo = (event: string) => sql<SqlBool>`filter like ${`%"event":"${event}"%`}`

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
  const ids = rows.map(({ id }) => id)
  const counts = await countEmails(db, ids)
  const failures = await listFailures(db, ids)
  return rows.map((row) => {
    const { id, subject, text, filter, actor, created_at, waits_until, needs_release } = row
    const { open, ...count } = counts.get(id) ?? noEmails
    return {
      id,
      subject,
      text,
      filter: JSON.parse(filter),
      by: actor,
      at: created_at,
      waitsUntil: waits_until,
      state: findState(row, open, now),
      links: needs_release === 1 ? findForeignLinks(`${subject}\n${text}`, ownAddresses) : [],
      ...count,
      failures: failures.get(id)?.map(toFailure) ?? [],
    }
  })
}

const noEmails = { sent: 0, left: 0, waiting: 0, failed: 0, open: 0 }

const selectEmails = (db: DbOrTransaction, announcementIds: readonly string[]) =>
  db.selectFrom('message').where(isAmong(db, 'announcement_id', announcementIds))

/** `open` counts e-mails that will be attempted; `left` counts those that are no longer wanted. */
const countEmails = async (
  db: DbOrTransaction,
  announcementIds: readonly string[],
): Promise<Map<string | null, typeof noEmails>> => {
  const countIf = (condition: string) =>
    sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`
  const rows = await selectEmails(db, announcementIds)
    .groupBy('announcement_id')
    .select([
      'announcement_id',
      countIf("state = 'sent'").as('sent'),
      countIf("state = 'cancelled'").as('left'),
      countIf("state not in ('sent', 'cancelled') and last_error is null").as('waiting'),
      countIf("state not in ('sent', 'cancelled') and last_error is not null").as('failed'),
      countIf("state in ('queued', 'sending')").as('open'),
    ])
    .execute()
  return new Map(
    rows.map(({ announcement_id, sent, left, waiting, failed, open }) => [
      announcement_id,
      // PostgreSQL returns sums as text.
      {
        sent: Number(sent),
        left: Number(left),
        waiting: Number(waiting),
        failed: Number(failed),
        open: Number(open),
      },
    ]),
  )
}

const listFailures = async (db: DbOrTransaction, announcementIds: readonly string[]) => {
  const failed = await selectEmails(db, announcementIds)
    .selectAll()
    .where('state', 'not in', ['sent', 'cancelled'])
    .where('last_error', 'is not', null)
    .orderBy('recipient')
    .limit(maxFailures)
    .execute()
  return groupBy(failed, ({ announcement_id }) => [announcement_id])
}

const toFailure = ({
  entry_id,
  recipient,
  refused_at,
  payload,
  state,
  next_attempt_at,
}: MessageRow): Announcement['failures'][number] => ({
  entryId: entry_id,
  email: recipient,
  isRefused: refused_at !== null,
  name: v.parse(payloadSchema, JSON.parse(payload)).name,
  nextAt: state === 'failed' ? null : next_attempt_at,
})
