import { join } from 'node:path'
import { sql } from 'kysely'
import { createLog } from '../../server/app/log'
import { readConfig } from '../../server/config/config'
import { isPostgres } from '../../server/db/engines'
import { openDatabase } from '../../server/db/open-database'
import type { Db } from '../../server/db/schema'
import { readRecords } from '../../server/entries/entry'
import { listTokens } from '../../server/entries/search'
import { openDiskStore } from '../../server/uploads/open-file-store'
import { fillClaims } from '../support/fill-claims'
import { createTestMailer } from '../support/test-mailer'
import { wireApp } from '../support/wired-app'
import { addSession } from '../trials/desk/scene'
import { atShare, inFolder, type StoreMaker } from '../trials/harness'

const rounds = 40

/** Records and what is found of them by; one in three is verified, one in twenty flagged. */
const fill = async (db: Db, records: number): Promise<void> => {
  for (let from = 0; from < records; from += 1_000) {
    const claims = await fillClaims(db, from, Math.min(1_000, records - from))
    const found = await readRecords(
      db,
      claims.map(({ id }) => ({ record_id: id, kind: 'registration' })),
    )
    const tokens = [...found.values()].flatMap((record) =>
      listTokens(record, []).map((token) => ({ token, record_id: record.id })),
    )
    for (let at = 0; at < tokens.length; at += 5_000) {
      const some = tokens.slice(at, at + 5_000)
      await db.insertInto('search_token').values(some).execute()
    }
    const verified = claims.filter((_, index) => index % 3 === 0).map(({ id }) => id)
    await db
      .updateTable('review')
      .set({ state: 'verified' })
      .where('record_id', 'in', verified)
      .execute()
    const flags = claims
      .filter((_, index) => index % 20 === 0)
      .map(({ id }) => ({ id, record_id: id }))
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
  // As PostgreSQL does by itself, some minutes later.
  await sql.raw(isPostgres(db) ? 'vacuum analyze' : 'analyze').execute(db)
}

/** What the desk asks for: lists, searches, sums. */
const questions = [
  ...[
    '/submissions',
    '/submissions?order=newest',
    '/submissions?state=submitted',
    '/submissions?flag=same-utr',
  ],
  ...[
    '/submissions?event=SeniorQuiz&state=rejected',
    '/submissions?q=guest',
    '/submissions?q=guest%20college',
  ],
  ...['/submissions?q=EVT-004217', '/submissions?q=4217', '/submissions?q=zzzzz'],
  ...['/overview', '/counts', '/counts?flag=any', '/counts?q=guest%20college'],
]

/** How long the desk's list, filters, searches and counts take inside the server with so many records. */
export const measureDesk = (maker: StoreMaker, records: number): Promise<void> =>
  inFolder(async (dataDir) => {
    const { store, remove } = await maker.make()
    const settings = {
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://cerebra.test',
      ORGANISERS: 'asha@college.test=admin',
    }
    const config = { ...readConfig(settings), store }
    const db = await openDatabase(store)
    await fill(db, records)
    console.log(`\nThe desk on ${maker.name}: ${records} records`)
    const files = openDiskStore(join(dataDir, 'files'))
    const parts = { db, config, files, mailer: createTestMailer(), site: undefined }
    const { app, rateLimits } = wireApp({
      ...parts,
      clock: () => new Date(),
      log: createLog('silent'),
    })
    const headers = { Cookie: `__Host-desk=${await addSession(db, 'asha@college.test')}` }
    for (const path of questions) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const asked = performance.now()
        const answer = await app.request(`/api/desk${path}`, { headers })
        await answer.text()
        times.push(performance.now() - asked)
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      }
      const [middle, most] = [0.5, 0.99].map((share) =>
        atShare(times, share).toFixed(1).padStart(8),
      )
      console.log(`  ${path.padEnd(45)} p50 ${middle} ms  p99 ${most} ms`)
    }
    await rateLimits.close()
    await db.destroy()
    await remove()
  })
