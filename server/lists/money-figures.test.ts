import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditPage } from '../../festival/desk/audit'
import type { Overview } from '../../festival/desk/overview'
import { organisers } from '../../tests/support/organisers'
import { bank, listMatches, makeItem, pays, startBank } from '../../tests/support/statements/at-the-desk'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/submissions'

startBank()

const readOverview = (): Promise<Overview> => bank.read('overview')

const settle = async (narration: string) => {
  const match = listMatches(await bank.preview()).find(({ rows }) =>
    rows.some((row) => row.narration.includes(narration)),
  )
  if (!match) throw new Error(`nothing is matched with ${narration}`)
  const { settled } = await bank.settle([makeItem(match, { reason: 'seen on the statement', hasSeenFlags: true })])
  expect(settled).toHaveLength(1)
}

const listNames = async (filter: Record<string, string>) =>
  (await readQueue(bank.ravi, `?${new URLSearchParams({ ...filter })}`)).map(({ name }) => name).toSorted()

/** The test's own sum, as one number. */
const ask = async (query: string): Promise<number> => {
  const { rows } = await sql<{ n: number | string | null }>`select (${sql.raw(query)}) as n`.execute(bank.db)
  return Number(rows[0]?.n)
}

test('what the bank received and what is not settled come to the sum of its file; what came short and what is kept lead to whom they are of (14.110)', async () => {
  for (const code of ['K7Q4M2', '3BCDFG', '9XYZ22', '4HJKMN']) await bank.expectPayment(code)
  const less = (await readOnly(bank.ravi, '?q=3BCDFG')).name
  await bank.bring([
    pays('527400000001', 'K7Q4M2'),
    pays('527400000002', '3BCDFG', 40_000),
    pays('527400000003', '9XYZ22', 70_000),
    pays('527400000004', '4HJKMN'),
    pays('527400000005', 'LUNCH', 12_345),
  ])
  for (const code of ['K7Q4M2', '3BCDFG', '9XYZ22']) await settle(code)
  const { id: submission } = await readOnly(bank.ravi, '?q=9XYZ22')
  const kept = { id: randomUUID(), submission, amount: 20_000, outcome: 'kept', note: 'agreed' }
  expect((await bank.ravi.send('POST', '/api/desk/refunds', kept)).status).toBe(200)

  const overview = await readOverview()
  expect(overview.received).toEqual({ count: 5, sum: 222_345 })
  expect(overview.unsettled).toEqual({ count: 2, sum: 62_345 })
  expect(overview.unknown).toEqual({ count: 1, sum: 12_345 })
  expect(overview.short).toEqual({ count: 1, sum: 10_000 })
  expect(overview.kept).toEqual({ count: 1, sum: 20_000 })
  expect(overview.back.sum).toBe(0)
  expect(overview.received.sum).toBe(await ask('select sum(amount) from bank_row where amount > 0'))
  // What was due of whom the bank verified is not what it received.
  expect(overview.grounds.bank.sum).toBe(await ask("select sum(due) from review where ground = 'bank'"))
  expect(overview.grounds.bank.sum - overview.short.sum + overview.kept.sum + overview.unsettled.sum).toBe(
    overview.received.sum,
  )
  expect(await listNames({ short: 'accepted' })).toEqual([less])

  // Asked again for less than all: nobody accepts it short any more.
  await decideOn(bank.ravi, await readOnly(bank.ravi, '?short=accepted'), { decision: 'reopen' })
  expect(await readOverview()).toMatchObject({
    short: { count: 0, sum: 0 },
    unsettled: { count: 3, sum: 102_345 },
  })
})

test('who comes for several things is one person, by their phone, and who gave none counts in each team (14.110)', async () => {
  const { festival } = bank
  const asha = { name: 'Asha Test', phone: '9876500001', year: '2nd year' }
  const bela = { name: 'Bela Test', phone: '9876500002', year: '2nd year' }
  const without = { name: 'Chitra Test', phone: '', year: '' }
  await submit(festival, 'registration', { event: 'SeniorQuiz', members: [asha, bela] })
  await submit(festival, 'registration', { event: 'JuniorQuiz', members: [bela, without] })
  await submit(festival, 'delegate-pass', { ...asha, email: 'other@college.test' })
  await submit(festival, 'accommodation', { name: bela.name, phone: bela.phone })
  await submit(festival, 'delegate-pass', { name: 'Deepa Test', phone: '9876500003', email: 'deepa@college.test' })
  await decideOn(bank.ravi, await readOnly(bank.ravi, '?q=deepa'), { decision: 'reject' })
  const { heads, all } = await readOverview()
  expect([heads, all.accepted.people, all.accepted.count]).toEqual([3, 6, 4])
})

test('the overview says what each organiser decided and took in cash today, and nothing of yesterday (14.166)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await decideOn(bank.ravi, await readOnly(bank.ravi, '?q=K7Q4M2'), { decision: 'verify' })
  const other = await readOnly(bank.ravi, '?q=3BCDFG')
  await decideOn(bank.asha, other, { decision: 'verify', ground: 'cash', cash: 50_000 })
  expect((await readOverview()).organisers).toEqual([
    { who: organisers.admin, decided: 1, cash: 50_000 },
    { who: organisers.verifier, decided: 1, cash: 0 },
  ])
  for (let hour = 0; hour < 4; hour += 1) {
    bank.festival.passSeconds(6 * 3_600)
    await Promise.all([bank.ravi, bank.asha].map((desk) => readQueue(desk)))
  }
  expect((await readOverview()).organisers).toEqual([])
})

test('the log counts the submissions of a press that is taken back, and not the press itself (14.134)', async () => {
  for (const code of ['K7Q4M2', '3BCDFG', '9XYZ22']) await bank.expectPayment(code)
  const id = randomUUID()
  const rows = (await readQueue(bank.ravi)).map((row) => ({ id: row.id, version: row.version }))
  const selection = { by: 'rows', rows }
  await bank.ravi.send('POST', '/api/desk/decisions/many', { id, selection, decision: 'reject' })
  await bank.undo(id)
  const { entries }: AuditPage = await bank.read('audit')
  expect(entries.filter(({ action }) => action === 'undone').map(({ count }) => count)).toEqual([3])
})
