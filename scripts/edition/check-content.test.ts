import { expect, test } from 'vitest'
import { wholeEdition } from '../../festival/live/whole-edition'
import { shop } from '../../tests/edition/shop'
import { editionFolder } from '../vite.mjs'
import { checkContent } from './check-content'
import { openSources } from './locate'

const locate = openSources(editionFolder)
const before = Date.parse('2025-10-01T00:00:00Z')

/** Returns the edition with the value at a path changed, or removed if `value` is undefined. */
const slip = (path: string, value: unknown) => {
  const edition = structuredClone(wholeEdition)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const owner: unknown = steps.reduce<unknown>(
    (part, step) => Reflect.get(Object(part), step),
    edition,
  )
  if (value === undefined) {
    Reflect.deleteProperty(Object(owner), last)
  } else {
    Reflect.set(Object(owner), last, value)
  }
  return checkContent(edition, locate, before).problems
}

test('finds no problem in the current edition', () => {
  expect(checkContent(wholeEdition, locate, before).problems).toEqual([])
})

test.each([
  [
    'subjects.3.status',
    'opened',
    /^catalogue\.ts:\d+: InsideICU, status is "opened"; it must be "open" or "closed" or "soon" or "with-pass" or "cancelled"$/,
  ],
  ['subjects.0.lunch', 'no', /^catalogue\.ts:\d+: SeniorQuiz, lunch is "no"; .*true or false$/],
  [
    'subjects.9.audience',
    ['Medical'],
    /^catalogue\.ts:\d+: Sonostrike is for Medical, which is not one of the edition’s audiences$/,
  ],
  [
    'participantCategories.1.value',
    'student',
    /^participants\.ts:6: The category student appears twice$/,
  ],
  [
    'subjects.3.fee.tier',
    'Tier 3',
    /^catalogue\.ts:\d+: InsideICU comes with the pass Tier 3, which is not sold$/,
  ],
  ['shop.phones.0.number', '12345', /^shop\.ts:\d+: shop\.phones\.0\.number is 12345/],
  ['generalQueries', '', /^people\.ts:\d+: generalQueries is empty$/],
  ['subjects.0.until', 'Semifinals', /^catalogue\.ts:\d+: SeniorQuiz takes /],
  [
    'workshopDetails.Reviva.incharges',
    undefined,
    /^workshops\.ts:\d+: Reviva, incharges is missing$/,
  ],
  [
    'workshopDetails.Reviva.prerequisites',
    undefined,
    /^workshops\.ts:\d+: Reviva, prerequisites is missing/,
  ],
  [
    'subjects.0.prise',
    40_000,
    /^catalogue\.ts:\d+: SeniorQuiz, prise is not a field of an edition$/,
  ],
  ['tiers.0.price', '500', /^delegate-pass\.ts:\d+: Tier 1, price is "500"; it must be a number$/],
  [
    'subjects.0.fee',
    { per: 'person', amount: 5 },
    /^catalogue\.ts:\d+: SeniorQuiz, fee, per is "person"; it must be/,
  ],
  [
    'contactSections.1.people.1.phone',
    undefined,
    /^people\.ts:\d+: Executive Board, Sports Secretary, phone is missing/,
  ],
  [
    'identity.firstDay',
    '8 October',
    /^identity\.ts:\d+: firstDay is "8 October"; it must be a day such as 2025-10-08$/,
  ],
  ['tiers', undefined, /tiers is missing$/],
  [
    'colours',
    { light: { paper: 'beige' } },
    /^colours\.ts:\d+: light, paper is "beige"; it must be a colour such as/,
  ],
  [
    'colours',
    { dark: { papier: '#000000' } },
    /^colours\.ts:\d+: dark, papier is "papier"; it must be "paper" or/,
  ],
])('reports a mistake in %s once, with file and line', (path, value, words) => {
  expect(slip(path, value)).toEqual([expect.stringMatching(words)])
})

test.each([
  [
    'eventDetails.CasePulse.deadlines.0.day',
    '2024-09-24',
    /^events\.ts:\d+: CasePulse, Abstract, day is 2024-09-24, a date of another edition$/,
  ],
  [
    'delegatePassNotes.4',
    '20% off until August 10.',
    /^delegate-pass\.ts:\d+: no\. 5 says “August 10”, which is not a date of this edition/,
  ],
  ['about.conference.1', 'In 2024 we were many.', /^about\.ts:\d+: conference, no\. 2 says “2024”/],
  [
    'shop.description',
    'Order by 8 October 2024.',
    /^shop\.ts:\d+: description says “8 October 2024”/,
  ],
  ['shop.description', 'Order by 01/08/2025.', /says “01\/08\/2025”/],
])('reports a date of another edition in %s', (path, value, words) => {
  expect(slip(path, value)).toEqual([expect.stringMatching(words)])
})

test.each([
  ['a day of the festival', 'Come on October 9.'],
  ['a deadline that a field holds', 'Send it by 24 September 2025.'],
  ['the year of the festival', 'Lumbar Days in 2025.'],
  ['a batch of students', 'Only one of the 2022 batch.'],
  ['the year in which something began', 'The college was founded in 2019.'],
  ['numbers that are not years', 'At 1080x1920 pixels, for 2000 guests.'],
])('accepts %s in a sentence', (_what, description) => {
  const edition = { ...wholeEdition, shop: { ...shop, description } }
  expect(checkContent(edition, locate, before).problems).toEqual([])
})

test('reports every old deadline and online round after the festival has moved', () => {
  const edition = structuredClone(wholeEdition)
  Object.assign(edition.identity, {
    firstDay: '2026-10-08',
    lastDay: '2026-10-12',
    countdownTarget: '2026-10-08T00:00:00+05:30',
  })
  const { problems } = checkContent(edition, locate, before)
  const left = problems.filter((problem) => problem.includes('a date of another edition'))
  expect(left.filter((problem) => problem.startsWith('events.ts:'))).toHaveLength(4)
  expect(left).toContainEqual(expect.stringMatching(/: OnlineQuiz, Prelims, online, start/))
})

test('warns once the last day has ended in India', () => {
  const warningsAt = (time: string) => checkContent(wholeEdition, locate, Date.parse(time)).warnings
  expect(warningsAt('2025-10-12T23:59:59+05:30')).toEqual([])
  expect(warningsAt('2025-10-13T00:00:00+05:30')).toEqual([
    expect.stringContaining('ended on 12 October 2025'),
  ])
})

test('warns about letters that share images leave out (19.26)', () => {
  const edition = structuredClone(wholeEdition)
  Object.assign(edition.identity, { title: 'கலாஞ்சலி Łódź 7' })
  const { problems, warnings } = checkContent(edition, locate, before)
  expect(problems).toEqual([])
  expect(warnings).toEqual([
    expect.stringMatching(
      /^identity\.ts:\d+: title has letters that share images leave out: Ł ó ź$/,
    ),
  ])
})

test('warns about titles that are too long for share images (19.33)', () => {
  const edition = structuredClone(wholeEdition)
  Object.assign(edition.identity, { title: 'A very long title '.repeat(20).trim() })
  const { warnings } = checkContent(edition, locate, before)
  expect(warnings).toEqual([
    expect.stringMatching(/^identity\.ts:\d+: title is too long for the share image/),
  ])
})

test('warns about other letters in the short title (19.47)', () => {
  const edition = structuredClone(wholeEdition)
  Object.assign(edition.identity, { shortTitle: 'கலாஞ்சலி' })
  expect(checkContent(edition, locate, before).warnings).toEqual([
    expect.stringMatching(/^identity\.ts:\d+: shortTitle must be in Latin letters/),
  ])
})

test('warns if the college contains the city (19.34)', () => {
  const edition = structuredClone(wholeEdition)
  Object.assign(edition.identity, { college: 'Arts College, Thanjavur', city: 'Thanjavur' })
  expect(checkContent(edition, locate, before).warnings).toEqual([
    expect.stringMatching(/^identity\.ts:\d+: college contains Thanjavur/),
  ])
})

test('reports a placeholder with its file and item', () => {
  const { placeholders } = checkContent(wholeEdition, locate, before)
  expect(placeholders).toContainEqual(
    expect.stringMatching(
      /^people\.ts:\d+: Executive Board, Sports Secretary, name: To be announced$/,
    ),
  )
})
