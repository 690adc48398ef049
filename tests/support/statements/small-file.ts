import { axisFile } from './bank-layouts'
import { book, type Transaction } from './transaction'

const pay = (day: Transaction['day'], rrn: string, note: string, amount = 60_000): Transaction => ({
  day,
  amount,
  kind: amount < 0 ? 'debit' : 'upi',
  rrn,
  note,
  name: 'RAVI KUMAR',
  address: 'ravi@ybl',
})

/** Four payments and a debit on an account that began with ₹1,000, as Axis writes them: the first on line 5. */
export const smallFile = new TextDecoder().decode(
  axisFile.write(
    book(
      [
        pay('2026-09-01', '624412345678', 'K7Q4M2 Cerebra'),
        pay('2026-09-02', '624512345678', 'UPI'),
        pay('2026-09-02', '624512345679', 'bill', -10_000),
        pay('2026-09-03', '624612345678', '3BCDFG'),
        pay('2026-09-04', '624712345678', 'UPI'),
      ],
      100_000,
    ),
  ),
)

export const changeLine = (text: string, line: number, change: (line: string) => string | undefined): string =>
  text
    .split('\r\n')
    .flatMap((one, index) => (index === line - 1 ? (change(one) ?? []) : one))
    .join('\r\n')
