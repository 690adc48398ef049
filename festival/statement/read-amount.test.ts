import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmptyAmount, readAmount } from './read-amount'
import { writePaise } from './write-paise'

test('an amount is read as whole paise, however a bank writes it', () => {
  expect(readAmount('600')).toBe(60_000)
  expect(readAmount('600.00')).toBe(60_000)
  expect(readAmount('12200.0')).toBe(1_220_000)
  expect(readAmount('1,23,456.78')).toBe(12_345_678)
  expect(readAmount('123,456.78')).toBe(12_345_678)
  expect(readAmount('₹ 600.50')).toBe(60_050)
  expect(readAmount('Rs. 600')).toBe(60_000)
  expect(readAmount('-600.05')).toBe(-60_005)
  expect(readAmount('(600.05)')).toBe(-60_005)
})

test('no amount passes through a fraction that a float cannot hold', () => {
  expect(readAmount('1.15')).toBe(115)
  expect(readAmount('4.35')).toBe(435)
  expect(readAmount('90071992547.41')).toBe(9_007_199_254_741)
})

test('a balance with Cr is the holder’s, one with Dr is owed', () => {
  expect(readAmount('1,04,132.36CR')).toBe(10_413_236)
  expect(readAmount('6,52,513.14Cr')).toBe(65_251_314)
  expect(readAmount('500.00 Dr')).toBe(-50_000)
})

test('what is no amount is told as such and never as 0', () => {
  const texts = [
    '',
    '-',
    'x',
    '1.234',
    '6OO.00',
    '12/09/2026',
    '1..5',
    '4.12346E+11',
    '600,00',
    '1,2,3',
    'NaN',
    '1'.repeat(20),
  ]
  for (const text of texts) expect(readAmount(text), text).toBeUndefined()
})

test('the empty side of a row is nothing, blanks or a dash', () => {
  for (const text of ['', ' ', '-', ' - ']) expect(isEmptyAmount(text), text).toBe(true)
  expect(isEmptyAmount('0.00')).toBe(false)
})

test('every amount that is written is read again as the same whole paise', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 900_000_000_000_000 }), (paise) => {
      const grouped = writePaise(paise)
      for (const text of [grouped, grouped.replaceAll(',', ''), `${grouped.slice(1)}Cr`])
        expect(readAmount(text)).toBe(paise)
    }),
  )
})
