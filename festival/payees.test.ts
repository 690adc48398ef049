import { expect, it } from 'vitest'
import { namesPayee } from './payees'

it.each([
  'Pay again to evil@ybl',
  'Pay again to evil@ybl.',
  'Pay again to evil@ybl.Thanks',
  'evil＠okaxis',
  'ev\u200bil@\u200bokaxis',
  'evil @ ybl',
  '98765.43210@paytm',
  'cerebra(at)okbank',
  'cerebra at okaxis',
  'cerebra  at  okaxis',
  'upi://pay?pa=evil%40ybl',
  'upi: //pay?pa=x',
])('finds the payee in “%s”', (text) => {
  expect(namesPayee(text)).toBe(true)
})

it.each([
  'Write to festival@college.test or hema@mail.college.test.',
  'Follow us: @cerebra_2025',
  'Meet us @ Hall 2 at 10.',
  'Paid by UPI? Show the UTR at the desk.',
  'The ATM at SBI is closed.',
  'The link: https://forms.college.test/quiz?id=7',
  'Call Ravi, +91 00000 00000',
])('finds no payee in “%s”', (text) => {
  expect(namesPayee(text)).toBe(false)
})

it('reads 5,000 characters of anything in at most 500 ms', () => {
  for (const text of [
    'a'.repeat(5_000),
    'a@'.repeat(2_500),
    `x@${'b'.repeat(4_998)}`,
    'at '.repeat(1_666),
    '[ '.repeat(2_500),
  ]) {
    const begun = performance.now()
    namesPayee(text)
    expect(performance.now() - begun).toBeLessThan(500)
  }
})
