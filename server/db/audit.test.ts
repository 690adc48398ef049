import { expect, test } from 'vitest'
import type { AuditPage } from '../../festival/contract/audit'
import { decideOn, readOnly } from '../../tests/support/entries'
import type { Desk } from '../../tests/support/organisers'
import { bank, makeFile, pays, startBank } from '../../tests/support/statements/bank-desk'

startBank()

const read = async (desk: Desk, query = ''): Promise<AuditPage> =>
  (await desk.get(`/api/desk/audit${query}`)).json()

test('shows names without storing them, and shows views only on request (14.97)', async () => {
  const { registration_id } = await bank.expectPayment('K7Q4M2')
  const row = await readOnly(bank.ravi)
  const { proofs } = await bank.read(`entries/${row.id}`)
  await bank.ravi.get(proofs[0].address)
  await decideOn(bank.ravi, row, { decision: 'verify' })
  const { lines } = await read(bank.ravi)
  expect(lines.map(({ action }) => action)).not.toContain('proof-viewed')
  expect(lines.find(({ action }) => action === 'decided')).toMatchObject({
    count: 1,
    entryId: row.id,
    of: { label: registration_id, name: row.name },
  })
  expect((await read(bank.ravi, '?hasLooks=yes')).lines.map(({ action }) => action)).toContain(
    'proof-viewed',
  )
  const stored = await bank.db.selectFrom('audit_line').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(row.name)
})

test('shows the source of a decision stored by version 1.0.0 (14.8)', async () => {
  const old = { id: 'old', at: '2025-09-30T08:00:00.000Z', actor: 'asha@college.test' }
  const detail = JSON.stringify({ decision: 'verify', ground: 'bank' })
  await bank.db
    .insertInto('audit_line')
    .values({ ...old, action: 'decided', detail, entry_id: null, decision_id: null })
    .execute()
  const { lines } = await read(bank.ravi)
  expect(lines.find(({ at }) => at === old.at)?.detail).toEqual({
    decision: 'verify',
    source: 'bank',
  })
})

test('shows a bulk decision as one line, even if it spans two pages (14.97)', async () => {
  const codes = ['K7Q4M2', '3BCDFG', '9XYZ22']
  for (const code of codes) {
    await bank.expectPayment(code)
  }
  await bank.importStatement(makeFile(codes.map((code, at) => pays(`52740000000${at}`, code))))
  await bank.settleTicked()
  const { lines } = await read(bank.ravi)
  expect(lines.filter(({ action }) => action === 'decided')).toMatchObject([
    {
      count: 3,
      entryId: null,
      of: null,
      amount: 1_500,
      detail: { decision: 'verify', by: 'reference' },
    },
  ])
  const [first, ...rest] = lines
  expect((await read(bank.ravi, `?after=${first?.at}_${first?.id}`)).lines).toEqual(rest)
})

test('shows simultaneous decisions by two organisers separately (14.97)', async () => {
  const codes = ['K7Q4M2', '3BCDFG', '9XYZ22']
  for (const code of codes) {
    await bank.expectPayment(code)
  }
  await bank.importStatement(codes.slice(1).map((code, at) => pays(`52740000000${at}`, code)))
  await bank.settleTicked()
  await decideOn(bank.asha, await readOnly(bank.ravi, '?state=submitted'), { decision: 'verify' })
  const decided = (await read(bank.ravi)).lines.filter(({ action }) => action === 'decided')
  expect(new Set(decided.map(({ at }) => at)).size).toBe(1)
  expect(decided.map(({ count, amount }) => [count, amount]).toSorted()).toEqual([
    [1, 500],
    [2, 1_000],
  ])
})

test('shows all verifications of an import as one line with their total (14.134)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG', '527400000002')
  await bank.importStatement(
    makeFile([pays('527400000001', 'K7Q4M2'), pays('527400000002', 'nothing')]),
  )
  await bank.settleTicked()
  const { lines } = await read(bank.ravi)
  expect(lines.filter(({ action }) => action === 'decided')).toMatchObject([
    { count: 2, entryId: null, amount: 1_000, detail: { decision: 'verify', source: 'bank' } },
  ])
  expect(lines.filter(({ action }) => action === 'statement-imported')).toHaveLength(1)
})
