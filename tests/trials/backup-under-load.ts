import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readManifest, sumManifest } from '../../server/cli/backup-format'
import type { Db } from '../../server/db/schema'
import { type ServedFestival, serveFestival } from '../support/serve'
import { type Crowd, startLoad } from './crowd'
import { inFolder, readOptions, report, withTables } from './harness'

const root = resolve(import.meta.dirname, '../..')

/** Runs an operator's command in a separate process. @throws Error with its output if it fails */
const runCommand = (command: string, args: readonly string[], dataDir: string): Promise<string> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ['dist/server/cli.js', command, ...args], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('close', (code) =>
      code === 0 ? done(output.trim()) : fail(new Error(`${command}: ${output}`)),
    )
  })

const readAll = async (db: Db) => ({
  rows: await db.selectFrom('EventRegistration').selectAll().execute(),
  messages: await db.selectFrom('message').selectAll().execute(),
  keys: await db.selectFrom('idempotency_key').selectAll().execute(),
})

const locateFile = (dataDir: string, url: string) =>
  join(dataDir, 'files', url.split('/').at(-1) ?? '')

interface Copy {
  folder: string
  restored: string
  /** The keys of entries confirmed before the backup began. */
  confirmedBefore: Set<string>
}

/** Compares the restored data with the original server's data. @returns the differences */
const compare = async (
  festival: ServedFestival,
  { folder, restored, confirmedBefore }: Copy,
): Promise<string[]> => {
  const complaints: string[] = []
  const copy = await withTables(
    { engine: 'sqlite', file: join(restored, 'cerebra.sqlite') },
    readAll,
  )
  const now = await withTables({ engine: 'sqlite', file: festival.databaseFile }, readAll)
  const { tables, files } = await readManifest(folder)
  const counts = [
    ['registrations', copy.rows.length, tables.EventRegistration?.rows],
    ['messages', copy.messages.length, tables.message?.rows],
    ['keys', copy.keys.length, tables.idempotency_key?.rows],
    ['messages for each registration', copy.messages.length, copy.rows.length],
  ] as const
  for (const [what, found, wanted] of counts) {
    if (found !== wanted) {
      complaints.push(`${found} ${what}, not ${wanted}`)
    }
  }
  const rowsNow = new Map(now.rows.map((row) => [row.id, row]))
  let whole = 0
  for (const row of copy.rows) {
    if (JSON.stringify(row) !== JSON.stringify(rowsNow.get(row.id))) {
      complaints.push(`${row.registration_id} differs`)
    }
    const original = locateFile(festival.dataDir, row.payment_screenshot_url)
    const copied = locateFile(restored, row.payment_screenshot_url)
    const isWhole = existsSync(copied) && (await readFile(copied)).equals(await readFile(original))
    if (isWhole) {
      whole += 1
    } else {
      complaints.push(`${row.registration_id} has the wrong file or none`)
    }
  }
  const restoredIds = new Set(copy.rows.map((row) => row.id))
  for (const { key, entry_id } of copy.keys) {
    if (restoredIds.has(entry_id)) {
      confirmedBefore.delete(key)
    }
  }
  if (confirmedBefore.size > 0) {
    complaints.push(`${confirmedBefore.size} entries confirmed before the backup are missing`)
  }
  console.log(
    `restored ${copy.rows.length} of now ${now.rows.length} registrations,`,
    `${whole} with the right file; ${files.length} files in the backup`,
  )
  return complaints
}

const listConfirmed = ({ participants }: Crowd) =>
  new Set(participants.filter(({ receipt }) => receipt).map(({ key }) => key))

/**
 * `npm run trial:backup -- [--seconds 10]`: makes a backup during registrations and restores the
 * backup elsewhere. Each restored row must have the exact file, the counts must match the manifest,
 * and every entry confirmed before the backup must be there (behaviour 12.10, 12.12).
 */
export const main = async (args: string[]): Promise<void> => {
  const options = readOptions(args, { seconds: 10 })
  const festival = await serveFestival()
  const complaints: string[] = []
  try {
    await inFolder(async (place) => {
      const copy: Copy = {
        folder: join(place, 'backup'),
        restored: join(place, 'other'),
        confirmedBefore: new Set(),
      }
      const crowd = await startLoad(
        () => festival.address,
        { everyMs: 20, bytes: 100_000 },
        async (crowd) => {
          await pause(options.seconds * 1_000)
          copy.confirmedBefore = listConfirmed(crowd)
          const start = performance.now()
          console.log(await runCommand('backup', ['--to', copy.folder], festival.dataDir))
          const during = listConfirmed(crowd).size - copy.confirmedBefore.size
          const seconds = ((performance.now() - start) / 1_000).toFixed(1)
          console.log(`${during} entries were confirmed in the ${seconds} s that the backup took`)
        },
      )
      complaints.push(...crowd.complaints)
      console.log(await runCommand('restore', ['--from', copy.folder], copy.restored))
      const { rows, files, bytes } = sumManifest(await readManifest(copy.folder))
      console.log(`size: ${rows} rows, ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MiB`)
      complaints.push(...(await compare(festival, copy)))
      const other = await serveFestival({ DATA_DIR: copy.restored, PUBLIC_URL: festival.address })
      const ready = await fetch(`${other.address}/readyz`)
      if (ready.status !== 200) {
        complaints.push(`the restored server returns ${ready.status}`)
      }
      await other.stop()
    })
  } finally {
    await festival.stop()
  }
  report('backup under load', complaints)
}
