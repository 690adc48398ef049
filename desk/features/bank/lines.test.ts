import { expect, test } from 'vitest'
import { markEqual } from './lines'

const marked = (narration: string, number = '627812345678', reference = 'K7Q4M2', name = '') =>
  markEqual(narration, [{ number, reference, name }])
    .map((piece, at) => (at % 2 === 1 ? `[${piece}]` : piece))
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

test('the payer’s name is marked, and no short word of it', () => {
  expect(marked('UPI/ASHA RAO/Asha Kumari', '', '', 'Asha Rao')).toBe('UPI/[ASHA] RAO/[Asha] Kumari')
})
