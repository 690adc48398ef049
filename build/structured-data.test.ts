import { expect, test } from 'vitest'
import { identity } from '#edition/identity'
import { endOfFestival, endOfSubject } from '../festival/availability'
import { findSubject } from '../festival/catalogue'
import { fullName, type Subject } from '../festival/subject'
import { matchAddress } from '../site/routes'
import { structuredDataOf } from './structured-data'

const publicUrl = 'https://festival.test'

const Page = () => null

const screenAt = (address: string, title = 'A page · Cerebra 3.0') => {
  const [path = '', search = ''] = address.split('?')
  const match = matchAddress(path, search)
  return { address, match, Page, props: match?.props ?? {}, description: { title, description: '' } }
}

const subjectOf = (key: string): Subject => {
  const subject = findSubject(key)
  if (!subject) throw new Error(`No ${key}`)
  return subject
}
const minute = 60_000

const dataAt = (
  address: string,
  now = Date.parse(identity.countdownTarget) - 7 * 24 * 60 * minute,
  isPublic = true,
) => {
  return structuredDataOf(screenAt(address), { publicUrl, now, isPublic })
}

test('the home page tells of the festival, its days, place and organiser (9.12)', () => {
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

test('an event tells its name, its first and last day, and no price (9.12)', () => {
  const [event] = dataAt('/events/senior-quiz')
  expect(event).toMatchObject({
    '@type': 'Event',
    name: fullName(subjectOf('SeniorQuiz')),
    startDate: '2025-10-12',
    endDate: '2025-10-12',
    eventStatus: 'https://schema.org/EventScheduled',
  })
  expect(JSON.stringify(event)).not.toMatch(/offers|price/i)
})

test('an alias tells of the same workshop under its one address', () => {
  expect(dataAt('/workshops/codewild')).toEqual(dataAt('/workshops/code-wild'))
})

test('every page below home says how one came there', () => {
  const names = dataAt('/register?event=SmartAI').flatMap((node) =>
    Array.isArray(node.itemListElement) ? node.itemListElement.map((item: { name: string }) => item.name) : [],
  )
  expect(names).toEqual(['Cerebra 3.0', 'Workshops', 'Tech & Research', 'Smart AI', 'Registration'])
  expect(dataAt('/about')).toMatchObject([{ '@type': 'BreadcrumbList' }])
})

test('an unlisted page and a missing one tell nothing', () => {
  expect(dataAt('/rehearsal')).toEqual([])
  expect(dataAt('/nowhere')).toEqual([])
})

test('what is over is no longer called scheduled', () => {
  for (const [address, end] of [
    ['/workshops/sonostrike', endOfSubject(subjectOf('Sonostrike'))],
    ['/events/nexus', endOfSubject(subjectOf('Nexus'))],
    ['/', endOfFestival(identity)],
  ] as const) {
    expect(dataAt(address, end - minute)[0]).toHaveProperty('eventStatus')
    expect(dataAt(address, end)[0]).not.toHaveProperty('eventStatus')
  }
})
