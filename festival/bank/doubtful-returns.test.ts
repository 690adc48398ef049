import { expect, test } from 'vitest'
import { readMoney, readSide } from './cells'
import { type Columns, headerKey } from './columns'
import { matchKinds } from './match'
import { matchPayments } from './match-payments'
import { identifyRow, openStatement } from './statement'
import { checkStatement } from './verdict'

const table = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))
const window = { from: '2027-01-15', to: '2027-02-28' } as const

/** Matches a report with one entry of ₹650 and the UTR 704255218807. */
const match = (text: string, columns: Partial<Columns> = {}) => {
  const rows = table(text)
  const asked = openStatement([rows], [])
  const likely = asked.kind === 'asks' ? asked.likely : {}
  const chosen = { day: 0, states: [], ...likely, ...columns } as Columns
  const opened = openStatement([rows], [], {
    key: headerKey(rows[0]?.cells ?? []),
    columns: chosen,
  })
  if (opened.kind !== 'read') {
    throw new Error(opened.kind === 'asks' ? opened.why : opened.kind)
  }
  const { payments, reversals } = checkStatement(opened.statement, window, '2027-02-20').chosen
  const kept = [...payments, ...reversals].map((row) => ({
    ...row,
    id: identifyRow(row),
    file: 'report',
  }))
  const { matches } = matchPayments({
    rows: kept,
    expected: [
      {
        id: 'omkar',
        name: 'Omkar Shenvi',
        due: 65_000,
        number: '704255218807',
        paymentStatus: 'open',
        day: '2027-02-11',
      },
    ],
    days: { first: '2027-02-01', last: '2027-02-28' },
  })
  return matches.filter(({ expected }) => expected.includes('omkar')).map(({ kind }) => kind)
}
const amount = (column: number) => ({ money: { kind: 'one column', amount: column } }) as const

test.each([
  '–650.00',
  '−650.00',
  '‒650.00',
  '—650.00',
  '650.00 –',
  '650.00(D)',
  '650.00 Debit',
  '650.00D',
  '650.00 Db',
  '650.00 Dbt',
])('reads %s as a debit (15.100)', (text) => {
  expect(readMoney(text)?.paise).toBe(-65_000)
  const report = `Date | Details | Amount
11/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00
12/02/2027 | UPI/704255218807/OMKAR SHENVI | ${text}`
  expect(match(report, amount(2))).toEqual(['reversed'])
})

test.each(['650.00 Credit', '650.00C', '650.00(C)'])('reads %s as a credit (15.100)', (text) =>
  expect(readMoney(text)).toMatchObject({ paise: 65_000, mark: 'credit' }),
)

test.each(['12 C', 'D 12', '5D'])('does not read %s as an amount (15.100)', (text) =>
  expect(readMoney(text)).toBeUndefined(),
)

test.each(['DB', 'Dbt', 'REV', 'Reversal'])('reads %s as a direction (15.100)', (word) => {
  expect(readSide(word)).toBe('debit')
  const report = `Date | Details | Amount | Type
10/02/2027 | UPI/703955218801/ISHAAN BORKAR | 250.00 | CR
11/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | CR
12/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | ${word}`
  expect(match(report)).toEqual(['reversed'])
})

const head = `Date | Details | Amount | Type
10/02/2027 | UPI/703955218801/ISHAAN BORKAR | +250.00 | CR
11/02/2027 | UPI/704255218807/OMKAR SHENVI | +650.00 | CR`
const withSide = { money: { kind: 'with side', amount: 2, side: 3 } } as const

test.each([
  ['whose direction is empty', '12/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | ', withSide],
  [
    'whose direction is not understood',
    '12/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | XX',
    withSide,
  ],
  [
    'whose amount is not understood',
    '12/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 gone | DR',
    withSide,
  ],
  [
    'whose date is not understood',
    'Yesterday | UPI/704255218807/OMKAR SHENVI | -650.00 | DR',
    withSide,
  ],
  [
    'that is not counted',
    '12/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | Pending',
    { ...amount(2), states: [3] },
  ],
])('unticks a payment with the number and amount of a row %s (15.100)', (_what, row, columns) => {
  expect(match(`${head}\n${row}`, columns)).toEqual(['reversed'])
  expect(matchKinds.reversed).toMatchObject({ group: 'reversed', settling: 'never' })
  expect(matchKinds.reversed.words).toMatch(/may have returned it/)
  // Another amount or number has no effect.
  expect(match(`${head}\n${row.replace('650', '640')}`, columns)).toEqual(['number'])
  expect(match(`${head}\n${row.replace('704255218807', '704255218808')}`, columns)).toEqual([
    'number',
  ])
})

test('unticks a payment whose number reappears in a row without a direction (15.100)', () => {
  const report = `When | Activity | UTR | Sum
08/02/2027 | Received from Ishaan Borkar | 703955218801 | 250.00
11/02/2027 | Received from Omkar Shenvi | 704255218807 | 650.00
12/02/2027 | Sent to Hall Keys | 704355210012 | 120.00
12/02/2027 | Sent to Print Shop | 704355210013 | 120.00
13/02/2027 | Omkar Shenvi | 704255218807 | 650.00`
  expect(match(report, amount(3))).toEqual(['reversed'])
})

test('does not mistake a repeated row for a return (15.100)', () => {
  expect(
    match(`${head}\n11/02/2027 | UPI/704255218807/OMKAR SHENVI | +650.00 | CR`, withSide),
  ).toEqual(['number'])
})

test.each(['FAILED', 'Declined', 'Expired'])(
  'does not mistake a row with the state %s for the return of a payment (15.100)',
  (state) => {
    const report = `Date | Details | Amount | State
10/02/2027 | UPI/703955218801/ISHAAN BORKAR | 250.00 | Success
11/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | ${state}
11/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | Success`
    expect(match(report, { ...amount(2), states: [3] })).toEqual(['number'])
  },
)

test('lists a payment’s return once, even if several rows could be that return (15.100)', () => {
  const listReversals = (rows: readonly string[]) => {
    const key = headerKey(table(head)[0]?.cells ?? [])
    const columns: Columns = { day: 0, states: [], ...withSide }
    const opened = openStatement([table([head, ...rows].join('\n'))], [], { key, columns })
    if (opened.kind !== 'read') {
      throw new Error(opened.kind)
    }
    return checkStatement(opened.statement, window, '2027-02-20').chosen.reversals
  }
  const returned = '12/02/2027 | UPI/704255218807/OMKAR SHENVI | 650.00 | DR'
  const unread = 'Yesterday | UPI/704255218807/OMKAR SHENVI | 650.00 | DR'
  expect(listReversals([returned, unread]).map(({ line }) => line)).toEqual([4])
  expect(listReversals([unread, unread]).map(({ line }) => line)).toEqual([4])
})
