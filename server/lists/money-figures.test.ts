import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AuditPage } from '../../festival/contract/audit'
import type { Overview } from '../../festival/contract/overview'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { organisers } from '../../tests/support/organisers'
import { bank, startBank } from '../../tests/support/statements/bank-desk'

startBank()

const readOverview = (): Promise<Overview> => bank.read('overview')

test('counts people by phone, and people without a phone once per team (14.110)', async () => {
  const { festival } = bank
  const asha = { name: 'Asha Test', phone: '9876500001', year: '2nd year' }
  const bela = { name: 'Bela Test', phone: '9876500002', year: '2nd year' }
  const personWithoutPhone = { name: 'Chitra Test', phone: '', year: '' }
  await submit(festival, 'registration', { event: 'SeniorQuiz', members: [asha, bela] })
  await submit(festival, 'registration', {
    event: 'JuniorQuiz',
    members: [bela, personWithoutPhone],
  })
  await submit(festival, 'delegate-pass', { ...asha, email: 'other@college.test' })
  await submit(festival, 'accommodation', { name: bela.name, phone: bela.phone })
  await submit(festival, 'delegate-pass', {
    name: 'Deepa Test',
    phone: '9876500003',
    email: 'deepa@college.test',
  })
  await decideOn(bank.ravi, await readOnly(bank.ravi, '?q=deepa'), { decision: 'reject' })
  const { heads, all } = await readOverview()
  expect([heads, all.accepted.people, all.accepted.count]).toEqual([3, 6, 4])
})

test('shows how much each organiser has decided and how much cash they have taken today (14.166)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await decideOn(bank.ravi, await readOnly(bank.ravi, '?q=K7Q4M2'), { decision: 'verify' })
  const other = await readOnly(bank.ravi, '?q=3BCDFG')
  await decideOn(bank.asha, other, { decision: 'verify', source: 'cash', cash: 50_000 })
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

test('logs the number of entries of an undone bulk decision (14.134)', async () => {
  for (const code of ['K7Q4M2', '3BCDFG', '9XYZ22']) {
    await bank.expectPayment(code)
  }
  const id = randomUUID()
  const rows = (await readQueue(bank.ravi)).map((row) => ({ id: row.id, version: row.version }))
  const selection = { by: 'rows', rows }
  await bank.ravi.send('POST', '/api/desk/decisions/many', { id, selection, decision: 'reject' })
  await bank.undo(id)
  const { lines }: AuditPage = await bank.read('audit')
  expect(lines.filter(({ action }) => action === 'undone').map(({ count }) => count)).toEqual([3])
})
