import { expect, test } from 'vitest'
import { lastChangeAt } from '../festival/ends'
import { secondEdition } from '../tests/edition/whole-edition'

const at = (india: string) => Date.parse(`${india}+05:30`)

test.each([
  ['2027-02-20T17:59:59', undefined],
  ['2027-03-05T09:29:59', '2027-02-20T18:30'],
  ['2027-03-05T09:30', '2027-03-05T09:30'],
  ['2027-03-06T10:30', '2027-03-06T10:00'],
  ['2027-03-06T12:00', '2027-03-06T11:30'],
  ['2027-03-07T20:30', '2027-03-07T20:00'],
  ['2028-04-01T15:00', '2027-03-08T00:00'],
])('a build at %s says what is so since %s: the last beginning, end of a session or of a sale', (now, change) => {
  expect(lastChangeAt(at(now), secondEdition)).toBe(change ? at(change) : 0)
})
