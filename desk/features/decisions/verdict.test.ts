import { expect, test } from 'vitest'
import { mailSentences } from './mail-words'
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

test('the preview says what the registrant will read (behaviour 14.74)', () => {
  expect(
    mailSentences('ask-correction', [{ key: 'amount-short', difference: 1500 }, { key: 'proof-unreadable' }], {
      note: ' Ask Ravi if you are unsure. ',
    }),
  ).toEqual([
    'What you paid is less than the fee. Please pay the difference and send the screenshot of that payment. The difference is ₹1,500.',
    'We cannot read the screenshot of your payment. Please send a clear one.',
    'Ask Ravi if you are unsure.',
  ])
  expect(mailSentences('reject', [], emptyDraft)).toEqual([])
  expect(mailSentences('reject', [], { note: '', money: 'keep' })).toEqual([
    'The money that we received from you is not given back.',
  ])
})
