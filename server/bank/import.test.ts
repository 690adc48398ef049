import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Bank, Refunds } from '../../festival/contract/bank'
import { decideOn, readOnly } from '../../tests/support/entries'
import { organisers, signIn } from '../../tests/support/organisers'
import {
  bank,
  countKinds,
  countTicked,
  findMatch,
  listMatches,
  makeFile,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'

startBank()

test('previews, imports and settles a statement (15.21, 15.22, 15.26)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG', '527412345678')
  await bank.expectPayment('9XYZ22')
  const file = makeFile([
    pays('527400000001', 'K7Q4M2'),
    pays('527412345678', 'UPI'),
    pays('527400000003', 'rent', 90_000),
  ])
  const shown = await bank.preview(file)
  expect(shown.fresh).toEqual({ count: 3, sum: 190_000 })
  expect(countKinds(shown)).toEqual({
    number: 1,
    reference: 1,
    unknown: 1,
    'not-received': 1,
  })
  expect(countTicked(shown)).toBe(2)
  expect(await bank.readStates()).toEqual(Array(3).fill('submitted null'))
  expect(await bank.db.selectFrom('bank_row').selectAll().execute()).toEqual([])

  expect(await bank.importStatement(file)).toMatchObject({
    fresh: { count: 3, sum: 190_000 },
    known: 0,
    reversedAllocations: [],
  })
  const items = listMatches(shown)
    .filter(({ isTicked }) => isTicked)
    .map((match) => makeItem(match))
  const settled = await bank.settle(items)
  expect(settled.settled).toHaveLength(2)
  expect(settled.skipped).toEqual([])
  expect(await bank.readStates()).toEqual(['submitted null', 'verified bank', 'verified bank'])
  const counted = await bank.read('counts')
  expect(counted.source).toEqual({ bank: 2 })
  expect(await bank.emails()).toBe(2)

  const id = settled.settled[0]?.entryId ?? ''
  const entry = await bank.read(`entries/${id}`)
  expect(entry.bankRows).toMatchObject([
    { paymentStatus: 'allocated', importedBy: organisers.admin, amount: 50_000 },
  ])
  const { lines } = await bank.read('audit?action=statement-imported')
  expect(lines).toMatchObject([{ actor: organisers.admin, detail: { rows: 3 } }])
  const seen = await bank.read('bank')
  expect(seen).toMatchObject({
    imports: [{ fresh: 3, known: 0, reversals: 0, sum: 190_000, by: organisers.admin }],
    payments: { allocated: { count: 2, sum: 100_000 }, open: { count: 1, sum: 90_000 } },
    window: { from: '2025-09-17', to: '2025-10-01' },
  })
})

test('saves a registration while a large file is imported in batches (15.22, 15.50)', async () => {
  const rows = Array.from({ length: 3_000 }, (_none, n) =>
    pays(String(527_500_000_000 + n), 'rent', 90_000 + n),
  )
  const countRows = async () => {
    const counted = bank.db.selectFrom('bank_row').select(({ fn }) => fn.countAll().as('n'))
    return Number((await counted.executeTakeFirstOrThrow()).n)
  }
  const importing = bank.importStatement(rows)
  let seen = 0
  const pollRows = async () => {
    seen = await countRows()
    return seen
  }
  await expect.poll(pollRows, { interval: 1 }).toBeGreaterThan(0)
  // The import must not finish before the registration starts.
  expect(seen).toBeLessThan(rows.length)
  await bank.expectPayment('K7Q4M2')
  expect(await importing).toMatchObject({ fresh: { count: rows.length } })
})

test('imports each row once, and returns the same receipt for a repeated import (15.22)', async () => {
  await bank.expectPayment('K7Q4M2')
  const one = pays('527400000001', 'K7Q4M2')
  const two = pays('527400000002', 'UPI', 70_000)
  const id = randomUUID()
  const first = await bank.importStatement([one], id)
  expect(await bank.importStatement([one], id)).toEqual(first)
  const press = randomUUID()
  const settled = await bank.settleTicked(press)
  const later = makeFile([one, two])
  expect(countKinds(await bank.preview(later))).toEqual({ unknown: 1 })
  expect(await bank.importStatement(later)).toMatchObject({
    fresh: { count: 1, sum: 70_000 },
    known: 1,
  })
  const [done] = settled.settled
  const match = await bank.db.selectFrom('allocation').selectAll().executeTakeFirstOrThrow()
  const again = await bank.settle(
    [{ expected: [{ id: done?.entryId, version: 1 }], rows: [match.row_id] }],
    press,
  )
  expect(again.settled).toEqual(settled.settled)
  expect(await bank.emails()).toBe(1)
})

test('changes an entry’s source from picture to bank without sending a second e-mail (15.22, 15.24)', async () => {
  await bank.expectPayment('K7Q4M2')
  await decideOn(bank.ravi, await readOnly(bank.ravi), { decision: 'verify' })
  await bank.expectPayment('3BCDFG')
  await bank.importStatement([
    pays('527400000001', 'K7Q4M2'),
    pays('527400000002', '3BCDFG', 60_000),
  ])
  const odd = await readOnly(bank.ravi, '?flag=odd-amount')
  expect(odd.state).toBe('submitted')
  expect((await readOnly(bank.ravi, '?bank=wrong-amount')).id).toBe(odd.id)
  await bank.settleTicked()
  expect(await bank.readStates()).toEqual(['submitted null', 'verified bank'])
  expect(await bank.emails()).toBe(1)
  const over = findMatch(await bank.preview(), 'wrong-amount')
  await bank.settle([makeItem(over, { reason: 'gets it back' })])
  expect((await readOnly(bank.ravi, `?q=${odd.label}`)).flags).toEqual([])
  const { refunds }: Refunds = await bank.read('refunds')
  expect(refunds).toMatchObject([{ why: 'too-much', amount: 10_000 }])
})

test('refuses viewers’ imports and invalid files, and saves the columns of a bank (15.3, 15.20)', async () => {
  const vani = await signIn(bank.festival, 'viewer')
  const file = makeFile([pays('527400000001', 'K7Q4M2')])
  for (const path of ['bank/imports', 'bank/preview', 'bank/settlements', 'refunds']) {
    expect((await vani.send('POST', `/api/desk/${path}`, file)).status, path).toBe(403)
  }
  for (const path of ['bank', 'bank/matches', 'refunds']) {
    expect((await vani.get(`/api/desk/${path}`)).status, path).toBe(200)
  }

  const [payment] = file.payments
  const refused: [object, number][] = [
    [{ ...file, payments: Array(20_001).fill({ ...payment, narration: '' }) }, 422],
    [{ ...file, payments: Array(8_500).fill({ ...payment, narration: 'x'.repeat(1_000) }) }, 413],
    [{ ...file, payments: [{ ...payment, amount: 500.5 }] }, 422],
    [{ ...file, payments: [{ ...payment, amount: -500 }] }, 422],
    [{ ...file, payments: [{ ...payment, amount: 10_000_000_001 }] }, 422],
    [{ ...file, payments: [{ ...payment, balance: 100_000_000_000_001 }] }, 422],
    [{ ...file, days: { first: '2025-10-02', last: '2025-09-02' } }, 422],
  ]
  for (const [body, status] of refused) {
    expect((await bank.ravi.send('POST', '/api/desk/bank/preview', body)).status).toBe(status)
  }

  const saveAmountColumn = async (amount: number) => {
    const columns = { day: 0, states: [3], money: { kind: 'one column', amount } }
    return (
      await bank.asha.send('PUT', '/api/desk/bank/columns', {
        key: 'when what amount state',
        columns,
      })
    ).json()
  }
  await saveAmountColumn(1)
  expect(await saveAmountColumn(2)).toEqual({
    known: [
      {
        key: 'when what amount state',
        columns: { day: 0, states: [3], money: { kind: 'one column', amount: 2 } },
      },
    ],
  })
})

test('refuses rows outside the expected days, and names the first such row (15.51)', async () => {
  await bank.expectPayment('K7Q4M2')
  const on = (day: string) => pays('527400000001', 'K7Q4M2', 50_000, day)
  const edges = makeFile([on('2025-09-17'), on('2025-10-01')])
  expect((await bank.preview(edges)).fresh.count).toBe(2)
  const others = makeFile([on('2025-10-02'), ...Array(6).fill(on('2025-09-16')), on('2025-10-01')])
  for (const path of ['bank/preview', 'bank/imports']) {
    const refused = await bank.asha.send('POST', `/api/desk/${path}`, {
      id: randomUUID(),
      ...others,
    })
    expect(refused.status).toBe(422)
    const message =
      'Line 2 is dated 2 October 2025; payments are expected from 17 September to 1 October 2025.'
    expect((await refused.json()).errors).toEqual([{ path: 'payments', message }])
  }
  const back = makeFile([{ ...on('2025-09-16'), amount: -50_000 }])
  expect((await bank.ravi.send('POST', '/api/desk/bank/preview', back)).status).toBe(422)
  expect(await bank.db.selectFrom('bank_row').selectAll().execute()).toEqual([])
})

test('expects payments until today if the festival is long over (15.1)', async () => {
  bank.festival.now = new Date('2026-11-22T04:30:00.000Z')
  const desk = await signIn(bank.festival)
  const seen: Bank = await (await desk.get('/api/desk/bank')).json()
  expect(seen.window).toEqual({ from: '2026-11-08', to: '2026-11-22' })
})

test('shows the bank page even if an earlier version stored very large amounts (15.46)', async () => {
  const huge = Number.MAX_SAFE_INTEGER
  const rows = Array.from({ length: 1_100 }, (_, n) => ({
    id: `row-${n}`,
    import_id: 'old',
    line: n + 1,
    day: '2025-10-01' as const,
    amount: huge,
    narration: '',
    reference: '',
    balance: null,
  }))
  await bank.importStatement([], '00000000-0000-4000-8000-000000000001')
  for (const part of [rows.slice(0, 550), rows.slice(550)]) {
    await bank.db
      .insertInto('bank_row')
      .values(part.map((row) => ({ ...row, import_id: '00000000-0000-4000-8000-000000000001' })))
      .execute()
  }
  const answer = await bank.ravi.get('/api/desk/bank')
  expect(answer.status).toBe(200)
  const { imports, payments }: Bank = await answer.json()
  expect(imports[0]?.sum).toBeCloseTo(1_100 * huge, -6)
  expect(payments.open.count).toBe(1_100)
})

test('refuses another file under the id of an import, even in concurrent requests (15.47)', async () => {
  const one = makeFile([pays('527400000001', 'K7Q4M2')])
  const other = makeFile([pays('527400000002', '3BCDFG', 60_000)])
  const send = (id: string, file: object) =>
    bank.asha.send('POST', '/api/desk/bank/imports', { id, ...file })
  const press = randomUUID()
  const first = await bank.importStatement(one, press)
  expect((await send(press, other)).status).toBe(409)
  expect((await send(press, { ...one, days: { ...one.days, first: '2025-09-20' } })).status).toBe(
    409,
  )
  expect(await bank.importStatement(one, press)).toEqual(first)
  expect(await bank.db.selectFrom('bank_row').select('amount').execute()).toEqual([
    { amount: 50_000 },
  ])
  const twice = randomUUID()
  const third = makeFile([pays('527400000003', '9XYZ22', 70_000)])
  const both = await Promise.all([send(twice, other), send(twice, third), send(twice, other)])
  expect([both[1]?.status, both[0]?.status].sort()).toEqual([201, 409])
  expect(both[2]?.status).toBe(both[0]?.status)
  expect(await bank.db.selectFrom('bank_row').select('id').execute()).toHaveLength(2)
})

test('shows a payment on its entry’s page even if the bank splits the number (15.26)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  await bank.importStatement([
    { ...pays('', ''), narration: 'UPI/P2A/5274 0000\n0001/ASHA/UPI/HDFC' },
  ])
  const { id } = await readOnly(bank.ravi)
  const { bankRows } = await bank.read(`entries/${id}`)
  expect(bankRows).toMatchObject([{ paymentStatus: 'names-it' }])
})

test('lets verifiers settle matches, but only admins import files and save columns (15.63)', async () => {
  await bank.expectPayment('K7Q4M2')
  const file = makeFile([pays('527400000001', 'K7Q4M2')])
  const id = randomUUID()
  const forbidden = async (method: string, path: string, body: object) => {
    const answer = await bank.ravi.send(method, `/api/desk/bank${path}`, body)
    expect([answer.status, (await answer.json()).code], path).toEqual([403, 'forbidden'])
  }
  await forbidden('POST', '/imports', { id, ...file })
  expect(await bank.db.selectFrom('bank_row').selectAll().execute()).toEqual([])

  await bank.importStatement(file, id)
  const columns = { day: 0, states: [3], money: { kind: 'one column', amount: 1 } }
  await forbidden('PUT', '/columns', { key: 'when what amount state', columns })
  await forbidden('DELETE', `/imports/${id}`, {})
  const readRows = async () =>
    (await bank.read(`entries/${(await readOnly(bank.ravi)).id}`)).bankRows
  const from = { importedBy: organisers.admin }
  expect(await readRows()).toMatchObject([{ ...from, paymentStatus: 'names-it' }])
  expect((await bank.settleTicked()).settled).toHaveLength(1)
  expect(await readRows()).toMatchObject([{ ...from, paymentStatus: 'allocated' }])
})

test('undoes an import within a minute unless it has changed an entry (15.49)', async () => {
  await bank.expectPayment('K7Q4M2', '527400000001')
  const paid = pays('527400000001', 'K7Q4M2')
  const first = randomUUID()
  const second = randomUUID()
  const third = randomUUID()
  const undo = async (id: string) =>
    (await bank.asha.send('DELETE', `/api/desk/bank/imports/${id}`, {})).status
  await bank.importStatement([paid], first)
  await bank.settleTicked()
  expect(await undo(first)).toBe(409)

  bank.festival.passSeconds(1)
  const later = makeFile([paid, pays('527400000002', 'rent', 90_000)])
  await bank.importStatement(later, second)
  expect(await undo(first)).toBe(409)
  const seen: Bank = await bank.read('bank')
  expect(seen.imports.map(({ undoUntil }) => undoUntil !== undefined)).toEqual([true, false])
  for (const _twice of [1, 2]) {
    expect(await undo(second)).toBe(204)
  }
  expect(await bank.readStates()).toEqual(['verified bank'])
  expect(await bank.db.selectFrom('bank_row').select('amount').execute()).toEqual([
    { amount: 50_000 },
  ])
  expect(await bank.importStatement(later, third)).toMatchObject({ fresh: { count: 1 } })
  bank.festival.passSeconds(61)
  expect(await undo(third)).toBe(409)
  const back = { ...paid, amount: -50_000, narration: '527400000001' }
  const taking = randomUUID()
  expect(await bank.importStatement([back], taking)).toMatchObject({
    reversedAllocations: [{ amount: 50_000 }],
  })
  expect(await undo(taking)).toBe(409)
})

test('joins files that cover consecutive days, and uses the latest ones after a gap (15.9)', async () => {
  const coverage = async (first: string, last: string) => {
    await bank.importStatement(makeFile([pays('527400000001', 'rent', 90_000)], { first, last }))
    return (await bank.preview()).days
  }
  expect(await coverage('2025-09-25', '2025-09-28')).toEqual({
    first: '2025-09-25',
    last: '2025-09-28',
  })
  expect(await coverage('2025-09-29', '2025-10-01')).toEqual({
    first: '2025-09-25',
    last: '2025-10-01',
  })
  expect(await coverage('2025-09-21', '2025-09-23')).toEqual({
    first: '2025-09-25',
    last: '2025-10-01',
  })
})

test('keeps an earlier file’s days if they include all days of a new file (15.9)', async () => {
  await bank.importStatement([pays('527400000001', 'NOBODY')])
  const days = { first: '2025-09-26', last: '2025-09-28' }
  await bank.importStatement(makeFile([pays('527400000002', 'NOBODY', 50_000, days.first)], days))
  expect((await bank.preview()).days).toEqual({ first: '2025-09-25', last: '2025-10-02' })
})
