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
  findCorrected,
  findTeams,
  findUnmatchedRows,
  redactOtherEntries,
  redactRows,
  type Team,
} from './forget-in-other-entries'

/** Whom: by the e-mail address of their own forms, and by the phone under which others may have named them in a team. */
export interface Person {
  email?: string | undefined
  phone?: string | undefined
  /** Whether rows of bank statements that may be theirs go, too. */
  withBankRows?: boolean | undefined
}

export interface ForgetDependencies {
  db: Db
  files: Pick<FileStore, 'remove'>
  clock: Clock
  /** Where the folder engine writes its e-mails. */
  mailFolder: string
  person: Person
  /** Waits between looks at an e-mail that is on its way. */
  wait?: () => Promise<void>
}

/** What there is of a person, or what was erased: ids, and never the address. */
export interface Traces {
  entryIds: string[]
  /** The ids that the person was given, and the rows' own where there is none. */
  registrations: string[]
  delegatePasses: string[]
  accommodations: string[]
  keys: number
  messageIds: string[]
  /** Confirmations that had gone out: they lie in mailboxes that are not ours. */
  messagesSent: number
  /** Proofs that no other record refers to. */
  proofs: string[]
  teams: Team[]
  /** Records of others that went by the address before a correction. */
  corrected: string[]
  /** Rows of bank statements that are nobody's payment yet, and hold the name. */
  unmatchedRows: string[]
}

export interface Erased extends Traces {
  files: number
  /** Addresses of files at an image host, which only its own console removes. */
  hostedFileUrls: string[]
}

/** A lease lasts half a minute, and then the e-mail is free. */
const maxAttempts = 35

/**
 * Erases a person by e-mail address: records, keys of submission, messages, proofs and the e-mails of the folder engine.
 * The rows go in one transaction, the files after it (behaviour 12.15); then nothing of them is left in the table store's
 * own files either (12.32), also where an earlier run got no further than the rows.
 * @throws OperatorError when an e-mail to the address stays on its way, or the table store's file stays in use
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
    'An e-mail to this address is on its way and does not arrive. Please try again in a minute.',
  )
}

const purge = (db: Db): Promise<void> =>
  purgeDeleted(db).catch((cause: unknown) => {
    const words =
      'The rows and files are erased, but the database file still holds what is left of them, for it is in use.'
    throw new OperatorError(`${words} Please run this again in a minute.`, { cause })
  })

/** Undefined, and nothing erased, while an e-mail is on its way: it would be written after its message is gone. */
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
  const isTheirs = sql<boolean>`lower(email) = ${address}`
  const entries = {
    EventRegistration: await db
      .selectFrom('EventRegistration')
      .selectAll()
      .where(isTheirs)
      .execute(),
    DelegatePass: await db.selectFrom('DelegatePass').selectAll().where(isTheirs).execute(),
    Accommodation: await db.selectFrom('Accommodation').selectAll().where(isTheirs).execute(),
  }
  const own = Object.values(entries).flat()
  const entryIds = own.map(({ id }) => id)
  const isOfEntries = isAmong(db, 'entry_id', entryIds)
  const messages = await db
    .selectFrom('message')
    .select(['id', 'state'])
    .where(({ or }) => or([sql<boolean>`lower(recipient) = ${address}`, isOfEntries]))
    .execute()
  const keys = await db.selectFrom('idempotency_key').select('key').where(isOfEntries).execute()
  const phones = new Set([...own.map((row) => row.phone), ...(phone === undefined ? [] : [phone])])
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
    proofs: await removeShared(db, [...urls], entryIds),
    teams: await findTeams(db, [...phones], entryIds),
    corrected: await findCorrected(db, address, entryIds),
    unmatchedRows: await findUnmatchedRows(db, [...new Set(own.map((row) => row.name))]),
  }
}

const proofHolders = [
  ...Object.values(entryTables).map((table) => [table, 'id'] as const),
  ['proof', 'entry_id'] as const,
]

const removeShared = async (
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
