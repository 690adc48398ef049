import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { at } from '../content/slot'
import { offersAt } from '../schedule/availability'
import { findSaleEnds } from '../schedule/sale-ends'
import { changeDetails } from './change-subject'
import {
  describeState,
  emptyState,
  findForeignKeys,
  isLaterState,
  isNewsFromServer,
  type State,
  withState,
} from './state'
import { findRefusedTexts, stateSchema } from './state-schema'
import { wholeEdition } from './whole-edition'

const find = (key: string, state: State) => {
  const subject = withState(wholeEdition, state).subjects.find((candidate) => candidate.key === key)
  if (!subject) {
    throw new Error(`No ${key}`)
  }
  return subject
}
const change = (key: string, change: State['subjects'][string]): State => ({
  subjects: { [key]: change },
})

describe('the state overrides the edition (behaviour 16.1)', () => {
  it('changes only the fields that are in the state', () => {
    const sessions = [{ start: at('2025-10-09', '11:00'), end: at('2025-10-09', '14:30') }]
    const state = change('Sonostrike', {
      status: 'closed',
      sessions,
      place: 'Hall 2',
      note: 'Bring a coat.',
    })
    const before = find('Sonostrike', emptyState)
    const after = find('Sonostrike', state)
    expect(after).toEqual({
      ...before,
      status: 'closed',
      slots: sessions,
      place: 'Hall 2',
      note: 'Bring a coat.',
    })
  })

  it('returns the same object for a subject without changes', () => {
    expect(find('SeniorQuiz', change('Sonostrike', { status: 'closed' }))).toBe(
      find('SeniorQuiz', emptyState),
    )
  })

  it('replaces the in-charges in an event’s details', () => {
    const festival = withState(
      wholeEdition,
      change('SeniorQuiz', { incharges: ['Ravi, +91 98765 43210'] }),
      3,
    )
    expect(festival.eventDetails.SeniorQuiz?.incharges).toEqual(['Ravi, +91 98765 43210'])
    expect(festival.eventDetails.JuniorQuiz).toBe(wholeEdition.eventDetails.JuniorQuiz)
    expect(festival.version).toBe(3)
    expect(changeDetails({ description: [] }, undefined)).toEqual({ description: [] })
  })

  it('ignores keys from another edition, but lists them (behaviour 16.10)', () => {
    const state = change('LastYearsQuiz', { status: 'closed' })
    expect(withState(wholeEdition, state).subjects).toEqual(wholeEdition.subjects)
    expect(findForeignKeys(wholeEdition, state)).toEqual(['LastYearsQuiz'])
  })
})

describe('the contents of a state (behaviour 16.3)', () => {
  const isTaken = (state: unknown) => {
    const parsed = v.safeParse(stateSchema, state)
    return parsed.success && findRefusedTexts(parsed.output).length === 0
  }
  const notice = (text: string, more: object = {}) => ({
    notice: { text, until: at('2025-10-09', '18:00'), ...more },
    subjects: {},
  })

  it.each([
    'Lunch is in the new block from 12:30 to 14:00 on 10.10.2025.',
    'Prelims of 11.10.2025 14:00–15:30 move to Hall 2',
    'Room no.5, 3 p.m.',
  ])('accepts “%s” as a notice', (text) => expect(isTaken(notice(text))).toBe(true))

  it.each([
    'Pay to cerebra@okbank',
    'Pay to cerebra＠okbank',
    'See https://evil.example',
    'See evil.example/pay',
    'upi:pay?pa=x',
    'Call 98765 43210',
    'Call +91-98765-43210',
    'Call ९८७६५४३२१०',
    'Call 98765, 43210',
    'Call 98765\u200b43210',
    'Pay to cerebra(at)okbank',
    'Pay to cerebra at okbank',
    'See evil·example',
    'x'.repeat(141),
    '',
    'two\nlines',
  ])('refuses “%s” as a notice', (text) => expect(isTaken(notice(text))).toBe(false))

  it.each(['/', '/schedule', '/events?section=quizzes'])(
    'accepts a notice that links to %s',
    (path) => expect(isTaken(notice('Look here', { path }))).toBe(true),
  )

  it.each(['//evil.example', 'https://evil.example', '/a//b', 'javascript:alert(1)', '/@x'])(
    'refuses a notice that links to %s',
    (path) => expect(isTaken(notice('Look here', { path }))).toBe(false),
  )

  it.each([
    ['a fee', { fee: { per: 'team', amount: 1 } }],
    ['a key', { key: 'Other' }],
    ['a UPI ID in a note', { note: 'a@upi' }],
    ['a phone number in a note', { note: '9876543210' }],
    ['a UPI ID of an in-charge', { incharges: ['Ravi, ravi@upi'] }],
    ['a phone number in a place', { place: 'Hall 2, 9876543210' }],
    [
      'a UPI id in a session’s name',
      { sessions: [{ start: '2025-10-09T11:00:00+05:30', label: 'a@upi' }] },
    ],
    [
      'a session’s name of 61 letters',
      { sessions: [{ start: '2025-10-09T11:00:00+05:30', label: 'x'.repeat(61) }] },
    ],
    ['the 31st of September', { closesAt: '2025-09-31T10:00:00+05:30' }],
    ['the hour 24', { closesAt: '2025-10-09T24:00:00+05:30' }],
    ['a place of 61 letters', { place: 'x'.repeat(61) }],
    ['a time that does not exist', { closesAt: '2025-10-09T25:00:00+05:30' }],
  ])('refuses %s in a subject', (_, fields) =>
    expect(isTaken({ subjects: { SeniorQuiz: fields } })).toBe(false),
  )

  test('accepts an in-charge’s phone number', () =>
    expect(isTaken({ subjects: { SeniorQuiz: { incharges: ['Ravi, +91 98765 43210'] } } })).toBe(
      true,
    ))
  test('reads a stored state even if the filter now refuses a text in it', () =>
    expect(v.is(stateSchema, { subjects: { SeniorQuiz: { note: 'See evil .com' } } })).toBe(true))
  test('refuses to change the payee', () =>
    expect(isTaken({ subjects: {}, payee: { id: 'a@upi', name: 'A' } })).toBe(false))
})

describe('registration ends at closesAt, even on a private address (behaviour 16.2)', () => {
  const state = change('Sonostrike', { closesAt: at('2025-10-08', '15:00') })
  const availability = (clock: string, isPublic: boolean) =>
    offersAt(
      findSaleEnds(wholeEdition),
      Date.parse(`2025-10-08T${clock}+05:30`),
      isPublic,
    ).findAvailability(find('Sonostrike', state))
  it.each([true, false])('closes registration at closesAt if isPublic is %s', (isPublic) => {
    expect([availability('14:59', isPublic), availability('15:00', isPublic)]).toEqual([
      'open',
      'closed',
    ])
  })
})

describe('choosing between two states (behaviour 16.45)', () => {
  const live = (epoch: string, version: number) =>
    describeState(wholeEdition, emptyState, version, epoch)
  const may = '2025-05-01T04:30:00.000Z'
  const october = '2025-10-01T04:30:00.000Z'

  it.each([
    ['a higher version of the same epoch', live(may, 2), live(may, 1), true],
    ['a lower version of the same epoch', live(may, 1), live(may, 2), false],
    ['the same version', live(may, 1), live(may, 1), false],
    ['a lower version of a later epoch', live(october, 1), live(may, 6), true],
    ['a higher version of an earlier epoch', live(may, 6), live(october, 1), false],
    ['a device’s copy over a page as it was built', live(may, 1), live('', 0), true],
    ['a copy without an epoch over a page as it was built', live('', 6), live('', 0), true],
    ['a copy without an epoch over a page with one', live('', 6), live(may, 1), false],
  ])('compares the state of a page with the device’s copy: %s', (_, next, held, isLater) =>
    expect(isLaterState(next, held)).toBe(isLater),
  )

  it.each([
    ['a higher version', live(may, 2), live(may, 1), true],
    ['a lower version, of a process that is behind the others', live(may, 1), live(may, 2), false],
    ['a lower version after a restore', live(october, 1), live(may, 6), true],
    ['no state at all after a restore', live(october, 0), live(may, 6), true],
    ['another epoch that seems earlier', live(may, 1), live(october, 6), true],
    ['an epoch, to a page without one', live(may, 0), live('', 0), true],
  ])('compares the server’s response with the current state: %s', (_, next, held, isNews) =>
    expect(isNewsFromServer(next, held)).toBe(isNews),
  )

  it('takes new places of the same version from the server (18.9)', () => {
    const current = describeState(wholeEdition, emptyState, 3)
    const next = { ...current, places: { SeniorQuiz: { level: 'full', left: 0 } as const } }
    expect([isNewsFromServer(next, current), isNewsFromServer(next, { ...next })]).toEqual([
      true,
      false,
    ])
  })
})
