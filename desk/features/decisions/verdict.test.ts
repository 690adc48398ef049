import { expect, test } from 'vitest'
import { emptyDraft, readVerdict } from './verdict'

test('a correction names a reason, and what is missing in rupees where too little was paid', () => {
  expect(readVerdict('ask-correction', emptyDraft)).toMatchObject({ field: 'reasons' })
  const short = { ticked: ['amount-short'] as const, difference: '', note: '' }
  expect(readVerdict('ask-correction', short)).toMatchObject({ field: 'difference' })
  expect(readVerdict('ask-correction', { ...short, difference: '1.5' })).toMatchObject({ field: 'difference' })
  expect(readVerdict('ask-correction', { ...short, difference: '0' })).toMatchObject({ field: 'difference' })
  expect(readVerdict('ask-correction', { ...short, difference: '₹ 1,500', note: ' Thank you ' })).toEqual({
    decision: 'ask-correction',
    reasons: [{ key: 'amount-short', difference: 1500 }],
    note: 'Thank you',
  })
})

test('a rejection needs no reason', () => {
  expect(readVerdict('reject', { ...emptyDraft, ticked: ['proof-wrong'] })).toEqual({
    decision: 'reject',
    reasons: [],
    note: '',
  })
})
