import { expect, test } from 'vitest'
import { markEqual } from './mark-equal'

const marked = (narration: string, utr = '627812345678', paymentReference = 'K7Q4M2') =>
  markEqual(narration, { utr, paymentReference })
    .map(({ text, isEqual }) => (isEqual ? `[${text}]` : text))
    .join('')

test('the number and what the bank left of the reference are marked in its row', () => {
  expect(marked('UPI-RAVI-R@YBL-HDFC-627812345678-K7Q4M2 CEREBRA')).toBe(
    'UPI-RAVI-R@YBL-HDFC-[627812345678]-[K7Q4M2] CEREBRA',
  )
  expect(marked('UPI/CR/627812345678/RAVI/k7q4/x')).toBe('UPI/CR/[627812345678]/RAVI/[k7q4]/x')
})

test('three characters, a part of a longer word, or nothing of one’s own are not marked', () => {
  expect(marked('UPI/K7Q/AK7Q4M2')).toBe('UPI/K7Q/AK7Q4M2')
  expect(marked('UPI/627812345678', '', '')).toBe('UPI/627812345678')
})
