import { expect, test } from 'vitest'
import { wholeEdition } from '../festival/live/whole-edition'
import { lastChangeAt } from '../festival/schedule/sale-ends'
import { matchAddress } from '../site/routes'
import { makeContentSecurityPolicy } from './document'
import { makeManifest, makeRobots, makeSitemap } from './listings'

const matchAll = (...addresses: string[]) =>
  addresses.map((address) => {
    const [path = '', search = ''] = address.split('?')
    const match = matchAddress(path, search)
    if (!match) {
      throw new Error(`No route for ${address}`)
    }
    return match
  })

test('the sitemap lists each listed page once, by its canonical address', () => {
  const sitemap = makeSitemap(
    matchAll('/', '/workshops/smartai', '/workshops/smart-ai', '/register', '/rehearsal'),
    'https://festival.test',
  )
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://festival.test/',
    'https://festival.test/workshops/smart-ai',
    'https://festival.test/register?event=SeniorQuiz',
  ])
})

test('robots.txt names the sitemap and disallows API calls', () => {
  expect(makeRobots('https://festival.test')).toContain('Disallow: /api/')
  expect(makeRobots('https://festival.test')).toContain(
    'Sitemap: https://festival.test/sitemap.xml',
  )
})

test('the manifest contains the edition’s name and general categories (9.13)', () => {
  expect(JSON.parse(makeManifest())).toMatchObject({
    name: 'Lumbar Days 7',
    categories: ['education', 'events'],
  })
})

const policy = makeContentSecurityPolicy(['let a=1'], 'p{color:red}')
const directives = new Map(
  policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
)

test('the Content-Security-Policy allows inline scripts and styles only by hash', () => {
  expect(policy).not.toMatch(/unsafe/)
  expect(directives.get('default-src')).toEqual(["'none'"])
  // Computed by printf %s 'p{color:red}' | openssl dgst -sha256 -binary | base64
  expect(directives.get('style-src')).toEqual([
    "'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='",
  ])
  expect(directives.get('script-src')).toEqual([
    "'self'",
    "'sha256-+Q3dsIT3kYyYXlBldxY4Baal1kEoF6cDrlPvZn4iLYs='",
  ])
})

test('the Content-Security-Policy requires Trusted Types, and allows only the site’s own policy', () => {
  expect(directives.get('require-trusted-types-for')).toEqual(["'script'"])
  expect(directives.get('trusted-types')).toEqual(['site'])
})

const at = (india: string) => Date.parse(`${india}+05:30`)

test.each([
  ['2025-09-28T15:59:59', undefined],
  ['2025-10-07T23:59:59', '2025-09-28T16:45'],
  ['2025-10-09T08:00', '2025-10-09T08:00'],
  ['2025-10-09T13:30', '2025-10-09T12:30'],
  ['2025-10-12T18:30', '2025-10-12T18:00'],
  ['2026-04-01T15:00', '2025-10-13T00:00'],
])('a build at %s renders the pages as of the latest change (%s)', (now, change) => {
  expect(lastChangeAt(at(now), wholeEdition)).toBe(change ? at(change) : 0)
})
