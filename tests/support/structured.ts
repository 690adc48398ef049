import { expect } from '@playwright/test'

/** Parsed JSON of which nothing is known yet. */
type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const asNode = (value: unknown, what: string): Node => {
  if (!isNode(value)) throw new Error(`${what} is no object`)
  return value
}

const isoDay = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:[+-]\d\d:\d\d|Z))?$/
const schemaAddress = /^https:\/\/schema\.org\/\w+$/

const expectOffer = (offer: Node) => {
  expect(offer).toMatchObject({ '@type': 'Offer', price: expect.any(Number), priceCurrency: 'INR' })
  expect(offer.availability).toMatch(schemaAddress)
  expect(offer.url).toMatch(/^https?:\/\//)
}

const expectPlace = (place: Node) => {
  if (place['@type'] === 'VirtualLocation') return expect(place.url).toMatch(/^https?:\/\//)
  expect(place).toMatchObject({
    '@type': 'Place',
    name: expect.stringMatching(/./),
    address: { '@type': 'PostalAddress', addressLocality: expect.stringMatching(/./), addressCountry: 'IN' },
  })
}

/** Whatever takes place needs what search engines ask of an event: name, dates, place, status, picture, organiser. */
const expectEvent = (event: Node) => {
  expect(event).toMatchObject({
    name: expect.stringMatching(/./),
    description: expect.stringMatching(/./),
    startDate: expect.stringMatching(isoDay),
    eventStatus: expect.stringMatching(schemaAddress),
    eventAttendanceMode: expect.stringMatching(schemaAddress),
    organizer: { '@type': 'Organization', name: expect.stringMatching(/./), url: expect.stringMatching(/^https?:/) },
    url: expect.stringMatching(/^https?:\/\//),
    image: [expect.stringMatching(/^https?:\/\/.*\.png$/)],
  })
  if (event.endDate !== undefined) expect(event.endDate).toMatch(isoDay)
  for (const place of [event.location].flat()) expectPlace(asNode(place, 'location'))
  for (const offer of event.offers === undefined ? [] : [event.offers].flat()) expectOffer(asNode(offer, 'offer'))
}

const expectCrumbs = (list: Node, canonical: string) => {
  const items = [list.itemListElement].flat().map((item) => asNode(item, 'crumb'))
  expect(items.length).toBeGreaterThan(1)
  for (const [index, item] of items.entries())
    expect(item).toMatchObject({
      '@type': 'ListItem',
      position: index + 1,
      name: expect.stringMatching(/./),
      item: expect.stringMatching(/^https?:\/\//),
    })
  expect(items.at(-1)?.item).toBe(canonical)
}

/**
 * Reads the page's structured data and checks the fields that each type needs (behaviour 9.12).
 * @returns the types, in the order of the page
 */
export const expectStructuredData = (texts: readonly string[], canonical: string): string[] =>
  texts.map((text) => {
    const node = asNode(JSON.parse(text), 'structured data')
    expect(node['@context']).toBe('https://schema.org')
    const type = String(node['@type'])
    if (type === 'BreadcrumbList') expectCrumbs(node, canonical)
    else expectEvent(node)
    if (type === 'Festival') expect(node.endDate).toMatch(isoDay)
    if (type === 'Event' || type === 'EducationEvent') expect(asNode(node.superEvent, 'superEvent').name).toBeTruthy()
    return type
  })
