import { expect, test } from 'vitest'
import type { AuditLine } from '../../../festival/contract/audit'
import { describeLine } from './audit-page'

const line = (action: AuditLine['action'], more: Partial<AuditLine> = {}): AuditLine => ({
  id: 'e',
  at: '2025-10-01T04:30:00.000Z',
  actor: 'asha@college.test',
  action,
  count: 1,
  detail: {},
  entryId: 'r',
  of: { label: 'EVT-004217', name: 'Farida Khan', eventName: 'Senior Quiz' },
  amount: 600,
  ...more,
})
const withoutEntry = { entryId: null, of: null, amount: null }

test.each<[string, AuditLine]>([
  [
    'asha@college.test verified Farida Khan (EVT-004217), ₹600, by bank',
    line('decided', { detail: { decision: 'verify', source: 'bank', by: 'reference' } }),
  ],
  [
    'asha@college.test verified Farida Khan (EVT-004217), ₹600, by bank, ₹100 too little',
    line('decided', { detail: { decision: 'verify', source: 'bank', difference: -10_000 } }),
  ],
  [
    'asha@college.test verified 812 entries, ₹4,87,200, by bank',
    line('decided', {
      ...withoutEntry,
      count: 812,
      amount: 487_200,
      detail: { decision: 'verify', source: 'bank' },
    }),
  ],
  [
    'asha@college.test verified Farida Khan (EVT-004217), ₹6,000 in cash',
    line('decided', { detail: { decision: 'verify', source: 'cash', paise: 600_000 } }),
  ],
  [
    'asha@college.test rejected Farida Khan (EVT-004217), ₹600',
    line('decided', { detail: { decision: 'reject' } }),
  ],
  [
    'asha@college.test asked for a correction of Farida Khan (EVT-004217)',
    line('decided', { amount: null, detail: { decision: 'ask-correction' } }),
  ],
  [
    'asha@college.test changed the places, Senior Quiz, places: 40 → 50',
    line('festival-changed', {
      ...withoutEntry,
      detail: { fields: 'places', event: 'SeniorQuiz', places: '40 → 50' },
    }),
  ],
  ['asha@college.test undid the decision on Farida Khan (EVT-004217), ₹600', line('undone')],
  [
    'The participant corrected Farida Khan (EVT-004217), phone, UTR',
    line('corrected', { actor: 'registrant', detail: { fields: 'phone utr', version: 3 } }),
  ],
  [
    'asha@college.test registered Farida Khan (EVT-004217), ₹600, a walk-in, paid in cash',
    line('walk-in-entered', { detail: { kind: 'registration', paid: 'cash' } }),
  ],
  [
    'asha@college.test recorded ₹50 as refunded for Farida Khan (EVT-004217)',
    line('refund-noted', { detail: { outcome: 'returned', paise: 5_000 } }),
  ],
  [
    'asha@college.test viewed a file of a deleted entry',
    line('proof-viewed', { of: null, amount: null }),
  ],
  ['asha@college.test set aside for later: Farida Khan (EVT-004217)', line('put-later')],
  ['asha@college.test assigned a room to Farida Khan (EVT-004217)', line('room-set')],
  [
    'asha@college.test exported: phone numbers, Senior Quiz',
    line('exported', {
      ...withoutEntry,
      detail: { what: 'phone numbers', list: 'event:SeniorQuiz' },
    }),
  ],
  [
    'asha@college.test exported: printed list, Lunch of Thu 9 Oct',
    line('exported', {
      ...withoutEntry,
      detail: { what: 'printed list', list: 'lunch:2025-10-09' },
    }),
  ],
  [
    'asha@college.test imported a bank statement, 252 rows, from Wed 1 Oct, to Fri 3 Oct',
    line('statement-imported', {
      ...withoutEntry,
      detail: { rows: 252, first: '2025-10-01', last: '2025-10-03' },
    }),
  ],
])('describes an action in the audit log as “%s” (14.134)', (sentence, line) => {
  const { who, did, target, more } = describeLine(line)
  expect(`${who} ${did}${target && ` ${target}`}${more}`).toBe(sentence)
})
