import { join } from 'node:path'
import { sql } from 'kysely'
import { createLog } from '../../server/app/log'
import { readConfig } from '../../server/config/config'
import { isPostgres } from '../../server/db/engines'
import { openDatabase } from '../../server/db/open-database'
import type { Db } from '../../server/db/schema'
import { readEntries } from '../../server/entries/entry'
import { listTokens } from '../../server/entries/search'
import { openDiskStore } from '../../server/uploads/open-file-store'
import { fillEntries } from '../support/fill-entries'
import { createTestMailer } from '../support/test-mailer'
import { wireApp } from '../support/wired-app'
import { addSession } from '../trials/desk/scene'
import { inFolder, percentile, type StoreMaker } from '../trials/harness'

const rounds = 40

/** Inserts entries, of which one in three is verified and one in twenty flagged. */
const fill = async (db: Db, size: number): Promise<void> => {
  for (let from = 0; from < size; from += 1_000) {
    const entries = await fillEntries(db, from, Math.min(1_000, size - from))
    const found = await readEntries(
      db,
      entries.map(({ id }) => ({ entry_id: id, kind: 'registration' })),
    )
    const tokens = [...found.values()].flatMap((entry) =>
      listTokens(entry, []).map((token) => ({ token, entry_id: entry.id })),
    )
    for (let at = 0; at < tokens.length; at += 5_000) {
      const batch = tokens.slice(at, at + 5_000)
      await db.insertInto('search_token').values(batch).execute()
    }
    const verified = entries.filter((_, index) => index % 3 === 0).map(({ id }) => id)
    await db
      .updateTable('review')
      .set({ state: 'verified' })
      .where('entry_id', 'in', verified)
      .execute()
    const flags = entries
      .filter((_, index) => index % 20 === 0)
      .map(({ id }) => ({ id, entry_id: id }))
    const rest = {
      kind: 'same-utr' as const,
      group_id: '',
      other_id: '',
      detail: '',
      created_at: '',
    }
    await db
      .insertInto('flag')
      .values(flags.map((flag) => ({ ...flag, ...rest })))
      .execute()
  }
  // PostgreSQL would do this automatically a few minutes later.
  await sql.raw(isPostgres(db) ? 'vacuum analyze' : 'analyze').execute(db)
}

const paths = [
  '/entries',
  '/entries?order=newest',
  '/entries?state=submitted',
  '/entries?flag=same-utr',
  '/entries?event=SeniorQuiz&state=rejected',
  '/entries?q=guest',
  '/entries?q=guest%20college',
  '/entries?q=EVT-004217',
  '/entries?q=4217',
  '/entries?q=zzzzz',
  '/overview',
  '/counts',
  '/counts?flag=any',
  '/counts?q=guest%20college',
]

export const measureDesk = (maker: StoreMaker, entries: number): Promise<void> =>
  inFolder(async (dataDir) => {
    const { store, remove } = await maker.make()
    const settings = {
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://cerebra.test',
      ORGANISERS: 'asha@college.test=admin',
    }
    const config = { ...readConfig(settings), store }
    const db = await openDatabase(store)
    await fill(db, entries)
    console.log(`\nThe desk on ${maker.name}: ${entries} records`)
    const files = openDiskStore(join(dataDir, 'files'))
    const parts = { db, config, files, mailer: createTestMailer(), site: undefined }
    const { app, rateLimits } = wireApp({
      ...parts,
      clock: () => new Date(),
      log: createLog('silent'),
    })
    const headers = { Cookie: `__Host-desk=${await addSession(db, 'asha@college.test')}` }
    for (const path of paths) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const asked = performance.now()
        const response = await app.request(`/api/desk${path}`, { headers })
        await response.text()
        times.push(performance.now() - asked)
        if (response.status !== 200) {
          throw new Error(`${path}: ${response.status}`)
        }
      }
      const formatShare = (share: number) => percentile(times, share).toFixed(1).padStart(8)
      console.log(`  ${path.padEnd(45)} p50 ${formatShare(0.5)} ms  p99 ${formatShare(0.99)} ms`)
    }
    await rateLimits.close()
    await db.destroy()
    await remove()
  })
