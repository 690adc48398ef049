import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { fullName, type Subject, subjectPath } from '../festival/content/subject'
import { builtFestival } from '../festival/live/whole-edition'
import { findEndOfFestival, findEndOfSubject } from '../festival/schedule/availability'
import { matchAddress } from '../site/routes'
import { describeScreen } from './structured-data'

const publicUrl = 'https://festival.test'

const Page = () => null

const screenAt = (address: string, title = 'A page · Lumbar Days 7') => {
  const [path = '', search = ''] = address.split('?')
  const match = matchAddress(path, search)
  return {
    address,
    match,
    Page,
    props: match?.props ?? {},
    description: { title, description: '' },
  }
}

const getSubject = (key: string): Subject => {
  const subject = subjects.find((subject) => subject.key === key)
  if (!subject) {
    throw new Error(`No ${key}`)
  }
  return subject
}
const minute = 60_000
const isoDay = /^\d{4}-\d\d-\d\d$/

const dataAt = (
  address: string,
  now = Date.parse(identity.countdownTarget) - 7 * 24 * 60 * minute,
  isPublic = true,
  festival = builtFestival,
) => {
  return describeScreen(screenAt(address), { publicUrl, now, isPublic, festival })
}

test('the home page describes the festival’s days, place and organiser (9.12)', () => {
  expect(dataAt('/')).toMatchObject([
    {
      '@type': 'Festival',
      startDate: identity.firstDay,
      endDate: identity.lastDay,
      location: { name: identity.college },
      organizer: { name: identity.association },
    },
  ])
})

test('describes an event by name, days, place and organiser, but without a price (9.12)', () => {
  expect(dataAt('/events/senior-quiz')[0]).toMatchObject({
    startDate: '2025-10-12',
    endDate: '2025-10-12',
  })
  for (const subject of subjects) {
    const [event] = dataAt(subjectPath(subject))
    expect(event).toMatchObject({
      '@context': 'https://schema.org',
      '@type': subject.kind === 'workshop' ? 'EducationEvent' : 'Event',
      name: fullName(subject),
      startDate: expect.stringMatching(isoDay),
      endDate: expect.stringMatching(isoDay),
      eventStatus: 'https://schema.org/EventScheduled',
      url: publicUrl + subjectPath(subject),
      location: { '@type': 'Place', name: identity.college, address: { addressCountry: 'IN' } },
      organizer: { '@type': 'Organization', name: identity.association, url: `${publicUrl}/` },
    })
    expect(JSON.stringify(event)).not.toMatch(/offers|price/i)
  }
})

test('describes a workshop under its canonical address, even on the page of an alias', () => {
  expect(dataAt('/workshops/codewild')).toEqual(dataAt('/workshops/code-wild'))
})

test('unlisted and missing pages have no structured data', () => {
  expect(dataAt('/rehearsal')).toEqual([])
  expect(dataAt('/nowhere')).toEqual([])
})

test('omits the status of past events', () => {
  for (const [address, end] of [
    ['/workshops/sonostrike', findEndOfSubject(getSubject('Sonostrike'))],
    ['/events/nexus', findEndOfSubject(getSubject('Nexus'))],
    ['/', findEndOfFestival(identity)],
  ] as const) {
    expect(dataAt(address, end - minute)[0]).toHaveProperty('eventStatus')
    expect(dataAt(address, end)[0]).not.toHaveProperty('eventStatus')
  }
})
