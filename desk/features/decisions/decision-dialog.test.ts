import { expect, test } from 'vitest'
import { fitsEntry, reasonKeys } from '../../../festival/contract/reasons'
import { emptyDraft, readVerdict } from './decision-dialog'

test('requires a reason for a correction request, and the missing amount if too little was paid', () => {
  const short = { ticked: ['amount-short'] as const, difference: '', note: '' }
  expect(readVerdict('ask-correction', emptyDraft)).toMatchObject({ field: 'reasons' })
  for (const difference of ['', '1.5', '0']) {
    expect(readVerdict('ask-correction', { ...short, difference })).toMatchObject({
      field: 'difference',
    })
  }
  expect(
    readVerdict('ask-correction', { ...short, difference: '₹ 1,500', note: ' Thank you ' }),
  ).toEqual({
    decision: 'ask-correction',
    reasons: [{ key: 'amount-short', difference: 1500 }],
    note: 'Thank you',
  })
  const rejection = { decision: 'reject', reasons: [], note: '' }
  expect(readVerdict('reject', { ...emptyDraft, ticked: ['proof-wrong'] })).toEqual(rejection)
  expect(readVerdict('reject', { ...emptyDraft, writeToAll: true })).toEqual({
    ...rejection,
    writeToAll: true,
  })
})

test('offers no reasons about a payment for free entries (19.17)', () => {
  const offered = reasonKeys.filter((key) => fitsEntry(key, 'registration', true))
  expect(offered).toEqual(['name-wrong', 'phone-wrong', 'team-rules'])
})
