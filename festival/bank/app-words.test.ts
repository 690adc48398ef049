import { expect, test } from 'vitest'
import { readDirection } from './cells'
import { type Columns, headerKey } from './columns'
import { openStatement } from './statement'
import { checkStatement } from './verdict'

const table = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))
const window = { from: '2027-01-15', to: '2027-02-28' } as const

const propose = (text: string) => {
  const asked = openStatement([table(text)], [])
  if (asked.kind !== 'asks') {
    throw new Error(asked.kind)
  }
  return asked.likely
}
/** Opens the file with the proposed columns, but with the amount in column `amount`. */
const read = (text: string, amount: number, columns: Partial<Columns> = {}) => {
  const rows = table(text)
  const money = { kind: 'one column', amount } as const
  const chosen = { day: 0, states: [], ...propose(text), money, ...columns }
  const opened = openStatement([rows], [], {
    key: headerKey(rows[0]?.cells ?? []),
    columns: chosen,
  })
  if (opened.kind !== 'read') {
    throw new Error(opened.kind === 'asks' ? opened.why : opened.kind)
  }
  return opened.statement
}

test.each([
  ['Ishaan Borkar paid you', 'credit'],
  ['Asha Rao sent you ₹250', 'credit'],
  ['You received from Asha Rao', 'credit'],
  ['Received', 'credit'],
  ['Refund received from Shop', 'credit'],
  ['You paid Konkan Caterers', 'debit'],
  ['You refunded Omkar Shenvi', 'debit'],
  ['You sent Asha Rao', 'debit'],
  ['Refund sent to Omkar Shenvi', 'debit'],
  ['Refunded to Omkar Shenvi', 'debit'],
  ['Refund to Omkar Shenvi', 'debit'],
  ['Returned to Omkar Shenvi', 'debit'],
  ['Money returned to Omkar Shenvi', 'debit'],
  ['Sent to Hall Keys', 'debit'],
  ['Omkar Shenvi', undefined],
])('reads “%s” as %s (15.101)', (text, direction) => expect(readDirection(text)).toBe(direction))

test('reads the direction from “paid you”, “You paid” and “You refunded” in a report (15.101)', () => {
  const report = `Date | Details | UTR | Amount
08/02/2027 | Ishaan Borkar paid you | 703955218801 | 250.00
09/02/2027 | Jhanvi Tambe paid you | 704055218802 | 650.00
11/02/2027 | You paid Pallavi Gaonkar | 704355210010 | 800.00
12/02/2027 | You refunded Jhanvi Tambe | 704055218802 | 650.00`
  expect(propose(report).states).toEqual([])
  const { rows, unproven } = read(report, 3)
  expect(rows.map(({ amount }) => amount / 100)).toEqual([250, 650, -800, -650])
  expect(unproven).toEqual([])
})

test('does not mistake a text column that contains Refund or Return for a column of payment states (15.101)', () => {
  const signed = `Date | Details | Amount
08/02/2027 | NEFT AXISN62703991234 ISHAAN BORKAR M5TQ8D | +250.00
09/02/2027 | UPI/704055218802/JHANVI TAMBE | +650.00
09/02/2027 | UPI/704455210012/HALL KEYS | -120.00
10/02/2027 | RETURN AXISN62703991234 | -250.00`
  expect(propose(signed).states).toEqual([])
  const { rows } = read(signed, 2)
  expect(rows.map(({ amount }) => amount / 100)).toEqual([250, 650, -120, -250])
  expect(checkStatement(read(signed, 2), window, '2027-02-20').chosen.reversals).toHaveLength(1)
  const worded = `When | Activity | UTR | Sum | Outcome
11/02/2027 | Money received from Omkar Shenvi | 704255218807 | 650.00 | Completed
12/02/2027 | Refund sent to Omkar Shenvi | 704255218807 | 650.00 | Completed
12/02/2027 | Money sent to Hall Keys | 704355210012 | 120.00 | Completed`
  expect(propose(worded).states).toEqual([4])
  expect(read(worded, 3).rows.map(({ amount }) => amount / 100)).toEqual([650, -650, -120])
})

test('proposes an amount column that has a known name or is the only one (15.101)', () => {
  const sums = `When | Activity | UPI transaction ID | Total
11/02/2027 | Received from Omkar Shenvi | 704255218807 | ₹650.00
12/02/2027 | Sent to Hall Keys | 704355210012 | ₹120.00`
  expect(propose(sums).money).toEqual({ kind: 'one column', amount: 3 })
  const gross = `Txn Date | Order | RRN | Gross | Charges | Net Settled | Status
08-02-2027 | ORD0081 | 703955218801 | 250.00 | 1.00 | 249.00 | SUCCESS
10-02-2027 | ORD0084 | 4155218804 | 350.00 | 1.00 | 349.00 | SUCCESS`
  expect(propose(gross).money).toEqual({ kind: 'one column', amount: 3 })
})

test('shows the whole text of a row that does not prove a payment (15.101)', () => {
  const report = `Date | Details | Kind | Amount
08/02/2027 | Hall Keys for the quiz | Sent by card | 250.00
09/02/2027 | Jhanvi Tambe for the quiz | In hand | 650.00`
  expect(read(report, 3, { states: [] }).unproven[0]?.narration).toBe(
    'Hall Keys for the quiz · Sent by card',
  )
})

test('refuses a report without a received or readable payment, with an explanation (15.101)', () => {
  const report = `Date | Details | Amount | Status
08/02/2027 | Ishaan Borkar | 250.00 | Failed
09/02/2027 | Jhanvi Tambe | 650.00 | Failed`
  const refused = checkStatement(read(report, 2, { states: [3] }), window, '2027-02-20').refusal
  expect(refused).toMatch(
    /If that does not work, download the account’s statement as CSV, Excel or PDF from the bank’s site\.$/,
  )
  const unread = checkStatement(read(report, 1, { states: [] }), window, '2027-02-20').refusal
  expect(unread).toMatch(
    /^No line could be read with these columns: on line 2, “Ishaan Borkar” is not an amount\./,
  )
})
