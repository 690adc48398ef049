import type { BankRow, ExpectedPayment, MatchInput } from '../../../festival/bank/match'
import { matchPayments } from '../../../festival/bank/match-payments'
import { identifyRow } from '../../../festival/bank/statement'
import type { Day } from '../../../festival/content/slot'

/** In paise. */
export const fee = 60_000
const days = { first: '2026-09-01', last: '2026-09-20' } as const satisfies MatchInput['days']

/** A pending entry of 10 September. */
export const submit = (id: string, more: Partial<ExpectedPayment> = {}): ExpectedPayment => ({
  id,
  due: fee,
  day: '2026-09-10' as Day,
  name: id,
  paymentStatus: 'open',
  ...more,
})

let line = 1
/** A credit in Axis's format, with a six-character note and a unique number. */
export const pay = (
  number: string,
  note: string,
  more: Partial<BankRow> & { payer?: string } = {},
): BankRow => {
  const { payer = 'PAYER', ...rest } = more
  const row = {
    line: line++,
    day: '2026-09-09' as Day,
    amount: fee,
    narration: `UPI/P2A/${number}/${payer}/${note.slice(0, 6)}/HDFC BANK`,
    reference: '',
    balance: 1_000_000 + line * fee,
    file: 'first',
    ...rest,
  }
  return { id: identifyRow(row), ...row }
}

/** A debit that reverses the payment with this number, as sent to the server. */
export const reverse = (number: string, more: Partial<BankRow> = {}) =>
  pay(number, '', { amount: -fee, narration: number, ...more })

/** Matches these rows as a statement of 1 to 20 September. */
export const match = (rows: readonly BankRow[], expected: readonly ExpectedPayment[]) =>
  matchPayments({ rows, expected, days })

/** Returns one line per match, with kind, entries and amounts in rupees. */
export const describeMatches = (
  rows: readonly BankRow[],
  expected: readonly ExpectedPayment[],
): string[] => {
  const amounts = new Map(rows.map(({ id, amount }) => [id, amount / 100]))
  return match(rows, expected).matches.map(
    (proposed) =>
      `${proposed.kind}: ${proposed.expected.join(' ')} ← ${proposed.rows.map((id) => amounts.get(id)).join(' ')}`,
  )
}

export const firstUtr = '624412345678'
export const secondUtr = '624587654321'
export const thirdUtr = '624500001111'
