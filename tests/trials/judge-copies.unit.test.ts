import { expect, it } from 'vitest'
import { checkCopies, type Delivery } from './check-copies'

const messages = [
  { id: 'first', record_id: 'record-1' },
  { id: 'second', record_id: 'record-2' },
  { id: 'another', record_id: 'record-1' },
]
const delivery = (id: string, changes: Partial<Delivery> = {}): Delivery => ({
  id,
  recipients: [`${id}@students.test`],
  at: 10_000,
  isAnswered: true,
  ...changes,
})
const twice = [delivery('first'), delivery('first', { at: 15_000 })]
const stray = delivery('stray', { recipients: ['First@Students.Test'] })
const told = 'first was delivered 2 times, 1 of them for nothing'
const soon = [{ from: 10_400, until: 10_600 }]
const elsewhen = [
  { from: 1_000, until: 9_000 },
  { from: 13_000, until: 14_000 },
]

it.each([
  ['one e-mail for each record', [delivery('first'), delivery('second')], [], 0, []],
  ['an e-mail that is delivered twice under one Message-ID', twice, [], 0, [told]],
  [
    'two Message-IDs for one record',
    [delivery('first'), delivery('another')],
    [],
    0,
    ['the record record-1 was written to under 2 Message-IDs'],
  ],
  [
    'a second e-mail to one mailbox, however it is spelled, of which no message knows',
    [delivery('first'), stray],
    [],
    0,
    ['an e-mail went out as stray, of which no message knows', 'first@students.test got 2 e-mails'],
  ],
  ['a copy after a cut that came before our record of it', twice, soon, 1, []],
  [
    'one copy more than that cut explains',
    [...twice, delivery('first', { at: 20_000 })],
    soon,
    1,
    ['first was delivered 3 times, 1 of them for nothing'],
  ],
  ['a copy whose 250 was cut off', [delivery('first', { isAnswered: false }), ...twice.slice(1)], [], 1, []],
  ['a cut long before or after, which explains nothing', twice, elsewhen, 0, [`${told}, 3000 ms before a cut`]],
])('judges %s', (_what, deliveries, cuts, again, complaints) => {
  expect(checkCopies(deliveries, messages, cuts)).toEqual({ again, complaints })
})
