import { expect, test } from 'vitest'
import { importFile } from '../../tests/support/statements/import-file'
import { changeLine, smallFile } from '../../tests/support/statements/small-file'
import { judgeStatement } from './judge-statement'

const window = { from: '2026-09-01', to: '2026-10-15' } as const

const judge = async (text: string) =>
  judgeStatement((await importFile(new TextEncoder().encode(text), window)).statement, window)

test('a whole file is matched without a word', async () => {
  const verdict = await judge(smallFile)
  expect(verdict).toMatchObject({ mayMatch: true, notes: [], chosen: { sum: 240_000, left: { debits: 1 } } })
  expect(verdict.chosen.payments.map(({ line }) => line)).toEqual([5, 6, 8, 9])
})

test('a file with one row removed is refused, with the line after the gap', async () => {
  const verdict = await judge(changeLine(smallFile, 6, () => undefined))
  expect(verdict.mayMatch).toBe(false)
  expect(verdict.refusal).toBe(
    'Line 6 does not follow from line 5: the balance should be ₹1,500.00, and the file says ₹2,100.00. A row is missing there or was changed. Download the file again and drop it here unchanged; until then nothing of it is matched.',
  )
})

test('a file with one digit changed is refused, with its line', async () => {
  const verdict = await judge(changeLine(smallFile, 8, (line) => line.replace('"600.00"', '"900.00"')))
  expect(verdict.refusal).toBe(
    'Line 8 does not follow from line 7: the balance should be ₹3,000.00, and the file says ₹2,700.00. A row is missing there or was changed. Download the file again and drop it here unchanged; until then nothing of it is matched.',
  )
})

test('a digit changed in a balance breaks two links, and the first is told', async () => {
  const verdict = await judge(changeLine(smallFile, 8, (line) => line.replace('"2,700.00"', '"2,900.00"')))
  expect(verdict.refusal).toMatch(/^Line 8 does not follow from line 7: .* Further down it breaks 1 time more\. /)
})

test('a file of another year is refused with the days that it has', async () => {
  const verdict = await judge(smallFile.replaceAll('-2026,', '-2025,'))
  expect(verdict.refusal).toBe(
    'This file runs from 1 September 2025 to 4 September 2025; payments are expected from 1 September to 15 October 2026. Download those days.',
  )
})

test('a line that cannot be read breaks the proof only where its balance is gone, too', async () => {
  const letter = await judge(changeLine(smallFile, 8, (line) => line.replace('"600.00"', '"6OO.00"')))
  expect([letter.mayMatch, letter.notes]).toEqual([
    true,
    ['1 line could not be read; listed below, and counted for nothing.'],
  ])
  const date = await judge(changeLine(smallFile, 8, (line) => line.replace('03-09-2026', '33-09-2026')))
  expect([date.mayMatch, date.chosen.payments.length]).toEqual([true, 3])
})

test('a file without any row, or without one that can be read, says so', async () => {
  const head = smallFile.split('\r\n').slice(0, 4)
  expect((await judge(head.join('\r\n'))).refusal).toBe(
    'The header row is there, and no row below it. Download the statement for the days of the festival’s payments.',
  )
  expect((await judge([...head, '1,99-99-2026,-,X,,1.00,1.00,1'].join('\r\n'))).refusal).toBe(
    'No line below the header row could be read. If this is not a file of Axis Bank, choose its columns yourself.',
  )
})

test('a report without balances says that nothing proves it, and numbers that a spreadsheet shortened are named', async () => {
  const verdict = await judge(
    'Transaction Date,UTR,Amount,Status,Customer VPA\n03/09/2026,6.24412E+11,600.00,SUCCESS,ravi@ybl\n',
  )
  expect(verdict.mayMatch).toBe(true)
  expect(verdict.notes).toEqual([
    'This report has no balances, so nothing proves that no row of it is missing.',
    'A spreadsheet has shortened the payment numbers of 1 row (line 2: 6.24412E+11), and they cannot be mended. Download the file again and do not save it from a spreadsheet.',
    'The file begins on 3 September 2026; what was paid before is not called missing.',
  ])
})
