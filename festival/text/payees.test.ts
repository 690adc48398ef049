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

it.each([
  'evil@    ybl',
  'evil @sbi',
  'evil @indus',
  'evil @hsbc',
  'evil-@icici',
  'evil_@sbi',
  'evil. @federal',
  'evil@"ybl"',
  "evil@'ybl'",
  'evil@*ybl*',
  'evil@_ybl_',
  'evil@-ybl',
  'evil@(ybl)',
  'evil@y.bl',
  'evil@ok.axis',
  'evil@sbi.Thanks',
  'evil (a) ybl',
  'evil(a)ybl',
  'evil [@] ybl',
  'evil <at> ybl',
  'evil *at* ybl',
  'evil -at- ybl',
  'evil🅐ybl',
  'evil at the rate of oksbi',
  'evil at the rate oksbi',
  'evil at the rate of icici',
  'evil @ the rate ybl',
  'upi : //pay?pa=x',
  'upi.pay?pa=x',
  'evil%40ybl',
  'evil%40%79bl',
  'evil@barodampay',
  'GPay 98765 43210',
  'Pay to 9876543210',
  'Send to +91 98765 43210 by PhonePe',
  '98765 43210 (Google Pay)',
  'Account 123456789012, IFSC SBIN0001234',
  'a/c no. 1234 5678 9012',
])('finds the payee in “%s” (14.267)', (text) => {
  expect(namesPayee(text)).toBe(true)
})

it.each([
  'Write to help@college.example',
  'Write to help@college.example, or to quiz@sbi.co.in',
  'Write to help@axis-college.example',
  'Meet at gate 2',
  'Lunch is at the rate of ₹100 a plate',
  'Reporting @ 5 PM',
  'The final @ Hall 9',
  'Finals @ Auditorium, (a) quiz and (b) debate',
  'Look-at-me booth, gate 3',
  'Paid by UPI. Pay only through the form.',
  'Call the help desk: 98765 43210',
  'If your UPI payment failed, call Ravi, 98765 43210',
  'Help desk for UPI: 98765 43210',
  'The UTR 412345678901 of your UPI payment is not in our statement',
  'Pay at the desk by 2025-10-11 14:00',
  'Pay ₹6,00,000 from 10.10.2025 14:00–15:30 by UPI',
  'Ravi 98765 43210, Asha 98765 43211',
  '20% off for everybody',
])('finds no payee in “%s” (14.267)', (text) => {
  expect(namesPayee(text)).toBe(false)
})

it('searches any 5,000 characters within 500 ms', () => {
  for (const text of [
    'a'.repeat(5_000),
    'a@'.repeat(2_500),
    `x@${'b'.repeat(4_998)}`,
    'at '.repeat(1_666),
    '[ '.repeat(2_500),
    `@${' '.repeat(4_999)}`,
    '@ '.repeat(2_500),
    '( at '.repeat(1_000),
    `(${' '.repeat(4_999)}`,
    `at the rate ${' '.repeat(4_988)}`,
    'at the rate of '.repeat(333),
    '@a.'.repeat(1_666),
    'a@b.'.repeat(1_250),
    '9'.repeat(5_000),
    '9 '.repeat(2_500),
    '98765 43210 gpay '.repeat(294),
    '%40'.repeat(1_666),
  ]) {
    const begun = performance.now()
    namesPayee(text)
    expect(performance.now() - begun).toBeLessThan(500)
  }
})
