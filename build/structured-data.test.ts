import { expect, test } from 'vitest'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { endOfFestival, endOfSubject } from '../festival/availability'
import { findSubject } from '../festival/catalogue'
import type { Subject } from '../festival/subject'
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
const sonostrike = endOfSubject(subjectOf('Sonostrike'))
const minute = 60_000

const dataAt = (
  address: string,
  now = Date.parse(identity.countdownTarget) - 7 * 24 * 60 * minute,
  isPublic = true,
) => {
  return structuredDataOf(screenAt(address), { publicUrl, image: `${publicUrl}/image.png`, now, isPublic })
}

test('the home page tells of the festival, its days and what the passes cost', () => {
  expect(dataAt('/')).toMatchObject([
    {
      '@type': 'Festival',
      startDate: identity.firstDay,
      endDate: identity.lastDay,
      offers: tiers.map(({ price }) => ({ price, priceCurrency: 'INR' })),
    },
  ])
})

test('an open quiz can be booked, from its first round to its last', () => {
  const { slots } = subjectOf('SeniorQuiz')
  const [event] = dataAt('/events/senior-quiz')
  expect(event).toMatchObject({
    '@type': 'Event',
    startDate: slots[0]?.start,
    endDate: slots.at(-1)?.end,
    image: ['https://festival.test/image.png'],
    offers: [
      {
        price: 600,
        availability: 'https://schema.org/InStock',
        url: 'https://festival.test/register?event=SeniorQuiz',
      },
    ],
  })
})

test('a closed presentation is sold out at both of its prices', () => {
  expect(dataAt('/events/nexus')[0]).toMatchObject({
    offers: [
      { price: 300, availability: 'https://schema.org/SoldOut' },
      { price: 400, availability: 'https://schema.org/SoldOut' },
    ],
  })
})

test('the panel is offered at the price of the pass that opens it, and a fee that was never announced is not', () => {
  expect(dataAt('/events/inside-icu')[0]).toMatchObject({
    offers: [{ price: 700, url: 'https://festival.test/delegate-pass' }],
  })
  expect(dataAt('/workshops/paramatrix')[0]).not.toHaveProperty('offers')
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

test('an offer says when it ends, so that a page that nobody builds anew stays true', () => {
  expect(dataAt('/workshops/sonostrike')[0]).toMatchObject({
    eventStatus: 'https://schema.org/EventScheduled',
    offers: [{ availabilityEnds: '2025-10-09T09:00:00+05:30', validThrough: '2025-10-09T09:00:00+05:30' }],
  })
  expect(dataAt('/')[0]).toMatchObject({
    offers: ['2025-10-11T09:00:00+05:30', '2025-10-11T18:00:00+05:30'].map((end) => ({
      availabilityEnds: end,
      validThrough: end,
    })),
  })
})

test('what is over offers nothing, and is no longer called scheduled', () => {
  const begins = Date.parse('2025-10-09T09:00:00+05:30')
  expect(dataAt('/workshops/sonostrike', begins - minute)[0]).toHaveProperty('offers')
  expect(dataAt('/workshops/sonostrike', begins)[0]).not.toHaveProperty('offers')
  expect(dataAt('/workshops/sonostrike', begins)[0]).toHaveProperty('eventStatus')
  for (const [address, time] of [
    ['/workshops/sonostrike', sonostrike],
    ['/events/nexus', endOfSubject(subjectOf('Nexus'))],
    ['/', endOfFestival(identity)],
  ] as const) {
    expect(dataAt(address, time)[0]).not.toHaveProperty('offers')
    expect(dataAt(address, time)[0]).not.toHaveProperty('eventStatus')
  }
  const gala = Date.parse('2025-10-11T18:00:00+05:30')
  expect(dataAt('/', gala - minute)[0]).toMatchObject({ offers: [{ price: 700 }] })
  expect(dataAt('/', gala)[0]).not.toHaveProperty('offers')
})

test('a private address offers what its statuses say, in any year', () => {
  const [event] = dataAt('/workshops/sonostrike', Date.parse('2131-01-01T00:00Z'), false)
  expect(event).toMatchObject({ offers: [{ availability: 'https://schema.org/InStock' }] })
  expect(event).not.toHaveProperty('offers.0.validThrough')
})
