import { expect, test } from 'vitest'
import { makeDoorEntry } from '../tests/support/fake-door'
import { searchEntries } from './search'

const entries = [
  makeDoorEntry('4217', 'A', ['Asha Menon', 'Zoë Khan'], { phoneEnd: '1234' }),
  makeDoorEntry('12', 'B', ['Meenakshi Das'], { phoneEnd: '9876' }),
]

test.each([
  ['a member’s name without accents', 'zoe', ['4217']],
  ['the beginnings of two names', 'kha ash', ['4217']],
  ['the registration ID', 'evt-004217', ['4217']],
  ['the digits of the registration ID', '4217', ['4217']],
  ['the last four digits of the phone number', '9876', ['12']],
  ['the whole phone number', '9446199876', ['12']],
  ['the end of the phone number', '99876', ['12']],
  ['the phone number in two parts', '94461 99876', ['12']],
  ['a part of several registration IDs', 'evt', ['4217', '12']],
])('finds entries by %s (21.56)', (_, text, ids) => {
  expect(searchEntries(entries, text).map(({ id }) => id)).toEqual(ids)
})

test('searches only with at least three characters (21.56)', () => {
  expect(searchEntries(entries, 'as')).toEqual([])
  expect(searchEntries(entries, ' a ')).toEqual([])
})

test('does not take longer numbers for phone numbers (21.56)', () => {
  expect(searchEntries(entries, '8901234569876')).toEqual([])
})

test('does not match the middle of a name (21.56)', () => {
  expect(searchEntries(entries, 'enon')).toEqual([])
})
