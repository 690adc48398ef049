import { describe, expect, it, test } from 'vitest'
import { identity } from '../tests/edition/identity'
import { secondEdition } from '../tests/edition/whole-edition'
import { availabilityOf, endOfSubject, isPublicInstallation, isSaleOver } from './availability'
import { at as instant, type Slot } from './slot'
import type { Subject } from './subject'

const { subjects } = secondEdition
const at = (text: string) => Date.parse(`${text}+05:30`)

const stateOf = (key: string, time: string, isPublic = true) => {
  const subject = subjects.find((one) => one.key === key)
  if (!subject) throw new Error(`No ${key}`)
  return availabilityOf(subject, at(time), isPublic)
}

describe('what has ended is over on a public address, to the minute in India', () => {
  it.each([
    ['TapeLab', 'open', '2027-03-06T15:59:59', '2027-03-06T16:00:00'],
    ['SpineRiddle', 'open', '2027-03-06T11:29', '2027-03-06T11:30'],
    ['PostureSketch', 'closed', '2027-03-05T17:29', '2027-03-05T17:30'],
    ['BackTalk', 'with-pass', '2027-03-07T11:59', '2027-03-07T12:00'],
    ['GaitGuess', 'soon', '2027-03-05T16:59', '2027-03-05T17:00'],
  ])('%s is %s until %s, and over at %s', (key, status, before, after) => {
    expect([stateOf(key, before), stateOf(key, after)]).toEqual([status, 'over'])
  })

  it('a morning without hours is over at half past twelve', () => {
    const slots: Slot[] = [{ start: instant('2027-03-05', '09:00'), part: 'morning' }]
    const stateAt = (time: string) =>
      availabilityOf({ status: 'closed', slots } satisfies Partial<Subject>, at(time), true)
    expect([stateAt('2027-03-05T12:29'), stateAt('2027-03-05T12:30')]).toEqual(['closed', 'over'])
  })

  it('a contest stays open between its first round and its finals', () => {
    expect(stateOf('SpineRiddle', '2027-03-01T11:00')).toBe('open')
  })
})

test('on a private address the status alone decides, in any year', () => {
  expect(stateOf('TapeLab', '2031-01-01T00:00', false)).toBe('open')
  expect(stateOf('PostureSketch', '2031-01-01T00:00', false)).toBe('closed')
  expect(isSaleOver(at('2031-01-01T00:00'), identity, false)).toBe(false)
})

test('everything is over a year later', () => {
  expect(new Set(subjects.map(({ key }) => stateOf(key, '2028-03-07T00:00')))).toEqual(new Set(['over']))
  expect(Math.max(...subjects.map(endOfSubject))).toBeLessThan(at('2027-03-08T00:00'))
})

test('passes and rooms are sold to the end of the last day in India', () => {
  expect(isSaleOver(at('2027-03-07T23:59:59'), identity, true)).toBe(false)
  expect(isSaleOver(at('2027-03-08T00:00:00'), identity, true)).toBe(true)
})

test('an address with TLS, or production, is public', () => {
  expect(isPublicInstallation('https://fest.example', undefined)).toBe(true)
  expect(isPublicInstallation(undefined, 'production')).toBe(true)
  expect(isPublicInstallation('http://127.0.0.1:3000', 'test')).toBe(false)
  expect(isPublicInstallation(undefined, undefined)).toBe(false)
})
