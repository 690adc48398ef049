import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { isAmong, purgeDeleted } from '../db/engines'
import { type Db, type DbOrTransaction, entryTables, type Tables } from '../db/schema'
import { listProofUrls, proofColumns } from '../db/table-rows'
import { transact } from '../db/transact'
import type { Clock } from '../system/clock'
import { OperatorError } from '../system/operator-error'
import type { FileStore } from '../uploads/file-store'
import { eraseUploadRows } from '../uploads/upload-rows'
import { eraseDeskRows, findEarlierProofs } from './forget-desk-rows'
import {
  findFormerEntries,
  findTeams,
  findUnmatchedRows,
  redactOtherEntries,
  redactRows,
  type Team,
} from './forget-in-other-entries'

/** `email` finds the person's entries. `phone` finds the person in other teams. */
export interface Person {
  email?: string | undefined
  phone?: string | undefined
  withBankRows?: boolean | undefined
}

export interface ForgetDependencies {
  db: Db
  files: Pick<FileStore, 'remove'>
  clock: Clock
  mailFolder: string
  person: Person
  wait?: (() => Promise<void>) | undefined
}

/** Contains ids but never the address. */
export interface Traces {
  entryIds: string[]
  /** The ids that participants see. */
  registrations: string[]
  delegatePasses: string[]
  accommodations: string[]
  keys: number
  messageIds: string[]
  messagesSent: number
  proofs: string[]
  teams: Team[]
  /** Entries of other people that had the address before a correction. */
  formerEntries: string[]
  /** Unallocated bank rows that contain the name. */
  unmatchedRows: string[]
  /** People with this name who were let in at a door but were not on its list. */
  unlisted: string[]
}

export interface Erased extends Traces {
  files: number
  /** Files that can be removed only in the console of the image host. */
  hostedFileUrls: string[]
}

/** Number of attempts, one per second. A lease lasts 30 seconds. */
const maxAttempts = 35

/**
 * Deletes rows in one transaction, then files, then what remains in the database file. After an
 * interruption, a second run completes the work.
 * @throws OperatorError if an e-mail to the address is still being sent after all attempts, or the
 * database file remains in use
 */
export const forgetPerson = async (deps: ForgetDependencies): Promise<Erased> => {
  const { db, files, clock, mailFolder, person, wait = () => pause(1_000) } = deps
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const result = await transact(db, (transaction) => eraseRows(transaction, person, clock()))
    if (result) {
      const { traces, uploads } = result
      for (const name of uploads.files) {
        await files.remove(name)
      }
      for (const id of traces.messageIds) {
        await rm(join(mailFolder, `${id}.eml`), { force: true })
      }
      await purge(db)
      return { ...traces, files: uploads.files.length, hostedFileUrls: uploads.hostedUrls }
    }
    await wait()
  }
  throw new OperatorError(
    'An e-mail to this address is still being sent. Please try again in a minute.',
  )
}

const purge = (db: Db): Promise<void> =>
  purgeDeleted(db).catch((cause: unknown) => {
    const message =
      'The rows and files are erased, but traces of them remain in the database file, because it is in use.'
    throw new OperatorError(`${message} Please run this again in a minute.`, { cause })
  })

/** @returns undefined, without making changes, while an e-mail is being sent */
const eraseRows = async (transaction: Transaction<Tables>, person: Person, now: Date) => {
  const traces = await findTraces(transaction, person)
  const { entryIds, messageIds } = traces
  if (messageIds.length > 0) {
    const sending = await transaction
      .selectFrom('message')
      .select('id')
      .where('id', 'in', messageIds)
      .where('state', '=', 'sending')
      .where('lease_until', '>', now.toISOString())
      .execute()
    if (sending.length > 0) {
      return undefined
    }
    await transaction.deleteFrom('message').where('id', 'in', messageIds).execute()
  }
  if (entryIds.length > 0) {
    await transaction.deleteFrom('idempotency_key').where('entry_id', 'in', entryIds).execute()
    await eraseDeskRows(transaction, entryIds)
    for (const table of Object.values(entryTables)) {
      await transaction.deleteFrom(table).where('id', 'in', entryIds).execute()
    }
  }
  await redactOtherEntries(transaction, traces)
  await transaction
    .deleteFrom('door_unlisted')
    .where(isAmong(transaction, 'id', traces.unlisted))
    .execute()
  if (person.withBankRows) {
    await redactRows(transaction, traces.unmatchedRows)
  }
  return { traces, uploads: await eraseUploadRows(transaction, traces.proofs) }
}

export const findTraces = async (
  db: DbOrTransaction,
  { email, phone }: Person,
): Promise<Traces> => {
  const address = email?.trim().toLowerCase() ?? ''
  const hasAddress = sql<boolean>`lower(email) = ${address}`
  const entries = {
    EventRegistration: await db
      .selectFrom('EventRegistration')
      .selectAll()
      .where(hasAddress)
      .execute(),
    DelegatePass: await db.selectFrom('DelegatePass').selectAll().where(hasAddress).execute(),
    Accommodation: await db.selectFrom('Accommodation').selectAll().where(hasAddress).execute(),
  }
  const ownEntries = Object.values(entries).flat()
  const entryIds = ownEntries.map(({ id }) => id)
  const belongsToEntry = isAmong(db, 'entry_id', entryIds)
  const messages = await db
    .selectFrom('message')
    .select(['id', 'state'])
    .where(({ or }) => or([sql<boolean>`lower(recipient) = ${address}`, belongsToEntry]))
    .execute()
  const keys = await db.selectFrom('idempotency_key').select('key').where(belongsToEntry).execute()
  const phones = new Set(ownEntries.map((row) => row.phone))
  if (phone !== undefined) {
    phones.add(phone)
  }
  const names = new Set(ownEntries.map(({ name }) => name.trim().toLowerCase()))
  const unlisted = await db.selectFrom('door_unlisted').select(['id', 'name']).execute()
  const urls = new Set([
    ...Object.entries(entries).flatMap(([table, rows]) =>
      rows.flatMap((row) => listProofUrls(table, row)),
    ),
    ...(await findEarlierProofs(db, entryIds)),
  ])
  return {
    entryIds,
    registrations: entries.EventRegistration.map((row) => row.registration_id),
    delegatePasses: entries.DelegatePass.map((row) => row.registration_id),
    accommodations: entries.Accommodation.map((row) => row.id),
    keys: keys.length,
    messageIds: messages.map(({ id }) => id),
    messagesSent: messages.filter(({ state }) => state === 'sent').length,
    proofs: await excludeShared(db, [...urls], entryIds),
    teams: await findTeams(db, [...phones], entryIds),
    formerEntries: await findFormerEntries(db, address, entryIds),
    unlisted: unlisted.filter(({ name }) => names.has(name.toLowerCase())).map(({ id }) => id),
    unmatchedRows: await findUnmatchedRows(db, [...new Set(ownEntries.map((row) => row.name))]),
  }
}

const proofHolders = [
  ...Object.values(entryTables).map((table) => [table, 'id'] as const),
  ['proof', 'entry_id'] as const,
]

const excludeShared = async (
  db: DbOrTransaction,
  urls: string[],
  entryIds: string[],
): Promise<string[]> => {
  const shared = new Set<string>()
  if (urls.length === 0) {
    return []
  }
  for (const [table, id] of proofHolders) {
    for (const column of proofColumns[table] ?? []) {
      const { rows } = await sql<{ url: string }>`
        select distinct ${sql.ref(column)} as url from ${sql.table(table)}
        where ${sql.ref(column)} in (${sql.join(urls)}) and ${sql.ref(id)} not in (${sql.join(entryIds)})
      `.execute(db)
      for (const { url } of rows) {
        shared.add(url)
      }
    }
  }
  return urls.filter((url) => !shared.has(url))
}
