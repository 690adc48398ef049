import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { flagKinds } from '../../festival/desk/flags'
import { dayAt } from '../../festival/slot'
import { readConfig } from '../../server/config'
import { isPostgres } from '../../server/db/engines'
import { openDatabase } from '../../server/db/open-database'
import type { Db, EventRegistrationRow } from '../../server/db/schema'
import { insertRows, type StoredRow } from '../../server/db/table-rows'
import { createLog } from '../../server/log'
import { readRecords } from '../../server/reviews/record'
import { tokensOf } from '../../server/reviews/search'
import { openDiskStore } from '../../server/uploads/open-file-store'
import { createTestMailer } from '../support/test-mailer'
import { wireApp } from '../support/wired-app'
import { addSession } from '../trials/desk/scene'
import { atShare, inFolder, type StoreMaker } from '../trials/harness'

const rounds = 40
const start = Date.parse('2025-08-01T00:00:00.000Z')
const events = ['SeniorQuiz', 'JuniorQuiz', 'OnlineQuiz', 'SmartAI', 'CasePulse', 'AxonAlley', 'InsideICU', 'Occulex']
const first = ['Asha', 'Bala', 'Chitra', 'Dev', 'Esha', 'Farhan', 'Gita', 'Hari', 'Indu', 'Jaya', 'Kiran', 'Latha']
const last = ['Rao', 'Nair', 'Iyer', 'Khan', 'Menon', 'Das', 'Pillai', 'Reddy', 'Shah', 'Verma', 'Bose', 'Kumar']
const states = ['submitted', 'submitted', 'submitted', 'verified', 'verified', 'needs-correction', 'rejected'] as const
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

const makeRegistration = (n: number): EventRegistrationRow => {
  const name = `${pick(first, n)} ${pick(last, Math.floor(n / 12))} ${n.toString(36)}`
  const phone = String(9_000_000_000 + n * 7)
  return {
    id: randomUUID(),
    registration_id: `EVT-${String(n).padStart(6, '0')}`,
    number: n,
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@college${n % 300}.test`,
    phone,
    year: 'Final year',
    event_id: pick(events, n * 5),
    registration_time: new Date(start + n * 100_000).toISOString(),
    payment_screenshot_url: `https://cerebra.test/files/${n}.png`,
    team_members: JSON.stringify([{ name, phone, year: 'Final year' }]),
    coupon_applied: 'no',
    institution: 'Test Medical College',
    category: 'student',
    delegate_id: '',
    coupon_code: '',
    amount: 600,
    payment_reference: '',
    utr: String(400_000_000_000 + n * 7_919).slice(0, 12),
  }
}

/** Records, how they stand, and what is made of them; flags of each kind now and then. */
const fill = async (db: Db, records: number): Promise<void> => {
  for (let from = 0; from < records; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, records - from) }, (_, n) => makeRegistration(from + n))
    await db.transaction().execute(async (transaction) => {
      await insertRows(
        transaction,
        'EventRegistration',
        rows.map((row): StoredRow => ({ ...row })),
      )
      const reviews = rows.map(({ id, event_id, registration_time, number }) => {
        const state = pick(states, number * 3)
        return {
          record_id: id,
          kind: 'registration',
          event: event_id,
          day: dayAt(Date.parse(registration_time)),
          state,
          ground: state === 'verified' ? pick(['bank', 'picture'], number) : null,
          due: 60_000,
          unread: number % 2,
          created_at: registration_time,
          changed_at: registration_time,
          changed_by: null,
          version: 1,
          prepared: 1,
        }
      })
      await insertRows(transaction, 'review', reviews)
      // A screenshot each, of which half were read; a payment each, allocated to whom it verified.
      const pictures = rows.map(({ number, id, payment_screenshot_url: url, registration_time: at }) => ({
        upload: { public_id: `${number}`, secure_url: url, preset: 'payment', format: 'png', bytes: 1, created_at: at },
        proof: { id, record_id: id, field: 'payment_screenshot_url', url, created_at: at, replaced_at: null },
        evidence: { proof: id, data: '{}', actor: '', created_at: at },
      }))
      await insertRows(
        transaction,
        'upload',
        pictures.map(({ upload }) => upload),
      )
      await insertRows(
        transaction,
        'proof',
        pictures.map(({ proof }) => proof),
      )
      await insertRows(
        transaction,
        'evidence',
        pictures.flatMap(({ evidence }, n) => (n % 2 === 0 ? [evidence] : [])),
      )
      const paid = rows.map(({ id, number, registration_time: at }) => ({
        id,
        import_id: '',
        day: at.slice(0, 10),
        line: number,
        amount: 60_000,
        narration: '',
        reference: '',
        balance: null,
      }))
      await insertRows(transaction, 'bank_row', paid)
      const held = reviews
        .filter(({ ground }) => ground === 'bank')
        .map(({ record_id: id }) => ({ row_id: id, spending_id: id }))
      await insertRows(transaction, 'bank_spending', held)
      await insertRows(
        transaction,
        'bank_match',
        held.map((row) => ({
          ...row,
          id: row.row_id,
          record_id: row.row_id,
          actor: '',
          at: '',
          reason: '',
          amount: 60_000,
        })),
      )
      const found = await readRecords(
        transaction,
        reviews.map(({ record_id }) => ({ record_id, kind: 'registration' })),
      )
      const tokens = [...found.values()].flatMap((record) =>
        tokensOf(record, []).map((token) => ({ token, record_id: record.id })),
      )
      for (let at = 0; at < tokens.length; at += 5_000)
        await transaction
          .insertInto('search_token')
          .values(tokens.slice(at, at + 5_000))
          .execute()
      const flags = rows
        .filter(({ number }) => number % 20 === 0)
        .map(({ id, number }) => ({
          id,
          record_id: id,
          kind: pick(flagKinds, number / 20),
          group_id: '',
          other_id: '',
          detail: '',
          created_at: '',
        }))
      await insertRows(transaction, 'flag', flags)
    })
  }
  // As PostgreSQL does by itself, some minutes later.
  await sql.raw(isPostgres(db) ? 'vacuum analyze' : 'analyze').execute(db)
}

const questions: readonly [string, string][] = [
  ['first page', '/submissions'],
  ['newest first', '/submissions?order=newest'],
  ['a page in the middle', `/submissions?after=${new Date(start + 25_000 * 100_000).toISOString()}_0`],
  ['waiting', '/submissions?state=submitted'],
  ['one event, rejected', '/submissions?event=Occulex&state=rejected'],
  ['one day', `/submissions?day=${dayAt(start + 20 * 86_400_000)}`],
  ['nothing matches', '/submissions?event=Occulex&ground=bank'],
  ['one flag', '/submissions?flag=same-utr'],
  ['any flag, verified', '/submissions?flag=any&state=verified'],
  ['a common name', '/submissions?q=asha'],
  ['two common names', '/submissions?q=asha%20rao'],
  ['a common name and everybody’s', '/submissions?q=asha%20college'],
  ['two letters', '/submissions?q=as'],
  ['an id', '/submissions?q=EVT-004217'],
  ['a phone’s ending', '/submissions?q=4217'],
  ['an address', '/submissions?q=asha.rao.0@college0.test'],
  ['nobody', '/submissions?q=zzzzz'],
  ['overview', '/overview'],
  ['counts', '/counts'],
  ['counts of one state', '/counts?state=submitted&event=SmartAI'],
  ['counts of a flag', '/counts?flag=any'],
  ['counts of a common name', '/counts?q=asha'],
  ['counts of two common names', '/counts?q=asha%20rao'],
  ['counts of an id', '/counts?q=EVT-004217'],
]

/** How long the desk's list, filters, searches and counts take inside the server with so many records. */
export const measureDesk = (maker: StoreMaker, records: number): Promise<void> =>
  inFolder(async (dataDir) => {
    const { store, remove } = await maker.make()
    const settings = { DATA_DIR: dataDir, PUBLIC_URL: 'https://cerebra.test', ORGANISERS: 'asha@college.test=admin' }
    const config = { ...readConfig(settings), store }
    const db = await openDatabase(store)
    const began = performance.now()
    await fill(db, records)
    const seconds = ((performance.now() - began) / 1_000).toFixed(0)
    console.log(`\nThe desk on ${maker.name}: ${records} records in ${seconds} s`)
    const files = openDiskStore(join(dataDir, 'files'))
    const parts = { db, config, files, mailer: createTestMailer(), site: undefined }
    const { app, rateLimits, indexer } = wireApp({ ...parts, clock: () => new Date(), log: createLog('silent') })
    const secret = await addSession(db, 'asha@college.test')
    for (const [name, path] of questions) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const asked = performance.now()
        const answer = await app.request(`/api/desk${path}`, { headers: { Cookie: `__Host-desk=${secret}` } })
        await answer.text()
        times.push(performance.now() - asked)
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      }
      const [middle, most] = [0.5, 0.99].map((share) => atShare(times, share).toFixed(1).padStart(8))
      console.log(`  ${name.padEnd(30)} p50 ${middle} ms  p99 ${most} ms`)
    }
    await db
      .updateTable('review')
      .set({ prepared: 0 })
      .where('created_at', '<', new Date(start + 500 * 100_000).toISOString())
      .execute()
    const indexing = performance.now()
    await indexer.run()
    console.log(`  indexing a record takes ${((performance.now() - indexing) / 500).toFixed(1)} ms`)
    await rateLimits.close()
    await db.destroy()
    await remove()
  })
