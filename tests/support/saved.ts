import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { openSqlite } from '../../server/db/sqlite-driver'
import type { ServedFestival } from './serve'

/** Returns the rows with this e-mail address, oldest first. */
export const readRows = (
  { databaseFile }: ServedFestival,
  table: 'EventRegistration' | 'DelegatePass' | 'Accommodation',
  email: string,
): Record<string, unknown>[] => {
  const database = openSqlite(databaseFile, { readOnly: true })
  try {
    return database
      .prepare(`select * from "${table}" where email = ? order by rowid`)
      .all(email)
      .map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}

export const readRegistrations = (
  festival: ServedFestival,
  email: string,
): Record<string, unknown>[] => readRows(festival, 'EventRegistration', email)

export const readMessageStates = (
  { databaseFile }: ServedFestival,
  recipient: string,
): string[] => {
  const database = openSqlite(databaseFile, { readOnly: true })
  try {
    return database
      .prepare('select state from message where recipient = ?')
      .all(recipient)
      .map((row) => String(row.state))
  } finally {
    database.close()
  }
}

/** Skips the undo minute and the pause between retries. */
export const makeMailDue = ({ databaseFile }: ServedFestival): void => {
  const database = openSqlite(databaseFile, { timeout: 5_000 })
  try {
    database.exec(
      "update message set next_attempt_at = '2020-01-01T00:00:00.000Z' where state <> 'sent'",
    )
  } finally {
    database.close()
  }
}

export const readEmails = async (
  { dataDir }: ServedFestival,
  recipient: string,
): Promise<Email[]> => {
  const folder = join(dataDir, 'mail')
  const emails = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  )
  return emails.filter((mail) => mail.to?.some(({ address }) => address === recipient))
}

export const readStoredFile = ({ dataDir }: ServedFestival, url: string): Buffer =>
  readFileSync(join(dataDir, 'files', url.split('/').at(-1) ?? ''))

/** @throws Error with the command's output if it fails */
export const runOperatorCommand = async (
  { dataDir }: ServedFestival,
  ...args: string[]
): Promise<void> => {
  const cli = resolve(import.meta.dirname, '../../dist/server/cli.js')
  await promisify(execFile)(process.execPath, [cli, ...args], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
}

export const exportRegistrations = async (
  festival: ServedFestival,
  email: string,
): Promise<string[]> => {
  const file = join(festival.dataDir, 'registrations.csv')
  await runOperatorCommand(festival, 'export', '--table', 'EventRegistration', '--out', file)
  return readFileSync(file, 'utf8')
    .split('\r\n')
    .filter((line) => line.includes(email))
}
