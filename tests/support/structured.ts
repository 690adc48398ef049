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

const expectPlace = (place: Node) => {
  expect(place).toMatchObject({
    '@type': 'Place',
    name: expect.stringMatching(/./),
    address: { '@type': 'PostalAddress', addressLocality: expect.stringMatching(/./), addressCountry: 'IN' },
  })
}

/** Whatever takes place needs what search engines ask of an event: name, dates, place, status, organiser. */
const expectEvent = (event: Node) => {
  expect(event).toMatchObject({
    name: expect.stringMatching(/./),
    startDate: expect.stringMatching(isoDay),
    endDate: expect.stringMatching(isoDay),
    eventStatus: expect.stringMatching(schemaAddress),
    organizer: { '@type': 'Organization', name: expect.stringMatching(/./), url: expect.stringMatching(/^https?:/) },
    url: expect.stringMatching(/^https?:\/\//),
  })
  expectPlace(asNode(event.location, 'location'))
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
    return type
  })
