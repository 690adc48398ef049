import { expect, it } from 'vitest'
import { splitAtWebLinks } from '../text/web-links'
import { findForeignLinks } from './foreign-links'

const own = { site: 'https://cerebra.test', email: 'team@cerebra.test' }

it.each([
  'The way: https://cerebra.test/venue.',
  'See (https://cerebra.test/events/senior-quiz?tab=rules#time), please',
  'See cerebra.test/schedule or CEREBRA.test',
  'Questions? team@cerebra.test',
  'At 10.30 a.m. in Hall no.5, i.e. on 9.10.2025, 3 p.m.',
])('finds no links to other sites in “%s”', (text) => {
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
  ['https://cerebra.test(@2130706433/pay', ['https://cerebra.test(@2130706433/pay']],
  ['https://cerebra.test“@2130706433/pay', ['https://cerebra.test“@2130706433/pay']],
  ['https://cerebra.test¨@2130706433/pay', ['https://cerebra.test¨@2130706433/pay']],
  ['https://cerebra.test"@2130706433/pay', ['https://cerebra.test"@2130706433/pay']],
  ['https://cerebra.test:8443/pay', ['https://cerebra.test:8443/pay']],
  ['https://cerebra.test./pay', ['https://cerebra.test./pay']],
  ['https://team@cerebra.test/pay', ['https://team@cerebra.test/pay']],
  ['https://cerebra.test/\u200b@evil', ['https://cerebra.test/\u200b@evil']],
  ['cerebra.test(@2130706433/pay', ['cerebra.test(@2130706433/pay']],
])('finds all links to other sites in “%s”', (text, links) => {
  expect(findForeignLinks(text, own)).toEqual(links)
})

it.each([
  'https://cerebra.test/files/0a1b2c.png',
  'https://cerebra.test/FILES/0a1b2c.png',
  'https://cerebra.test/%66iles/0a1b2c.png',
  'https://cerebra.test//files/0a1b2c.png',
  'https://cerebra.test/events/../files/0a1b2c.png',
  'https://cerebra.test/api/records',
  'https://cerebra.test/image/upload',
  'cerebra.test/files/0a1b2c.png',
])('does not treat “%s” as a page of the site (14.262)', (link) => {
  expect(findForeignLinks(`Scan ${link} to pay again`, own)).toEqual([link])
})

it.each([
  'https://cerebra.test/filesystem',
  'https://cerebra.test/events?section=files/a',
  'cerebra.test/images',
])('treats “%s” as a page of the site (14.262)', (link) => {
  expect(findForeignLinks(`See ${link}, please`, own)).toEqual([])
})

it.each([
  '(https://cerebra.test@evil.test/pay)',
  'https://cerebra.test(@2130706433/pay',
  'https://cerebra.test¨@2130706433',
  '“https://cerebra.test”@evil.test',
  'HTTPS://cerebra.test[@evil.test/',
])('finds every link to another site that the e-mail would contain for “%s” (14.261)', (text) => {
  const opened = splitAtWebLinks(text).filter(
    (part, index) => index % 2 === 1 && URL.canParse(part),
  )
  const foreign = opened.filter((link) => new URL(link).origin !== own.site)
  for (const link of foreign) {
    expect(findForeignLinks(text, own)).toContain(link)
  }
  expect(findForeignLinks(text, own)).not.toEqual([])
})

it('excludes punctuation at the end of a sentence from a link (14.261)', () => {
  expect(splitAtWebLinks('See https://forms.test/a, or (https://forms.test/b).')).toEqual([
    'See ',
    'https://forms.test/a',
    ', or (',
    'https://forms.test/b',
    ').',
  ])
})

it('searches any 5,000 characters within 500 ms', () => {
  for (const text of [
    'a'.repeat(5_000),
    'a.'.repeat(2_500),
    '1.'.repeat(2_500),
    '!'.repeat(5_000),
    `${'a'.repeat(4_999)}!`,
    'https://'.repeat(625),
    `https://${'.'.repeat(4_992)}`,
  ]) {
    const begun = performance.now()
    findForeignLinks(text, own)
    expect(performance.now() - begun).toBeLessThan(500)
  }
})
