import { expect, test } from 'vitest'
import { makeUpiText } from './upi'

const payee = { id: 'festival@bank', name: 'Cerebra Festival' }

test('a UPI text names payee, amount with two decimals, currency and note', () => {
  expect(makeUpiText(payee, 'Senior Quiz', 600)).toBe(
    'upi://pay?pa=festival@bank&pn=Cerebra%20Festival&am=600.00&cu=INR&tn=Senior%20Quiz',
  )
})

test('without an amount the payer’s app asks for it', () => {
  expect(makeUpiText(payee, 'Delegate pass')).toBe(
    'upi://pay?pa=festival@bank&pn=Cerebra%20Festival&cu=INR&tn=Delegate%20pass',
  )
})

test('a note cannot change the payee or the amount', () => {
  const text = makeUpiText(payee, 'x&pa=thief@bank&am=1#+%', 570)
  const fields = new URLSearchParams(text.slice(text.indexOf('?')))
  expect(fields.getAll('pa')).toEqual(['festival@bank'])
  expect(fields.getAll('am')).toEqual(['570.00'])
  expect(fields.get('tn')).toBe('x&pa=thief@bank&am=1#+%')
  expect(text).not.toContain('+')
})
