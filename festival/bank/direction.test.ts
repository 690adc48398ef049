import { expect, test } from 'vitest'
import { type Columns, headerKey } from './columns'
import { openStatement } from './statement'
import { checkStatement } from './verdict'

const table = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))

/** Uses the proposed columns unless others are given. */
const read = (text: string, chosen?: Partial<Columns>) => {
  const rows = table(text)
  const asked = openStatement([rows], [])
  const likely = asked.kind === 'asks' ? asked.likely : undefined
  const columns = { states: [], ...likely, ...chosen } as Columns
  const opened =
    likely || chosen
      ? openStatement([rows], [], { key: headerKey(rows[0]?.cells ?? []), columns })
      : asked
  if (opened.kind !== 'read') {
    throw new Error(opened.kind === 'asks' ? opened.why : opened.kind)
  }
  return opened.statement
}
const amounts = (text: string, chosen?: Partial<Columns>) =>
  read(text, chosen).rows.map(({ amount }) => amount / 100)
const unproven = (text: string, chosen?: Partial<Columns>) =>
  read(text, chosen).unproven.map(({ line }) => line)

test('reads the direction from words at the beginning of each row (15.93)', () => {
  const text = `Date | Details | UPI transaction ID | Amount
02 Nov, 2026 | Received from ASHA RAO | 630512345601 | ₹300.00
05 Nov, 2026 | Money received from GAURI PATIL | 630512345607 | ₹500.00
06 Nov, 2026 | Paid to GAURI PATIL | 631012340077 | ₹500.00
06 Nov, 2026 | Transfer to HARI MENON | 631012340010 | ₹700.00`
  expect(amounts(text)).toEqual([300, 500, -500, -700])
  expect(unproven(text)).toEqual([])
  // A row that states neither direction is listed with its line number.
  const more = `${text}
07 Nov, 2026 | Sent to PRINT SHOP | 631112340012 | ₹100.00
07 Nov, 2026 | PRINT SHOP | 631112340013 | ₹200.00`
  expect(amounts(more)).toEqual([300, 500, -500, -700, -100])
  expect(read(more).unreadable).toMatchObject([
    { line: 7, why: 'it does not say whether the money came in or went out' },
  ])
})

test('does not read “paid to” in a single payer’s note as the direction (15.93)', () => {
  const text = `Date | Remarks | UTR | Amount
02/11/2026 | paid to cerebra | 630512345601 | 300.00
03/11/2026 | senior quiz | 630512345602 | 500.00
04/11/2026 | K7Q4M2 | 630512345603 | 700.00`
  expect(amounts(text)).toEqual([300, 500, 700])
  expect(unproven(text)).toEqual([2, 3, 4])
})

test.each([
  ['Credit', 'Debit'],
  ['Money In', 'Money Out'],
  ['Received', 'Sent'],
  ['CR', 'DR'],
  ['Incoming', 'Outgoing'],
  ['TRANSFER CREDIT', 'UPI DEBIT'],
])(
  'proposes and reads a direction column with two different values: %s and %s (15.93)',
  (credit, debit) => {
    const text = `Date | Name | UTR | Amount | Kind
02/11/2026 | ASHA RAO | 630512345601 | 300.00 | ${credit}
06/11/2026 | HARI MENON | 631012340010 | 700.00 | ${debit}
07/11/2026 | ZUBIN MISTRY | 631112340011 | 450.00 | ${credit}`
    expect(amounts(text)).toEqual([300, -700, 450])
    // Choosing the column as the payment's type gives the same result.
    const typed = { states: [4], money: { kind: 'one column', amount: 3 } } as const
    if (credit === 'Credit') {
      expect(amounts(text, { ...typed, states: [4] })).toEqual([300, -700, 450])
    }
    if (credit === 'Credit') {
      expect(unproven(text, { ...typed, states: [4] })).toEqual([])
    }
  },
)

test('trusts Cr marks as the direction only if all amounts have one (15.93)', () => {
  const marked = (marks: readonly string[]) =>
    `Date | Text | Amount
${marks.map((mark, at) => `0${at + 1}/11/2026 | text ${at} | ${at + 1}00.00${mark}`).join('\n')}`
  expect(unproven(marked([' Cr', ' Cr', ' Cr']))).toEqual([])
  expect(unproven(marked([' Cr', '', ' Cr']))).toEqual([3])
  expect(unproven(marked(['', ' Dr', '']))).toEqual([])
  expect(unproven(marked(['', '-', '']))).toEqual([])
  expect(unproven(marked(['', '', '']))).toEqual([2, 3, 4])
})

test('reads unmarked amounts as debits if there is a balance and only credits are marked (15.93)', () => {
  const text = `Date | Text | Amount | Balance
01/11/2026 | one | 600.00 Cr | 1,600.00
02/11/2026 | two | 100.00 | 1,500.00
03/11/2026 | three | 500.00 Cr | 2,000.00
04/11/2026 | four | 50.00 | 1,950.00`
  expect(amounts(text)).toEqual([600, -100, 500, -50])
})

test.each([
  '1,250.00-',
  '(-)1,250.00',
  '−1,250.00',
  '(1,250.00)',
  '--1,250.00',
  '-1,250.00 INR',
  '- Rs. 1,250/-',
])('recognises the minus sign in %s (15.93)', (debit) => {
  const text = `Date | Text | Amount | Balance
01/11/2026 | one | 300.00 | 41,550.00
02/11/2026 | two | ${debit} | 40,300.00
03/11/2026 | three | 500.00 | 40,800.00`
  expect(amounts(text)).toEqual([300, -1250, 500])
})

test('ignores minus signs in the withdrawal column if all withdrawals have one (15.93)', () => {
  const withBalance = `Date | Text | Out | In | Balance
01/11/2026 | one | | 300.00 | 41,550.00
02/11/2026 | two | -1,250.00 | | 40,300.00
03/11/2026 | three | | 500.00 | 40,800.00`
  expect(amounts(withBalance)).toEqual([300, -1250, 500])
  const chosen = { day: 0, money: { kind: 'two columns', debit: 2, credit: 3 } } as const
  const without = withBalance.replace(/ \| [\d,.]+$/gm, '').replace(' | Balance', '')
  expect(amounts(without, chosen)).toEqual([300, -1250, 500])
  // If only one row has a sign, the minus may mean a return, so the row is listed and not counted.
  const mixed = `${without}\n04/11/2026 | four | 70.00 | `
  expect(amounts(mixed, chosen)).toEqual([300, 500, -70])
  expect(read(mixed, chosen).unreadable).toMatchObject([{ line: 3 }])
})

test('refuses a file with balances if an amount has an unknown sign, and names the line (15.93)', () => {
  const text = `Date | Text | Amount | Balance
01/11/2026 | one | 300.00 | 1,300.00
02/11/2026 | two | ~250.00 | 1,050.00
03/11/2026 | three | ~100.00 | 950.00
04/11/2026 | four | 500.00 | 1,450.00`
  const window = { from: '2026-11-01', to: '2026-11-30' } as const
  expect(checkStatement(read(text), window, '2026-11-30').refusal).toMatch(
    /^Line 3 cannot be read: “~250.00” is not an amount\./,
  )
})

test('reads CR or DR after the balance as the row’s direction if the balances agree (15.93)', () => {
  const oneAmount = `Date | Text | Amount | Balance | Type
01/11/2026 | one | 300.00 | 1,300.00 | CR
02/11/2026 | two | 250.00 | 1,050.00 | DR
03/11/2026 | three | 500.00 | 1,550.00 | CR`
  expect(amounts(oneAmount)).toEqual([300, -250, 500])
  const twoColumns = `Date | Text | Debit | Credit | Balance | Type
01/11/2026 | one | 0 | 300 | 1300.5 | CR
02/11/2026 | two | 250 | 0 | 1050.5 | DR
03/11/2026 | three | 0 | 500 | 1550.5 | CR`
  expect(amounts(twoColumns)).toEqual([300, -250, 500])
})

test('keeps the text of all columns in the narration, even in files with balances (15.95)', () => {
  const text = `Date | Payer | UPI ID | Note | Debit | Credit | Balance
01/11/2026 | ASHA RAO OF THE SECOND YEAR | asha.rao@okaxis | K7Q4M2 Cerebra | | 300.00 | 1,300.00
02/11/2026 | CANTEEN STORES | canteen@ybl | snacks | 250.00 | | 1,050.00
03/11/2026 | BHAVNA IYER | bhavna@ybl | 4TRZ8B | | 500.00 | 1,550.00`
  for (const word of ['ASHA RAO OF THE SECOND YEAR', 'K7Q4M2 Cerebra', 'asha.rao@okaxis']) {
    expect(read(text).rows[0]?.narration).toContain(word)
  }
})
