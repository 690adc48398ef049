import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { purgeDeleted } from '../db/engines'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { proofColumns } from '../db/table-rows'
import { transact } from '../db/transact'
import type { Clock } from '../system/clock'
import { OperatorError } from '../system/operator-error'
import type { FileStore } from '../uploads/file-store'
import { eraseUploadRows } from '../uploads/upload-rows'
import { eraseDeskRows, findEarlierProofs } from './forget-desk-rows'
import { emptyRows, eraseMemberships, findMemberships, findOpenRows, type Membership } from './forget-elsewhere'

/** Whom: by the e-mail address of their own forms, and by the phone under which others may have named them in a team. */
export interface Person {
  email?: string | undefined
  phone?: string | undefined
  /** Whether rows of bank statements that may be theirs go, too. */
  withBankRows?: boolean | undefined
}

export interface ForgetDependencies {
  db: Db
  files: Pick<FileStore, 'remove' | 'quarantine'>
  clock: Clock
  /** Where the folder engine writes its e-mails. */
  mailFolder: string
  person: Person
  /** Waits between looks at an e-mail that is on its way. */
  wait?: () => Promise<void>
}

/** What there is of a person, or what was erased: ids and counts, never the address. */
export interface Traces {
  /** The ids that the person was given, and the rows' own where there is none. */
  registrations: string[]
  delegatePasses: string[]
  accommodations: string[]
  submissions: number
  messages: number
  /** Confirmations that had gone out: they lie in mailboxes that are not ours. */
  messagesSent: number
  /** Proofs that no other record refers to. */
  proofs: string[]
  /** The ids of teams of others that name the person. */
  teams: string[]
  /** Rows of bank statements that are nobody's payment yet, and hold the name. */
  bankRows: number
}

export interface Erased extends Traces {
  files: number
  /** Addresses of files at an image host, which only its own console removes. */
  filesElsewhere: string[]
}

interface Found extends Traces {
  recordIds: string[]
  messageIds: string[]
  memberships: Membership[]
  openRows: string[]
}

const recordTables = ['EventRegistration', 'DelegatePass', 'Accommodation'] as const

/** What `forgetPerson` would erase. */
export const findTraces = async (db: DbOrTransaction, person: Person): Promise<Traces> =>
  toTraces(await find(db, person))

const toTraces = ({
  recordIds: _records,
  messageIds: _messages,
  memberships: _,
  openRows: _rows,
  ...traces
}: Found): Traces => traces

/** A lease lasts half a minute, and then the e-mail is free. */
const looks = 35

/**
 * Erases a person by e-mail address: records, keys of submission, messages, proofs and the e-mails of the folder engine.
 * The rows go in one transaction, the files after it (behaviour 12.15); then nothing of them is left in the table store's
 * own files either (12.32), also where an earlier run got no further than the rows.
 * @throws OperatorError when an e-mail to the address stays on its way, or the table store's file stays in use
 */
export const forgetPerson = async (parts: ForgetDependencies): Promise<Erased> => {
  const { db, files, clock, mailFolder, person, wait = () => pause(1_000) } = parts
  for (let look = 0; look < looks; look += 1) {
    const result = await transact(db, (transaction) => eraseRows(transaction, person, clock()))
    if (result) {
      for (const name of result.erased.files) {
        await files.remove(name)
        await files.quarantine.remove(name)
      }
      for (const id of result.found.messageIds) await rm(join(mailFolder, `${id}.eml`), { force: true })
      await purge(db)
      return { ...toTraces(result.found), files: result.erased.files.length, filesElsewhere: result.erased.elsewhere }
    }
    await wait()
  }
  throw new OperatorError('An e-mail to this address is on its way and does not arrive. Please try again in a minute.')
}

const purge = (db: Db): Promise<void> =>
  purgeDeleted(db).catch((cause: unknown) => {
    const words =
      'The rows and files are erased, but the database file still holds what is left of them, for it is in use.'
    throw new OperatorError(`${words} Please run this again in a minute.`, { cause })
  })

/** Undefined, and nothing erased, while an e-mail is on its way: it would be written after its message is gone. */
const eraseRows = async (transaction: Transaction<Tables>, person: Person, now: Date) => {
  const found = await find(transaction, person)
  const { recordIds, messageIds } = found
  if (messageIds.length > 0) {
    const sending = await transaction
      .selectFrom('message')
      .select('id')
      .where('id', 'in', messageIds)
      .where('state', '=', 'sending')
      .where('lease_until', '>', now.toISOString())
      .execute()
    if (sending.length > 0) return undefined
    await transaction.deleteFrom('message').where('id', 'in', messageIds).execute()
  }
  if (recordIds.length > 0) {
    await transaction.deleteFrom('submission').where('record_id', 'in', recordIds).execute()
    await eraseDeskRows(transaction, recordIds)
    for (const table of recordTables) await transaction.deleteFrom(table).where('id', 'in', recordIds).execute()
  }
  await eraseMemberships(transaction, found.memberships)
  if (person.withBankRows) await emptyRows(transaction, found.openRows)
  return { found, erased: await eraseUploadRows(transaction, found.proofs) }
}

const find = async (db: DbOrTransaction, { email, phone }: Person): Promise<Found> => {
  const address = email?.trim().toLowerCase() ?? ''
  const isTheirs = sql<boolean>`lower(email) = ${address}`
  const registrations = await db.selectFrom('EventRegistration').selectAll().where(isTheirs).execute()
  const passes = await db.selectFrom('DelegatePass').selectAll().where(isTheirs).execute()
  const rooms = await db.selectFrom('Accommodation').selectAll().where(isTheirs).execute()
  const recordIds = [...registrations, ...passes, ...rooms].map(({ id }) => id)
  const own = [...registrations, ...passes, ...rooms]
  const phones = [...new Set([...own.map((row) => row.phone), ...(phone === undefined ? [] : [phone])])]
  const memberships = await findMemberships(db, phones, recordIds)
  const openRows = await findOpenRows(db, [...new Set(own.map((row) => row.name))])
  const messages = await db
    .selectFrom('message')
    .select(['id', 'state'])
    .where(({ or, eb }) =>
      or([
        sql<boolean>`lower(recipient) = ${address}`,
        ...(recordIds.length > 0 ? [eb('record_id', 'in', recordIds)] : []),
      ]),
    )
    .execute()
  const submissions =
    recordIds.length === 0
      ? []
      : await db.selectFrom('submission').select('key').where('record_id', 'in', recordIds).execute()
  const urls = new Set([
    ...[...registrations, ...passes].map((row) => row.payment_screenshot_url),
    ...rooms.flatMap((row) => [row.payment_proof_url, row.id_proof_url, row.participation_proof_url]),
    ...(await findEarlierProofs(db, recordIds)),
  ])
  return {
    recordIds,
    memberships,
    openRows,
    teams: memberships.map(({ registrationId }) => registrationId),
    bankRows: openRows.length,
    messageIds: messages.map(({ id }) => id),
    registrations: registrations.map((row) => row.registration_id),
    delegatePasses: passes.map((row) => row.registration_id),
    accommodations: rooms.map((row) => row.id),
    submissions: submissions.length,
    messages: messages.length,
    messagesSent: messages.filter(({ state }) => state === 'sent').length,
    proofs: await keepUnshared(db, [...urls], recordIds),
  }
}

/** The tables that name proofs, with the column of the record. */
const proofHolders = [...recordTables.map((table) => [table, 'id'] as const), ['proof', 'record_id'] as const]

/** Those that no record of anyone else's refers to. */
const keepUnshared = async (db: DbOrTransaction, urls: string[], recordIds: string[]): Promise<string[]> => {
  const shared = new Set<string>()
  if (urls.length === 0) return []
  for (const [table, id] of proofHolders)
    for (const column of proofColumns[table] ?? []) {
      const { rows } = await sql<{ url: string }>`
        select distinct ${sql.ref(column)} as url from ${sql.table(table)}
        where ${sql.ref(column)} in (${sql.join(urls)}) and ${sql.ref(id)} not in (${sql.join(recordIds)})
      `.execute(db)
      for (const { url } of rows) shared.add(url)
    }
  return urls.filter((url) => !shared.has(url))
}
