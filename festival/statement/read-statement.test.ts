import { expect, test } from 'vitest'
import { choosePayments } from './choose-payments'
import { knownLayouts } from './known-layouts'
import { openStatement } from './open-statement'
import { readStatement } from './read-statement'
import type { FileRow } from './row'
import { makeLayout, suggestColumns, suggestHeader } from './suggest-columns'

const table = (...lines: string[]): FileRow[] =>
  lines.map((line, index) => ({ line: index + 1, cells: line.split('|') }))

const read = (...lines: string[]) => {
  const statement = readStatement(table(...lines), knownLayouts)
  if (!statement) throw new Error('unknown layout')
  return statement
}

const axis = 'SRL NO|Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL'
const first = '1|01-09-2026|-|UPI/P2A/624412345678/RAVI/K7Q4M2/HDFC|  |600.00|1,600.00|248'
const second = '2|02-09-2026|-|UPI/P2A/624512345678/ASHA/UPI/HDFC| |450.00|2,050.00|248'

test('the header row is found by its names, wherever it stands', () => {
  const { layout, rows, chain } = read('Axis Bank', '', 'Name|X', axis, first, second)
  expect(layout.id).toBe('axis')
  expect(rows.map(({ line, day, amount, balance }) => [line, day, amount, balance])).toEqual([
    [5, '2026-09-01', 60_000, 160_000],
    [6, '2026-09-02', 45_000, 205_000],
  ])
  expect(chain).toEqual({ order: 'oldest first', links: 1, breaks: [] })
})

test('Kotak’s two columns of one name are told apart', () => {
  const { layout, rows } = read(
    'Sl. No.|Transaction Date|Value Date|Description|Chq / Ref No.|Amount|Dr / Cr|Balance|Dr / Cr',
    '1|01/09/2026|01/09/2026|UPI/RAVI/624412345678/K7Q4M2|UPI-1|55.00|DR|45.00|DR',
    '2|02/09/2026|02/09/2026|UPI/RAVI/624412345679/K7Q4M2|UPI-2|55.00|CR|10.00|CR',
  )
  expect(layout.id).toBe('kotak')
  expect(rows.map(({ amount, balance }) => [amount, balance])).toEqual([
    [-5_500, -4_500],
    [5_500, 1_000],
  ])
})

test('SBI’s newline inside of a word is deleted', () => {
  const { rows } = read(
    'Date|Details|Ref No/Cheque No|Debit|Credit|Balance',
    '01/09/2026|DEP TFR UPI/CR/6244123\n 45678/RAVI/HDFC/ravi/K7Q4 AT 04430 PU\n DUCHERRY|TRANSFER||600.00|1600.00',
    '|||||1,600.00CR',
  )
  expect(rows.map(({ narration }) => narration)).toEqual([
    'DEP TFR UPI/CR/624412345678/RAVI/HDFC/ravi/K7Q4 AT 04430 PUDUCHERRY',
  ])
})

test('a number of a payment that stands where money should is told by its line, and never booked (15.46)', () => {
  const { rows, unreadable } = read(
    axis,
    first,
    '2|02-09-2026|-|UPI/P2A/1/A|  |624412345678|624412347278|248',
    '3|03-09-2026|-|UPI/P2A/2/B|  |100000000.00|10,00,01,600.00|248',
  )
  expect(rows.map(({ amount }) => amount)).toContain(10_000_000_000)
  expect(unreadable.map(({ line, why }) => `line ${line}: ${why}`)).toEqual([
    'line 3: ₹6,24,41,23,45,678.00 is too much for a festival: is the column of amounts another one?',
  ])
})

test('a line that cannot be read is shown with its reason, and is never a 0', () => {
  const { rows, unreadable } = read(
    axis,
    first,
    '2|32-09-2026|-|UPI/P2A/1/A|  |450.00|2,050.00|248',
    '3|03-09-2026|-|UPI/P2A/2/B|  |4S0.00|2,500.00|248',
    '4|04-09-2026|-|UPI/P2A/3/C|  | |2,500.00|248',
    '5|05-09-2026|-|UPI/P2A/4/D|1.00|1.00|2,500.00|248',
    '6|06-09-2026|-|UPI/P2A/5/E| |1.00|x|248',
  )
  expect(rows).toHaveLength(1)
  expect(unreadable.map(({ line, why }) => `line ${line}: ${why}`)).toEqual([
    'line 3: “32-09-2026” is not a date',
    'line 4: “4S0.00” is not an amount',
    'line 5: it has no amount',
    'line 6: it has an amount on both sides',
    'line 7: “x” is not a balance',
  ])
})

test('rulers, repeated headings, footers and the sums below the table are no rows', () => {
  const { rows, unreadable, chain } = read(
    'Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance',
    '****|****|****|****|****|****|****',
    '01/09/26|UPI-RAVI-x@ybl-SBIN-624412345678-K7Q4M2|624412345678|01/09/26||600|1600',
    '****|****|****|****|****|****|****',
    'STATEMENT SUMMARY :-',
    'Opening Balance|Dr Count|Cr Count|Debits|Credits|Closing Bal',
    '1000|3|7||1200.25|9000',
  )
  expect([rows.length, unreadable, chain?.breaks]).toEqual([1, [], []])
})

test('an opening balance proves the first row’s amount, too', () => {
  const { chain } = read(axis, '|01-09-2026||OPENING BALANCE| | |1,100.00|', first)
  expect(chain?.breaks).toEqual([{ after: 2, line: 3, expected: 170_000, found: 160_000 }])
})

test('two equal payments of one day are two rows; a row that stands twice without a balance is one', () => {
  const equal = '3|02-09-2026|-|UPI/P2A/624512345678/ASHA/UPI/HDFC| |450.00|2,500.00|248'
  expect(new Set(read(axis, first, second, equal).rows.map(({ id }) => id)).size).toBe(3)
  const report = 'Transaction Date|UTR|Amount|Status|Customer VPA'
  const paid = '01/09/2026|624412345678|600.00|SUCCESS|ravi@ybl'
  const { rows, unreadable } = read(report, paid, paid, '01/09/2026|624412345679|600.00|FAILED|ravi@ybl')
  expect(rows).toHaveLength(1)
  expect(unreadable.map(({ line }) => line)).toEqual([3])
})

test('only credits within the window leave the browser, and what takes one back', () => {
  const statement = read(
    axis,
    '1|31-08-2026|-|UPI/P2A/624312345678/OLD/UPI/HDFC| |600.00|1,600.00|248',
    '2|01-09-2026|-|UPI/P2A/624412345678/RAVI/K7Q4M2/HDFC| |600.00|2,200.00|248',
    '3|01-09-2026|-|UPI/P2M/624412345699/SHOP/bill/HDFC|100.00| |2,100.00|248',
    '4|02-09-2026|-|UPI/REV/624412345678/RAVI|600.00| |1,500.00|248',
    '5|02-09-2026|-|UPI/REV/624412345699/SHOP| |100.00|1,600.00|248',
    '6|02-09-2026|-|INT.PD:01-06-2026 TO 31-08-2026| |12.00|1,612.00|248',
  )
  const { payments, reversals, left, sum } = choosePayments(statement, { from: '2026-09-01', to: '2026-09-30' })
  expect(payments.map(({ line }) => line)).toEqual([3])
  expect(reversals.map(({ line, amount }) => [line, amount])).toEqual([[5, -60_000]])
  expect([left, sum]).toEqual([{ debits: 1, outside: 1, notPayments: 2 }, 60_000])
})

test('a credit with the mark of a reversal leaves the browser, unless the file holds the debit that it gives back', () => {
  const statement = read(
    axis,
    '1|01-09-2026|-|UPI/P2A/624412345678/REV THOMAS MATHEW/K7Q4M2/HDFC| |600.00|1,600.00|248',
    '2|02-09-2026|-|UPI/REV/624412345699/SHOP| |100.00|1,700.00|248',
    '3|03-09-2026|-|UPI/P2M/624412345688/SHOP/bill/HDFC|100.00| |1,600.00|248',
    '4|03-09-2026|-|UPI/REV/624412345688/SHOP| |100.00|1,700.00|248',
  )
  const { payments, reversals, left } = choosePayments(statement, { from: '2026-09-01', to: '2026-09-30' })
  expect([payments.map(({ line }) => line), reversals]).toEqual([[2, 3], []])
  expect(left).toEqual({ debits: 1, outside: 0, notPayments: 1 })
})

test('an unknown layout is mapped by the names of its columns, and known by them from then on', () => {
  const rows = table(
    'My Bank',
    'Posting Date|Text|Paid out|Paid in|Running Balance',
    '01/09/2026|UPI/1|0.00|600.00|1600.00',
  )
  expect(readStatement(rows, knownLayouts)).toBeUndefined()
  const header = suggestHeader(rows)
  expect(header?.line).toBe(2)
  const names = header?.cells ?? []
  expect(suggestColumns(names)).toEqual({
    day: 'Posting Date',
    balance: 'Running Balance',
    money: { kind: 'two columns', debit: 'Paid out', credit: 'Paid in' },
  })
  const layout = makeLayout('My Bank', names, {
    day: 'Posting Date',
    narration: 'Text',
    balance: 'Running Balance',
    money: { kind: 'two columns', debit: 'Paid out', credit: 'Paid in' },
  })
  expect(readStatement(rows, [layout, ...knownLayouts])?.rows).toMatchObject([{ amount: 60_000, balance: 160_000 }])
  expect(
    makeLayout('Again', [...names].reverse(), { day: 'x', narration: 'y', money: { kind: 'received', amount: 'z' } })
      .id,
  ).toBe(layout.id)
})

test('of several sheets the one with a statement is opened, and a file without one says so', () => {
  const letter = table('Dear customer,', 'thank you')
  const statement = table(axis, first)
  const mine = table('My Bank', 'Posting Date|Text|Paid out|Paid in', '01/09/2026|UPI/1|0.00|600.00')
  expect(openStatement([letter, mine, statement], knownLayouts)).toMatchObject({
    kind: 'read',
    statement: { layout: { id: 'axis' } },
  })
  expect(openStatement([letter, mine], knownLayouts)).toMatchObject({
    kind: 'unknown',
    header: ['Posting Date', 'Text', 'Paid out', 'Paid in'],
    suggested: { day: 'Posting Date', money: { debit: 'Paid out', credit: 'Paid in' } },
  })
  expect(openStatement([letter], knownLayouts)).toEqual({ kind: 'no table' })
})
