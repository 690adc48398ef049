import { expect, it } from 'vitest'
import { findForeignLinks } from './foreign-links'

const own = { site: 'https://cerebra.test', email: 'team@cerebra.test' }

it.each([
  'The way: https://cerebra.test/venue.',
  'See (https://cerebra.test/events/senior-quiz?tab=rules#time), please',
  'See cerebra.test/schedule or CEREBRA.test',
  'Questions? team@cerebra.test',
  'At 10.30 a.m. in Hall no.5, i.e. on 9.10.2025, 3 p.m.',
])('finds no link to another site in “%s”', (text) => {
  expect(findForeignLinks(text, own)).toEqual([])
})

it.each([
  ['The round: https://forms.test/quiz.', ['https://forms.test/quiz']],
  ['https://cerebra.test@evil.test/pay', ['https://cerebra.test@evil.test/pay']],
  ['https://cerebra.test\\@evil.test', ['https://cerebra.test\\@evil.test']],
  ['https://cerebra.test.evil.test/', ['https://cerebra.test.evil.test/']],
  ['https://cerebra.test/a,https://evil.test', ['https://cerebra.test/a,https://evil.test']],
  ['http://cerebra.test/venue', ['http://cerebra.test/venue']],
  ['Go to evil.test/pay or www.evil', ['evil.test/pay', 'www.evil']],
  ['Write to evil@mail.test', ['evil@mail.test']],
  ['ev\u200bil.test', ['evil.test']],
  ['evil。test', ['evil。test']],
  ['203.0.113.9/pay', ['203.0.113.9/pay']],
  ['intent://pay#x', ['intent://pay#x']],
])('finds the links to other sites in “%s”', (text, links) => {
  expect(findForeignLinks(text, own)).toEqual(links)
})

it('reads 5,000 characters of anything in at most 500 ms', () => {
  for (const text of [
    'a'.repeat(5_000),
    'a.'.repeat(2_500),
    '1.'.repeat(2_500),
    '!'.repeat(5_000),
    `${'a'.repeat(4_999)}!`,
  ]) {
    const begun = performance.now()
    findForeignLinks(text, own)
    expect(performance.now() - begun).toBeLessThan(500)
  }
})
