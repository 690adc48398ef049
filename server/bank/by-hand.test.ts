import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Bank } from '../../festival/contract/bank'
import type { Overview } from '../../festival/contract/overview'
import { readOnly, readQueue } from '../../tests/support/entries'
import {
  bank,
  findMatch,
  makeFile,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'

startBank()

test('lets organisers settle any open payment with any open entry by hand (15.71)', async () => {
  for (const reference of ['K7Q4M2', '3BCDFG', '9XYZ22']) {
    await bank.expectPayment(reference)
  }
  await bank.importStatement([
    { ...pays('527400000001', 'rent'), narration: 'UPI/P2A/527400000001/HDFC' },
    { ...pays('527400000002', 'rent', 100_000), narration: 'UPI/P2A/527400000002/HDFC' },
  ])
  const shown = await bank.preview()
  const [one, two, three] = shown.matches.flatMap(({ expected }) => expected)
  const [small, large] = shown.matches
    .flatMap(({ rows }) => rows)
    .sort((left, right) => left.amount - right.amount)
  if (!one || !two || !three || !small || !large) {
    throw new Error('There are too few entries')
  }
  const tie = (expected: (typeof one)[], rows: (typeof small)[], more = {}) =>
    makeItem({ expected, rows, difference: 0 }, more)
  expect((await bank.settle([tie([one], [small])])).skipped).toMatchObject([{ why: 'reason' }])
  const more = { reason: 'showed the app at the desk' }
  expect(
    (await bank.settle([tie([one, two], [small], { ...more, difference: -50_000 })])).settled,
  ).toEqual([])
  const { settled } = await bank.settle([
    tie([one], [small], more),
    tie([two, three], [large], more),
  ])
  expect(settled).toHaveLength(3)
  expect(await bank.readStates()).toEqual(Array(3).fill('verified bank'))
  expect(await bank.db.selectFrom('allocation').select(['amount', 'reason']).execute()).toEqual(
    Array(3).fill({ amount: 50_000, reason: more.reason }),
  )
  const { lines } = await bank.read('audit?action=decided')
  expect(JSON.stringify(lines)).not.toContain('app at the desk')
})

test('divides two payments between two entries by the amounts due (15.71)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.importStatement([
    { ...pays('527400000001', 'rent', 30_000), narration: 'UPI/P2A/527400000001/HDFC' },
    { ...pays('527400000002', 'rent', 70_000), narration: 'UPI/P2A/527400000002/HDFC' },
  ])
  const { matches } = await bank.preview()
  const rows = matches.flatMap((match) => match.rows.map(({ id }) => id))
  const expected = (await readQueue(bank.ravi)).map(({ id, version }) => ({ id, version }))
  const { settled } = await bank.settle([{ expected, rows, reason: 'showed the app at the desk' }])
  expect(settled).toHaveLength(2)
  const shares = await bank.db.selectFrom('allocation').select(['entry_id', 'amount']).execute()
  const sumFor = (entryId: string) =>
    shares.reduce((sum, { entry_id, amount }) => sum + (entry_id === entryId ? amount : 0), 0)
  expect(expected.map(({ id }) => sumFor(id))).toEqual([50_000, 50_000])
})

const words = (narration: string) => {
  const file = makeFile([{ ...pays('527400000001', ''), narration }])
  return {
    ...file,
    payments: file.payments.map(({ balance: _none, ...row }) => row),
  } as typeof file
}

test('allocates a payment that is in two files once, whichever row is chosen (15.72)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.importStatement(words('UPI/CR/527400000001/ASHA/K7Q4M2'))
  await bank.importStatement(words('FROM ASHA REF 527400000001'))
  const own = findMatch(await bank.preview(), 'reference')
  expect(own.rows).toMatchObject([{ otherNarrations: [expect.any(String)] }])
  const press = randomUUID()
  expect((await bank.settle([makeItem(own)], press)).settled).toHaveLength(1)
  const rows = await bank.db.selectFrom('bank_row').select('id').execute()
  const waiting = await readOnly(bank.ravi, '?state=submitted')
  for (const row of rows) {
    const item = {
      expected: [{ id: waiting.id, version: waiting.version }],
      rows: [row.id],
      reason: 'they called',
    }
    expect((await bank.settle([item])).skipped).toMatchObject([{ why: 'allocated' }])
  }
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toHaveLength(2)
  await bank.undo(press)
  expect(await bank.db.selectFrom('allocated_row').selectAll().execute()).toEqual([])
  expect(await bank.readStates()).toEqual(Array(2).fill('submitted null'))
})

test('does not allocate a payment that is in two files to two entries (15.10, 15.72)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.expectPayment('3BCDFG')
  await bank.importStatement(words('UPI/CR/527400000001/ASHA/HDFC'))
  await bank.importStatement(words('FROM ASHA REF 527400000001'))
  const rows = (await bank.db.selectFrom('bank_row').select('id').execute()).map(({ id }) => id)
  const waiting = (await readQueue(bank.ravi)).map(({ id, version }) => ({ id, version }))
  const both = await bank.settle([{ expected: waiting, rows, reason: 'they called' }])
  expect(both.skipped.map(({ why }) => why)).toEqual(['allocated', 'allocated'])
  const [one] = waiting
  const twice = await bank.settle([
    { expected: [one], rows, difference: 50_000, reason: 'they called' },
  ])
  expect(twice.skipped).toMatchObject([{ why: 'allocated' }])
  expect(await bank.readStates()).toEqual(Array(2).fill('submitted null'))
})

test('counts a payment that is in two files once in every sum (15.10)', async () => {
  await bank.expectPayment('K7Q4M2')
  const [first, second] = ['UPI/CR/527400000001/ASHA/K7Q4M2', 'FROM ASHA REF 527400000001'].map(
    words,
  )
  if (!first || !second) {
    throw new Error('There are not two files')
  }
  await bank.importStatement(first)
  bank.festival.passSeconds(1)
  expect(await bank.preview(second)).toMatchObject({
    fresh: { count: 0, sum: 0 },
    known: 0,
    reworded: 1,
  })
  expect(await bank.importStatement(second)).toMatchObject({
    fresh: { count: 0, sum: 0 },
    known: 1,
  })
  const once = { count: 1, sum: 50_000 }
  const none = { count: 0, sum: 0 }
  const sums = async () => {
    const { imports, payments }: Bank = await bank.read('bank')
    const { unsettled }: Overview = await bank.read('overview')
    return { ...payments, unsettled, files: imports.map(({ fresh, sum }) => [fresh, sum]).sort() }
  }
  const files = [
    [0, 0],
    [1, 50_000],
  ]
  expect(await sums()).toEqual({ allocated: none, open: once, unsettled: once, files })
  await bank.settle([makeItem(findMatch(await bank.preview(), 'reference'))])
  expect(await sums()).toEqual({ allocated: once, open: none, unsettled: none, files })
  // Forgetting a person removes the numbers that identify the payment.
  await bank.db.updateTable('bank_row').set({ narration: '', reference: '' }).execute()
  await bank.importStatement([pays('527400000009', 'rent', 90_000)])
  const { payments }: Bank = await bank.read('bank')
  expect(payments).toEqual({ allocated: once, open: { count: 1, sum: 90_000 } })
})

test('finds payments and their entries by UTR, payer or note (15.74)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([
    pays('527400000001', 'K7Q4M2'),
    { ...pays('527400000002', ''), narration: 'UPI/P2A/527400000002/JAYA C\nINVENTED/HDFC' },
  ])
  await bank.settleTicked()
  const [row] = await readQueue(bank.ravi)
  const find = (q: string) => bank.read(`bank/rows?q=${encodeURIComponent(q)}`)
  expect(await find('527400000001')).toMatchObject([
    { allocatedTo: [{ id: row?.id, label: row?.label }] },
  ])
  for (const words of ['5274 0000 0002', '400000002', 'jaya c invented']) {
    expect(await find(words), words).toMatchObject([
      { day: '2025-10-01', amount: 50_000, allocatedTo: [] },
    ])
  }
  for (const words of ['P2A', '000002', '%%%%', '527400000003']) {
    expect(await find(words), words).toEqual([])
  }
})
