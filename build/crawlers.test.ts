import { expect, test } from 'vitest'
import { matchAddress } from '../site/routes'
import { makeRobots, makeSitemap } from './listings'

const matchesOf = (...addresses: string[]) =>
  addresses.map((address) => {
    const [path = '', search = ''] = address.split('?')
    const match = matchAddress(path, search)
    if (!match) throw new Error(`No route for ${address}`)
    return match
  })

test('the sitemap lists each page once, under its canonical address, and no practice', () => {
  const sitemap = makeSitemap(
    matchesOf('/', '/workshops/smartai', '/workshops/smart-ai', '/register', '/rehearsal'),
    'https://festival.test',
  )
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://festival.test/',
    'https://festival.test/workshops/smart-ai',
    'https://festival.test/register?event=SeniorQuiz',
  ])
})

test('crawlers are told where the sitemap is and kept from the calls', () => {
  expect(makeRobots('https://festival.test')).toContain('Disallow: /api/')
  expect(makeRobots('https://festival.test')).toContain('Sitemap: https://festival.test/sitemap.xml')
})
