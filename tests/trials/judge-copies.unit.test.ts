import { expect, it } from 'vitest'
import { checkCopies, type Delivery } from './check-copies'

const messages = [
  { id: 'first', record_id: 'record-1' },
  { id: 'second', record_id: 'record-2' },
]

const delivery = (id: string, changes: Partial<Delivery> = {}): Delivery => ({
  id,
  recipients: [`${id}@students.test`],
  at: 10_000,
  isAnswered: true,
  ...changes,
})

it('takes one e-mail for each record as it should be', () => {
  expect(checkCopies([delivery('first'), delivery('second')], messages, [])).toEqual({ again: 0, complaints: [] })
})

it('sees an e-mail that is delivered twice under one Message-ID', () => {
  const { again, complaints } = checkCopies([delivery('first'), delivery('first', { at: 15_000 })], messages, [])
  expect(again).toBe(0)
  expect(complaints).toEqual(['first was delivered 2 times, 1 of them for nothing'])
})

it('sees two Message-IDs for one record', () => {
  const twice = [...messages, { id: 'another', record_id: 'record-1' }]
  const { complaints } = checkCopies([delivery('first'), delivery('another')], twice, [])
  expect(complaints).toEqual(['the record record-1 was written to under 2 Message-IDs'])
})

it('sees a second e-mail to one mailbox under a Message-ID that no message has, however it is spelled', () => {
  const stray = delivery('stray', { recipients: ['First@Students.Test'] })
  const { complaints } = checkCopies([delivery('first'), stray], messages, [])
  expect(complaints).toEqual([
    'an e-mail went out as stray, of which no message knows',
    'first@students.test got 2 e-mails',
  ])
})

it('counts a copy apart when a cut came before our record of it, and only one for each', () => {
  const cuts = [{ from: 10_400, until: 10_600 }]
  const copies = [delivery('first'), delivery('first', { at: 15_000 })]
  expect(checkCopies(copies, messages, cuts)).toEqual({ again: 1, complaints: [] })
  const third = checkCopies([...copies, delivery('first', { at: 20_000 })], messages, cuts)
  expect(third).toEqual({ again: 1, complaints: ['first was delivered 3 times, 1 of them for nothing'] })
})

it('counts a copy apart when the line was cut before the 250', () => {
  const copies = [delivery('first', { isAnswered: false }), delivery('first', { at: 15_000 })]
  expect(checkCopies(copies, messages, [])).toEqual({ again: 1, complaints: [] })
})

it('does not take a cut long before or after for an explanation', () => {
  const copies = [delivery('first'), delivery('first', { at: 15_000 })]
  const elsewhen = [
    { from: 1_000, until: 9_000 },
    { from: 13_000, until: 14_000 },
  ]
  expect(checkCopies(copies, messages, elsewhen).complaints).toHaveLength(1)
})
