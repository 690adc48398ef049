import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { delegatePassBody } from '../../tests/support/bodies'
import { decideOn, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { organisers } from '../../tests/support/organisers'
import { saveAudit } from '../db/audit'
import { isPostgres } from '../db/engines'
import { createMetrics } from './metrics'

startSignedDesk()

const fillLog = async (length: number) => {
  for (;;) {
    await saveAudit(festival.db, {
      at: festival.now,
      actor: 'x'.repeat(length),
      action: 'exported',
    })
  }
}

/** Makes every write to the audit log fail, as on a full disk. */
const fillDisk = async () => {
  const { db } = festival
  if (isPostgres(db)) {
    await sql`
      create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$
    `.execute(db)
    await sql`create trigger no_room before insert on audit_line execute function no_room()`.execute(
      db,
    )
    return
  }
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 1}`).execute(db)
  // The smaller lines use up the space that remains in the last pages of the table.
  for (const length of [3_000, 200, 1]) {
    await expect(fillLog(length)).rejects.toThrow('full')
  }
}

test('a decision, a walk-in and a view of a proof return 503 and change nothing on a full disk (13.90)', async () => {
  await submit(festival)
  const row = await readOnly(ravi)
  await fillDisk()
  const answers = [
    await decideOn(ravi, row, { decision: 'verify' }),
    await ravi.send(
      'POST',
      '/api/desk/walk-ins',
      { kind: 'delegate-pass', paid: 'cash', form: delegatePassBody },
      walkInKey,
    ),
    await ravi.get(`/api/desk/entries/${row.id}/proofs/${await findProofId(row.id)}`),
  ]
  for (const answer of answers) {
    const { code, detail } = await answer.json()
    expect([answer.status, typeof detail]).toEqual([503, 'string'])
    expect(code).toBe('unavailable')
  }
  expect(answers[0]?.headers.get('Retry-After')).toBe('60')
  expect(await readOnly(ravi)).toMatchObject({ state: 'submitted', version: row.version })
})

const walkInKey = { 'Idempotency-Key': '9b1c6f0e-2f57-4d0c-8f0a-6d2a4b8e1c77' }
const findProofId = async (id: string): Promise<string> => {
  const { proofs } = await (await ravi.get(`/api/desk/entries/${id}`)).json()
  return proofs[0].id
}

test('counts desk calls by route pattern instead of by address (12.16)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const metrics = createMetrics({ db: festival.db, clock: () => festival.now })
  for (const [method, path, route] of [
    ['GET', `/api/desk/entries/${id}`, '/api/desk/entries/:id'],
    ['PUT', '/api/desk/bank/columns', '/api/desk/bank/columns'],
    ['GET', `/api/desk/${id}`, '/…'],
  ] as const) {
    metrics.observe({ requestId: '', method, path, route, status: 200, ms: 1 })
  }
  const { text } = await metrics.read()
  expect(text).toContain(
    'cerebra_requests_total{route="/api/desk/entries/:id",method="GET",status="200"} 1',
  )
  expect(text).toContain(
    'cerebra_requests_total{route="/api/desk/bank/columns",method="PUT",status="200"} 1',
  )
  expect(text).toContain('cerebra_requests_total{route="unknown call",method="GET",status="200"} 1')
  expect(text).not.toContain(id)
  expect(text).not.toContain(organisers.verifier)
})
