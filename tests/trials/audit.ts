import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../server/db/schema'
import type { Registrant } from './registrant'

/** What a trial left behind, counted. Nothing may be lost and nothing doubled. */
export interface Audit {
  acknowledged: number
  saved: number
  delivered: number
  lost: number
  doubled: number
  /** Each loss and each double in words. */
  complaints: string[]
}

/** Waits until no message is left to send. @throws after two minutes */
export const waitForMail = async (db: Db): Promise<void> => {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const { waiting } = await db
      .selectFrom('message')
      .select(({ fn }) => fn.countAll().as('waiting'))
      .where('state', '<>', 'sent')
      .executeTakeFirstOrThrow()
    if (Number(waiting) === 0) return
    await new Promise((wait) => setTimeout(wait, 200))
  }
  throw new Error('Messages were still waiting after two minutes')
}

const isSameFile = (path: string, bytes: Buffer) => existsSync(path) && readFileSync(path).equals(bytes)

/**
 * Compares what registrants were told with what is in the tables, the files and the mail folder: every 201 has its row
 * and its file, byte for byte; every row has one key, one message and one delivered e-mail (behaviour 7.2).
 */
export const auditFestival = async (db: Db, dataDir: string, registrants: readonly Registrant[]): Promise<Audit> => {
  const rows = await db.selectFrom('EventRegistration').selectAll().execute()
  const submissions = await db.selectFrom('submission').selectAll().execute()
  const messages = await db.selectFrom('message').selectAll().execute()
  const letters = new Set(readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml')))
  const lost: string[] = []
  const doubled: string[] = []

  const acknowledged = registrants.filter((registrant) => registrant.receipt)
  for (const { key, number, receipt, screenshot } of acknowledged) {
    const row = rows.find((candidate) => candidate.submission_key === key)
    const told = `the confirmed registrant ${number}`
    if (!row) lost.push(`${told} has no row`)
    else if (row.registration_id !== receipt?.registration_id) lost.push(`${told} holds another id than the row`)
    else if (!isSameFile(join(dataDir, 'files', row.payment_screenshot_url.split('/').at(-1) ?? ''), screenshot))
      lost.push(`${told} has no screenshot, or another one`)
  }
  for (const row of rows) {
    const message = messages.find((candidate) => candidate.record_id === row.id)
    if (message?.state !== 'sent') lost.push(`${row.registration_id} has no sent message`)
    else if (!letters.has(`${message.id}.eml`)) lost.push(`the e-mail of ${row.registration_id} was not delivered`)
  }
  const countDistinct = (values: readonly unknown[]) => new Set(values).size
  if (countDistinct(rows.map((row) => row.submission_key)) < rows.length) doubled.push('a key has two rows')
  if (countDistinct(rows.map((row) => row.registration_id)) < rows.length) doubled.push('an id was given twice')
  if (submissions.length !== rows.length) doubled.push(`${submissions.length} keys hold ${rows.length} rows`)
  if (messages.length !== rows.length) doubled.push(`${messages.length} messages for ${rows.length} rows`)
  if (letters.size !== messages.length) doubled.push(`${letters.size} e-mails for ${messages.length} messages`)

  return {
    acknowledged: acknowledged.length,
    saved: rows.length,
    delivered: letters.size,
    lost: lost.length,
    doubled: doubled.length,
    complaints: [...lost, ...doubled],
  }
}

/** Prints an audit, its counts last and in one line, and fails the command if anything was lost or doubled. */
export const reportAudit = (what: string, { complaints, ...counts }: Audit): void => {
  for (const complaint of complaints) console.log(complaint)
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  console.log(`${what}: ${words.join(', ')}`)
  if (complaints.length > 0) process.exitCode = 1
}
