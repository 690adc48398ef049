import { expect, test } from 'vitest'
import { matchAddress } from '../../site/routes'
import { structuredDataOf } from './structured-data'

const publicUrl = 'https://festival.test'

const Page = () => null

const screenAt = (address: string, title = 'A page · Cerebra 3.0') => {
  const [path = '', search = ''] = address.split('?')
  const match = matchAddress(path, search)
  return { address, match, Page, props: match?.props ?? {}, description: { title, description: '' } }
}

const dataAt = (address: string) => structuredDataOf(screenAt(address), publicUrl, `${publicUrl}/image.png`)

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
