import { sql } from 'kysely'
import { formatPaise } from '../../festival/bank/cells'
import { findSubject } from '../../festival/content/catalogue'
import { dayAt, minuteMs } from '../../festival/content/slot'
import { fullName } from '../../festival/content/subject'
import type { Appointment } from '../../festival/contract/organisers'
import { describeLowDiskSpace, type LowDiskSpace } from '../../festival/contract/overview'
import { deskPage } from '../../festival/contract/pages'
import { saveAudit } from '../db/audit'
import type { OrganiserRow } from '../db/desk-schema'
import { acquireLock, sumOfMoney } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { insertOnce, transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { saveEmail } from '../mail/save-message'
import type { Clock } from '../system/clock'
import { hashParts } from '../system/secret'
import type { OrganiserAddedPayload } from './emails'
import type { DeskHandlers, Organiser, Organisers } from './guard'

const readAppointment = ({ role, events }: OrganiserRow): Appointment => ({
  role,
  events: role === 'head' ? events.split('+') : null,
})

/** ORGANISERS takes precedence over organisers added at the desk. */
export const findAppointed = async (
  db: DbOrTransaction,
  setting: Organisers,
  email: string,
): Promise<(Appointment & Pick<Organiser, 'isFromSetting'>) | undefined> => {
  const appointment = setting.get(email)
  if (appointment) {
    return { ...appointment, isFromSetting: true }
  }
  const row = await db
    .selectFrom('organiser')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  return row && { ...readAppointment(row), isFromSetting: false }
}

export const listAppointed = async (
  db: DbOrTransaction,
  setting: Organisers,
): Promise<(Appointment & { email: string; addedBy: string | null })[]> => {
  const added = await db.selectFrom('organiser').selectAll().execute()
  const addedBy = new Map(added.map(({ email, added_by }) => [email, added_by]))
  const appointments = new Map([
    ...added.map((row) => [row.email, readAppointment(row)] as const),
    ...setting,
  ])
  return [...appointments].map(([email, appointment]) => ({
    ...appointment,
    email,
    addedBy: addedBy.get(email) ?? null,
  }))
}

/** Otherwise a stranger with an added admin's mailbox could add a second admin. */
const requireOwner = ({ isFromSetting }: Organiser): void => {
  if (!isFromSetting) {
    throw new ApiError(
      'forbidden',
      'Only admins named in the ORGANISERS setting can add and remove organisers.',
    )
  }
}

interface Deps {
  db: Db
  clock: Clock
  organisers: Organisers
  publicUrl: string
}
type MailDeps = Pick<Deps, 'clock'> & { db: DbOrTransaction; organisers?: Organisers | undefined }

interface AdminEmail {
  subject: string
  text: string
  /** Each admin gets one e-mail for each subject and occasion. The default is the day. */
  once?: string
  button?: { label: string; address: string } | undefined
}

export const mailAdmins = async (
  { db, clock, organisers = new Map() }: MailDeps,
  { subject, text, once, button }: AdminEmail,
): Promise<void> => {
  const now = clock()
  const emails = await listAdmins(db, organisers)
  const day = dayAt(now.getTime())
  await mailOrganisers(db, emails, {
    subject,
    text,
    button,
    now,
    once: `${subject} ${once ?? day}`,
  })
}

export const listAdmins = async (db: DbOrTransaction, setting: Organisers): Promise<string[]> =>
  (await listAppointed(db, setting))
    .filter(({ role }) => role === 'admin')
    .map(({ email }) => email)

const addressToOrganiser = (email: string, content: Omit<AdminEmail, 'once'>) =>
  ({
    kind: 'announcement',
    entryId: '',
    payload: { ...content, email, name: email.split('@', 1).join(), isForOrganisers: true },
    ccOrganisers: false,
  }) as const

export const mailOrganisers = async (
  db: DbOrTransaction,
  emails: readonly string[],
  { subject, text, button, now, once }: Omit<AdminEmail, 'once'> & { now: Date; once: string },
): Promise<void> => {
  for (const email of emails) {
    await saveEmail(db, {
      ...addressToOrganiser(email, { subject, text, button }),
      id: hashParts(once, email),
      now,
    })
  }
}

/** How long changes are collected before admins are e-mailed. */
const digestMs = 5 * minuteMs
/** Equals the priority of messages to participants. */
const digestPriority = 3
/** The limit in characters. Longer digests end with `moreChanges`. */
const maxDigestLength = 8_000
const moreChanges = 'There were more changes.'

/** @returns false if no digest is queued */
const extendDigest = async (db: DbOrTransaction, id: string, lines: string): Promise<boolean> => {
  const digest = await db
    .selectFrom('message')
    .select('payload')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!digest) {
    return false
  }
  const payload: { text: string } = JSON.parse(digest.payload)
  if (payload.text.endsWith(moreChanges)) {
    return true
  }
  const added = payload.text.length > maxDigestLength ? moreChanges : lines
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ payload: JSON.stringify({ ...payload, text: `${payload.text}\n${added}` }) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Callers must hold a lock, because changes are appended to the queued digest. `once` identifies
 * the change.
 */
export const mailDigest = async (
  { db, clock, organisers = new Map() }: MailDeps,
  {
    subject,
    intro,
    lines,
    once,
  }: { subject: string; intro: string; lines: readonly string[]; once: string },
): Promise<void> => {
  const now = clock()
  const end = new Date((Math.floor(now.getTime() / digestMs) + 1) * digestMs)
  const text = lines.join('\n')
  for (const email of await listAdmins(db, organisers)) {
    const id = hashParts(subject, end.toISOString(), email)
    if (await extendDigest(db, id, text)) {
      continue
    }
    // Another process with a faster clock may have sent this digest.
    const sentDigest = await db
      .selectFrom('message')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    await saveEmail(db, {
      ...addressToOrganiser(email, { subject, text: `${intro}\n\n${text}` }),
      id: sentDigest ? hashParts(id, once) : id,
      now,
      notBefore: end,
      priority: digestPriority,
    })
  }
}

export const notifyAdminsOfLowSpace = (deps: MailDeps, room: LowDiskSpace): Promise<void> =>
  mailAdmins(deps, { subject: 'The disk is nearly full', text: describeLowDiskSpace(room) })

export const organiserHandlers = ({
  db,
  clock,
  organisers,
  publicUrl,
}: Deps): Pick<DeskHandlers, 'addOrganiser' | 'removeOrganiser'> => ({
  addOrganiser: async ({ body: { email, role, events }, organiser }) => {
    requireOwner(organiser)
    if (organisers.has(email)) {
      throw refuseFields([
        { path: 'email', message: 'This person is already listed in the ORGANISERS setting.' },
      ])
    }
    const now = clock()
    const keys = [...new Set(events)]
    const row = {
      email,
      role,
      events: keys.join('+'),
      added_by: organiser.email,
      added_at: now.toISOString(),
    }
    await transact(db, async (transaction) => {
      if (!(await insertOnce(transaction.insertInto('organiser').values(row)))) {
        const stored = await transaction
          .selectFrom('organiser')
          .selectAll()
          .where('email', '=', email)
          .executeTakeFirst()
        if (
          stored?.role === role &&
          stored.events === row.events &&
          stored.added_by === row.added_by
        ) {
          return
        }
        throw refuseFields([
          { path: 'email', message: 'This person is already an organiser. Remove them first.' },
        ])
      }
      const titles = keys
        .flatMap((key) => findSubject(key) ?? [])
        .map((subject) => fullName(subject))
      const detail: Record<string, string> = { email, role }
      if (keys.length > 0) {
        detail.of = keys.join(' ')
      }
      await saveAudit(transaction, {
        at: now,
        actor: organiser.email,
        action: 'organiser-added',
        detail,
      })
      const admins = [...organisers.keys()].filter(
        (address) => organisers.get(address)?.role === 'admin',
      )
      for (const recipient of [email, ...admins]) {
        const about = {
          added: email,
          role,
          events: titles,
          by: organiser.email,
          address: publicUrl + deskPage,
        }
        const payload: OrganiserAddedPayload = { ...about, email: recipient }
        await saveEmail(transaction, {
          kind: 'organiser-added',
          entryId: '',
          payload,
          now,
          ccOrganisers: false,
        })
      }
    })
    return undefined
  },

  removeOrganiser: async ({ body: { email }, organiser }) => {
    requireOwner(organiser)
    await transact(db, async (transaction) => {
      // Under this lock, a concurrent handover is either complete or refused.
      await acquireLock(transaction, 'cash')
      const row = await transaction
        .deleteFrom('organiser')
        .where('email', '=', email)
        .returningAll()
        .executeTakeFirst()
      if (!row) {
        throw new ApiError('not-found', 'No organiser with this address was added at the desk.')
      }
      const balance = sumOfMoney(sql`case when to_holder = ${email} then amount else -amount end`)
      const { rows } = await sql<{ holds: number }>`
        select ${balance} as holds from cash_move
        where (to_holder = ${email} or from_holder = ${email}) and removed_at is null
      `.execute(transaction)
      const holds = Number(rows[0]?.holds)
      if (holds > 0) {
        throw new ApiError(
          'illegal',
          `This person holds ${formatPaise(holds)} in cash, which must be handed over first.`,
        )
      }
      // Organisers who are also named in ORGANISERS stay signed in.
      if (!organisers.has(email)) {
        for (const table of ['desk_session', 'sign_in_link'] as const) {
          await transaction.deleteFrom(table).where('email', '=', email).execute()
        }
      }
      const detail = { email, role: row.role }
      await saveAudit(transaction, {
        at: clock(),
        actor: organiser.email,
        action: 'organiser-removed',
        detail,
      })
    })
    return undefined
  },
})
