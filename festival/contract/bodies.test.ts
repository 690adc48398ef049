import * as v from 'valibot'
import { expect, test } from 'vitest'
import { daySchema } from '../bank/statement'
import { recordRefundsSchema, settleSchema } from './bank'
import { decideOneSchema } from './decision'
import { addNoteSchema } from './person'

const id = '5f0c3a10-7d0e-4b6e-9a53-6f0a3f5b2c11'
const rows = { expected: [{ id, version: 1 }], rows: ['one'] }
const bodies = (words: string) => [
  v.is(settleSchema, { id, items: [{ ...rows, reason: words }] }),
  v.is(recordRefundsSchema, { refunds: [{ id, entryId: id, amount: 1 }], note: words }),
  v.is(decideOneSchema, { id, entryId: id, version: 1, decision: 'reject', note: words }),
  v.is(addNoteSchema, { id, words }),
]

test.each(['Paid by her father', 'अपने पिता से', 'शुल्क\nमाफ', 'UTR 624412345678', '???', '👍🏽👍👍'])(
  'accepts a reason or note with visible text: %s',
  (words) => expect(bodies(words)).toEqual([true, true, true, true]),
)

test.each([
  '\u200b\u200b\u200b',
  '\u200d\ufe0f\u200c',
  '\u2800\u2800\u2800',
  '\u3164\u3164\u3164',
  '\u2060\u00ad\u202e',
])('refuses a reason or note without visible text (14.132, 15.44): %j', (words) =>
  expect(bodies(words)).toEqual([false, false, false, false]),
)

test('accepts only dates of this century in a bank file', () => {
  const days = ['2025-10-01', '0001-01-01', '1999-12-31', '9999-12-31', '2025-02-30']
  expect(days.filter((day) => v.is(daySchema, day))).toEqual(['2025-10-01'])
})
