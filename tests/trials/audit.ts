import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../server/db/schema'
import { type Cut, checkCopies, type Delivery } from './check-copies'
import type { Mailbox } from './mailbox'
import type { Participant } from './participant'

/** The counts after a trial. No entry and no e-mail may be lost or duplicated. */
export interface Audit {
  acknowledged: number
  saved: number
  delivered: number
  /** E-mails resent with the same Message-ID because of a cut (behaviour 7.14). */
  resentCount: number
  lost: number
  duplicates: number
  complaints: string[]
}

interface FinalState {
  readStored: (name: string) => Promise<Uint8Array | undefined>
  deliveries: readonly Delivery[]
  cuts: readonly Cut[]
}

export const countWaiting = async (db: Db): Promise<number> => {
  const { waiting } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll().as('waiting'))
    .where('state', '<>', 'sent')
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/** @throws Error if e-mails are still unsent after `seconds` */
export const waitForMail = async (db: Db, seconds = 120): Promise<void> => {
  const deadline = Date.now() + seconds * 1_000
  while (Date.now() < deadline) {
    if ((await countWaiting(db)) === 0) {
      return
    }
    await new Promise((wait) => setTimeout(wait, 200))
  }
  throw new Error(`E-mails were still unsent after ${seconds} seconds`)
}

export const createFileReader =
  (dataDir: string): FinalState['readStored'] =>
  (name) =>
    readFile(join(dataDir, 'files', name)).catch(() => undefined)

export const readFinalState = (dataDir: string, { deliveries, cuts }: Mailbox): FinalState => ({
  readStored: createFileReader(dataDir),
  deliveries: deliveries(),
  cuts,
})

const countDistinct = (values: readonly unknown[]) => new Set(values).size

/**
 * Compares responses with tables, files and mailboxes. Each 201 must have a row with the exact
 * file, and each row a file, one key, one message and one delivered e-mail (behaviour 7.2). The
 * mailbox counts every received copy of an e-mail.
 */
export const auditFestival = async (
  db: Db,
  finalState: FinalState,
  participants: readonly Participant[],
): Promise<Audit> => {
  const rows = await db.selectFrom('EventRegistration').selectAll().execute()
  const keys = await db.selectFrom('idempotency_key').selectAll().execute()
  const messages = await db.selectFrom('message').selectAll().execute()
  const rowOfId = new Map(rows.map((row) => [row.id, row]))
  const rowOfKey = new Map(keys.map(({ key, entry_id }) => [key, rowOfId.get(entry_id)]))
  const messageOfEntry = new Map(messages.map((message) => [message.entry_id, message]))
  const delivered = new Set(finalState.deliveries.map(({ id }) => id))
  const copies = checkCopies(finalState.deliveries, messages, finalState.cuts)
  const lost: string[] = []
  const duplicates: string[] = [...copies.complaints]
  const readScreenshot = (url: string) => finalState.readStored(url.split('/').at(-1) ?? '')

  const acknowledged = participants.filter((participant) => participant.receipt)
  for (const { key, number, receipt, screenshot } of acknowledged) {
    const row = rowOfKey.get(key)
    const participantName = `the confirmed participant ${number}`
    if (!row) {
      lost.push(`${participantName} has no row`)
    } else if (row.registration_id !== receipt?.registration_id) {
      lost.push(`${participantName} has another id than the row`)
    } else {
      const stored = await readScreenshot(row.payment_screenshot_url)
      if (!stored || !screenshot.equals(stored)) {
        lost.push(`${participantName} has the wrong screenshot or none`)
      }
    }
  }
  for (const row of rows) {
    const message = messageOfEntry.get(row.id)
    if (message?.state !== 'sent') {
      lost.push(`${row.registration_id} has no sent message`)
    } else if (!delivered.has(message.id)) {
      lost.push(`the e-mail of ${row.registration_id} was not delivered`)
    }
    if (!(await readScreenshot(row.payment_screenshot_url))) {
      lost.push(`${row.registration_id} has no file`)
    }
  }
  if (countDistinct(keys.map(({ entry_id }) => entry_id)) < rows.length) {
    duplicates.push('a key has two rows')
  }
  if (countDistinct(rows.map((row) => row.registration_id)) < rows.length) {
    duplicates.push('an id was issued twice')
  }
  if (keys.length !== rows.length) {
    duplicates.push(`${keys.length} keys for ${rows.length} rows`)
  }
  if (messages.length !== rows.length) {
    duplicates.push(`${messages.length} messages for ${rows.length} rows`)
  }

  return {
    acknowledged: acknowledged.length,
    saved: rows.length,
    delivered: delivered.size,
    resentCount: copies.resentCount,
    lost: lost.length,
    duplicates: duplicates.length,
    complaints: [...lost, ...duplicates],
  }
}

/** Prints the audit, and fails the command if there are complaints. */
export const reportAudit = (what: string, { complaints, ...counts }: Audit): void => {
  for (const complaint of complaints) {
    console.log(complaint)
  }
  const figures = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  console.log(`${what}: ${figures.join(', ')}`)
  if (complaints.length > 0) {
    process.exitCode = 1
  }
}
