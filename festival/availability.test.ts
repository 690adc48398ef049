import { describe, expect, it, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { availabilityOf, endOfSubject, isPublicInstallation, isSaleOver } from './availability'
import { findSubject } from './catalogue'

const at = (text: string) => Date.parse(`${text}+05:30`)

const stateOf = (key: string, time: string, isPublic = true) => {
  const subject = findSubject(key)
  if (!subject) throw new Error(`No ${key}`)
  return availabilityOf(subject, at(time), isPublic)
}

describe('what has ended is over on a public address, to the minute in India', () => {
  it.each([
    ['Sonostrike', 'open', '2025-10-09T12:29:59', '2025-10-09T12:30:00'],
    ['SmartAI', 'open', '2025-10-09T15:59', '2025-10-09T16:00'],
    ['SeniorQuiz', 'open', '2025-10-12T17:29', '2025-10-12T17:30'],
    ['Anastamos', 'closed', '2025-10-10T12:29', '2025-10-10T12:30'],
    ['InsideICU', 'with-pass', '2025-10-11T17:29', '2025-10-11T17:30'],
    ['OnlineQuiz', 'closed', '2025-10-12T17:29', '2025-10-12T17:30'],
    ['Nexus', 'closed', '2025-10-12T12:29', '2025-10-12T12:30'],
  ])('%s is %s until %s, and over at %s', (key, status, before, after) => {
    expect([stateOf(key, before), stateOf(key, after)]).toEqual([status, 'over'])
  })

  it('a quiz stays open between its prelims and its finals', () => {
    expect(stateOf('SeniorQuiz', '2025-10-12T11:00')).toBe('open')
  })
})

test('on a private address the status alone decides, in any year', () => {
  expect(stateOf('Sonostrike', '2031-01-01T00:00', false)).toBe('open')
  expect(stateOf('Anastamos', '2031-01-01T00:00', false)).toBe('closed')
  expect(isSaleOver(at('2031-01-01T00:00'), identity, false)).toBe(false)
})

test('everything is over a year later', () => {
  expect(new Set(subjects.map(({ key }) => stateOf(key, '2026-10-12T00:00')))).toEqual(new Set(['over']))
  expect(Math.max(...subjects.map(endOfSubject))).toBeLessThan(at('2025-10-13T00:00'))
})

test('passes and rooms are sold to the end of the last day in India', () => {
  expect(isSaleOver(at('2025-10-12T23:59:59'), identity, true)).toBe(false)
  expect(isSaleOver(at('2025-10-13T00:00:00'), identity, true)).toBe(true)
})

test('an address with TLS, or production, is public', () => {
  expect(isPublicInstallation('https://fest.example', undefined)).toBe(true)
  expect(isPublicInstallation(undefined, 'production')).toBe(true)
  expect(isPublicInstallation('http://127.0.0.1:3000', 'test')).toBe(false)
  expect(isPublicInstallation(undefined, undefined)).toBe(false)
})
