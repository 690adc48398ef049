import { expect, test } from 'vitest'
import { readDay } from './cells'
import type { Columns } from './columns'
import { openStatement } from './statement'
import { checkStatement } from './verdict'

const table = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))
const window = { from: '2027-01-15', to: '2027-02-28' } as const

const read = (text: string, columns?: Columns) => {
  const opened = openStatement([table(text)], [], columns && { key: '', columns })
  if (opened.kind !== 'read') {
    throw new Error(opened.kind)
  }
  return opened.statement
}
const refusal = (text: string) => checkStatement(read(text), window, '2027-02-20').refusal

const signed: Columns = { day: 0, states: [], money: { kind: 'one column', amount: 2 } }
const unknownDays = ['Yesterday', 'Today', '12 Feb', '12/02', '46065', 'PENDING', '']

test.each([
  ['12th Feb 2027', '2027-02-12'],
  ['1st February 2027', '2027-02-01'],
  ['Fri, 12 Feb 2027', '2027-02-12'],
  ['Friday 12-02-2027', '2027-02-12'],
  ['20270212', '2027-02-12'],
])('reads %s as a date (15.99)', (text, day) => expect(readDay(text)).toBe(day))

test.each(unknownDays)(
  'reports an unreadable date “%s” with its line, anywhere in the table (15.99)',
  (day) => {
    const header = 'Date | Details | Amount'
    const unknown = `${day} | UPI/704255218807/OMKAR SHENVI | +650.00`
    const known = [
      '08/02/2027 | UPI/703955218801/ISHAAN BORKAR | +250.00',
      '09/02/2027 | UPI/704455210012/KEYS | -120.00',
    ]
    for (const at of [0, 1, 2]) {
      const statement = read([header, ...known.toSpliced(at, 0, unknown)].join('\n'), signed)
      expect(statement.rows).toHaveLength(2)
      expect(statement.unreadable).toMatchObject([{ line: at + 2 }])
    }
  },
)

test.each(unknownDays)('names the line of the date “%s” in a file with balances (15.99)', (day) => {
  const known = [
    '08/02/2027 | UPI/703955218801/ISHAAN BORKAR | | 250.00 | 1,250.00',
    '09/02/2027 | UPI/704055218802/JHANVI TAMBE | | 650.00 | 1,900.00',
    '13/02/2027 | UPI/704455210012/HALL KEYS | 120.00 | | 1,780.00',
  ]
  for (const at of [0, 1, 2]) {
    const rows = known.with(at, (known[at] ?? '').replace(/^\S+/, day))
    const words = refusal(['Date | Details | Debit | Credit | Balance', ...rows].join('\n'))
    const start =
      day === ''
        ? `Line ${at + 2} has no date.`
        : `Line ${at + 2} says “${day}” where its date should be.`
    expect(words?.slice(0, start.length)).toBe(start)
  }
})

test('names a line without a date or text if its balance follows from a neighbouring line (15.99)', () => {
  const known = [
    ['08/02/2027', 'UPI/703955218801/ISHAAN BORKAR', '', '250.00', '1,250.00'],
    ['09/02/2027', 'UPI/704455210012/HALL KEYS', '120.00', '', '1,130.00'],
    ['10/02/2027', 'UPI/704555210013/PRINT SHOP', '30.00', '', '1,100.00'],
    ['13/02/2027', 'UPI/704055218802/JHANVI TAMBE', '', '650.00', '1,750.00'],
  ]
  for (const rows of [known, known.toReversed()]) {
    for (const at of rows.keys()) {
      const changed = rows.with(at, ['', '', ...(rows[at] ?? []).slice(2)])
      const lines = changed.map((cells) => cells.join(' | '))
      const words = refusal(['Date | Details | Debit | Credit | Balance', ...lines].join('\n'))
      expect(words?.slice(0, 19)).toBe(`Line ${at + 2} has no date.`)
    }
  }
})

test('does not mistake a first row with an unreadable date for the column names (15.99)', () => {
  const text = `Date | Payer | UTR | Amount | Status
Today 10:05 | Jhanvi Tambe | 704055218802 | 650 | Success
08 Feb 2027 | Ishaan Borkar | 703955218801 | 250 | Success
07 Feb 2027 | Rustom Vakil | 703855210011 | 525 | Success`
  const asked = openStatement([table(text)], [])
  expect(asked).toMatchObject({ likely: { money: { kind: 'one column', amount: 3 } } })
  const columns = { day: 0, states: [4], money: { kind: 'one column', amount: 3 } } as const
  const { rows, unreadable } = read(text, { ...columns, states: [4] })
  expect(rows.map(({ line }) => line)).toEqual([3, 4])
  expect(unreadable).toMatchObject([{ line: 2 }])
})

test('says when to download a file again if it gives a date in words (15.99)', () => {
  const text = `Date | Details | Debit | Credit | Balance
08/02/2027 | UPI/703955218801/ISHAAN BORKAR | | 250.00 | 1,250.00
09/02/2027 | UPI/704055218802/JHANVI TAMBE | | 650.00 | 1,900.00
Yesterday | UPI/704455210012/HALL KEYS | 120.00 | | 1,780.00`
  expect(refusal(text)).toBe(
    'Line 4 says “Yesterday” where its date should be. Download the file again in a day or two, or choose a period that ends yesterday.',
  )
})

test('ignores totals, opening and closing lines, and page headers (15.99)', () => {
  const text = `Date | Details | Debit | Credit | Balance
 | Opening balance | | 1,000.00 | 1,000.00
08/02/2027 | UPI/703955218801/ISHAAN BORKAR | | 250.00 | 1,250.00
 | C/F | | 250.00 | 1,250.00
Date | Details | Debit | Credit | Balance
 | B/F | | | 1,250.00
09/02/2027 | UPI/704055218802/JHANVI TAMBE | | 650.00 | 1,900.00
 | and the rest of its text | | |
13/02/2027 | UPI/704455210012/HALL KEYS | 120.00 | | 1,780.00
TOTAL | | | 900.00 |
 | Closing balance as on 28 Feb 2027 | | 1,780.00 | 1,780.00
 | | 4 | | 8`
  const statement = read(text)
  expect(statement.rows.map(({ amount }) => amount / 100)).toEqual([250, 650, -120])
  expect(statement.unreadable).toEqual([])
  expect(refusal(text)).toBeUndefined()
})

test('refuses dates with the month first if a day is above 12 (15.99)', () => {
  const text = `Date | Details | Debit | Credit | Balance
02/08/2027 | UPI/703955218801/ISHAAN BORKAR | | 250.00 | 1,250.00
02/13/2027 | UPI/704055218802/JHANVI TAMBE | | 650.00 | 1,900.00
02/09/2027 | UPI/704455210012/HALL KEYS | 120.00 | | 1,780.00`
  expect(refusal(text)).toMatch(
    /^The dates in this file have the month first: line 3 says “02\/13\/2027”\./,
  )
  const withoutBalance = text.replace(/ \| [\d,.]+$/gm, '').replace(' | Balance', '')
  const statement = read(withoutBalance, {
    day: 0,
    states: [],
    money: { kind: 'two columns', debit: 2, credit: 3 },
  })
  expect(checkStatement(statement, window, '2027-02-20').refusal).toMatch(
    /^The dates in this file have the month first/,
  )
})
