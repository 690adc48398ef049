import { expect, test } from 'vitest'
import type { Day } from '../content/slot'
import { areInBulk } from './choose-payments'
import { readNarration } from './narration'
import { openStatement } from './statement'
import { checkStatement } from './verdict'

const open = (text: string) => {
  const table = text
    .split('\n')
    .map((line, at) => ({ line: at + 1, cells: line.split('|').map((cell) => cell.trim()) }))
  const opened = openStatement([table], [])
  if (opened.kind !== 'read') {
    throw new Error(opened.kind)
  }
  return opened.statement
}

const window = { from: '2025-09-01', to: '2025-10-31' } as const
const today = '2025-11-01'
const refusal = (text: string) => checkStatement(open(text), window, today).refusal

const usual = `
Letterhead
Date | Narration | Debit | Credit | Balance
01/10/2025 | UPI/527412345678/ASHA/K7Q4M2 | | 600.00 | 1,600.00
02/10/2025 | UPI/527512345678/SHOP/bill | 100.00 | | 1,500.00
03/10/2025 | UPI/527612345678/RAVI/UPI | | 500.00 | 2,000.00`

test('says that a comma may have split a row, or that a second account may begin (15.5)', () => {
  const cut = usual.replace('UPI/527512345678/SHOP/bill', 'UPI/527512345678/SHOP | Mysore')
  expect(refusal(cut)).toMatch(
    /^Line 5 cannot be read: .* [Aa] comma in its text may have split it/,
  )
  const other = `${usual}
Date | Narration | Debit | Credit | Balance
01/10/2025 | UPI/527712345678/MARY | | 50.00 | 950.00
02/10/2025 | UPI/527812345678/ZOYA | | 70.00 | 1,020.00`
  expect(refusal(other)).toMatch(
    /^Line 8 does not follow from line 6: .* another account may begin there/,
  )
})

test('accepts neither zeros as a reference nor interest as a payment (15.1)', () => {
  const { chosen } = checkStatement(
    open(`Date | Narration | Ref | Debit | Credit | Balance
01/10/2025 | CHQ DEP | 0000000000000000 | | 600.00 | 1600.00
02/10/2025 | CHARGES | 0000000000000000 | 20.00 | | 1580.00
03/10/2025 | CREDIT INTEREST CAPITALISED | 000000000000 | | 12.00 | 1592.00
04/10/2025 | UPI | 0000527412345678 | | 500.00 | 2092.00`),
    window,
    today,
  )
  expect(chosen.payments.map(({ line }) => line)).toEqual([2, 5])
  expect(chosen.reversals).toEqual([])
  expect(readNarration('CHQ', '0000000000000000').numbers).toEqual([])
  expect(readNarration('CHQ 000000000000', '000000000000').numbers).toEqual([])
})

test('distinguishes bulk settlements from a sponsor’s payment by their number and total (15.81)', () => {
  const credit = (amount: number, narration: string) => ({
    ...({ line: 1, day: '2025-10-01', narration, reference: '', amount: amount * 100 } as const),
  })
  const dues = Array.from({ length: 40 }, () => 60_000)
  const daily = [5400, 600, 9000, 6000].map((amount) => credit(amount, 'NEFT SETTLEMENT 20251001'))
  expect(areInBulk(daily, dues)).toBe(true)
  expect(areInBulk([...daily, credit(600, 'UPI/527412345678/ASHA')], dues)).toBe(true)
  // Not bulk: one credit, few missing payments, another total, no credit above the dues, or credits
  // with payment numbers.
  expect(areInBulk([credit(24_000, 'NEFT SPONSOR')], dues)).toBe(false)
  expect(areInBulk(daily, dues.slice(0, 9))).toBe(false)
  expect(areInBulk([...daily, credit(90_000, 'NEFT COLLEGE')], dues)).toBe(false)
  expect(
    areInBulk(
      Array.from({ length: 25 }, () => credit(600, 'TRANSFER')),
      dues,
    ),
  ).toBe(false)
  expect(
    areInBulk(
      daily.map((row, at) => ({ ...row, reference: `52741234567${at}` })),
      dues,
    ),
  ).toBe(false)
})

test('says that a file begins late only if it begins after the first day of payments (15.9)', () => {
  const listNotes = (from: Day) => checkStatement(open(usual), { ...window, from }, today).notes
  expect(listNotes('2025-10-01')).toEqual([])
  expect(listNotes('2025-09-30')).toEqual([
    'The file begins on 1 October 2025; earlier payments are not reported as missing.',
  ])
})
