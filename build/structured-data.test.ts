import { expect, test } from 'vitest'
import { matchAddress } from '../site/routes'
import { structuredDataOf } from './structured-data'

const publicUrl = 'https://festival.test'

const Page = () => null

const screenAt = (address: string, title = 'A page · Cerebra 3.0') => {
  const [path = '', search = ''] = address.split('?')
  const match = matchAddress(path, search)
  return { address, match, Page, props: match?.props ?? {}, description: { title, description: '' } }
}

const dataAt = (address: string, india = '2025-10-01T10:00', isPublic = true) => {
  const now = Date.parse(`${india}:00+05:30`)
  return structuredDataOf(screenAt(address), { publicUrl, image: `${publicUrl}/image.png`, now, isPublic })
}

test('the home page tells of the festival, its five days and what the two passes cost', () => {
  expect(dataAt('/')).toMatchObject([
    {
      '@type': 'Festival',
      startDate: '2025-10-08',
      endDate: '2025-10-12',
      offers: [
        { price: 500, priceCurrency: 'INR' },
        { price: 700, priceCurrency: 'INR' },
      ],
    },
  ])
})

test('an open quiz can be booked, from its first round to its last', () => {
  const [event] = dataAt('/events/senior-quiz')
  expect(event).toMatchObject({
    '@type': 'Event',
    startDate: '2025-10-12T09:00:00+05:30',
    endDate: '2025-10-12T17:30:00+05:30',
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
    offers: [{ availabilityEnds: '2025-10-09T12:30:00+05:30', validThrough: '2025-10-09T12:30:00+05:30' }],
  })
  expect(dataAt('/')[0]).toMatchObject({
    offers: [{ availabilityEnds: '2025-10-13T00:00:00+05:30' }, { validThrough: '2025-10-13T00:00:00+05:30' }],
  })
})

test('what is over offers nothing, and is no longer called scheduled', () => {
  expect(dataAt('/workshops/sonostrike', '2025-10-09T12:29')[0]).toHaveProperty('offers')
  for (const [address, time] of [
    ['/workshops/sonostrike', '2025-10-09T12:30'],
    ['/events/nexus', '2025-10-12T12:30'],
    ['/', '2025-10-13T00:00'],
  ] as const) {
    expect(dataAt(address, time)[0]).not.toHaveProperty('offers')
    expect(dataAt(address, time)[0]).not.toHaveProperty('eventStatus')
  }
  expect(dataAt('/', '2025-10-12T23:59')[0]).toHaveProperty('offers')
})

test('a private address offers what its statuses say, in any year', () => {
  const [event] = dataAt('/workshops/sonostrike', '2031-01-01T00:00', false)
  expect(event).toMatchObject({ offers: [{ availability: 'https://schema.org/InStock' }] })
  expect(event).not.toHaveProperty('offers.0.validThrough')
})
