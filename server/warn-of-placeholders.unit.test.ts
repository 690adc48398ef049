import { expect, test } from 'vitest'
import { wholeEdition } from '../festival/whole-edition'
import { warnOfPlaceholders } from './public-site'

const hear = (edition: typeof wholeEdition) => {
  const heard: unknown[][] = []
  warnOfPlaceholders(edition, { warn: (...words: unknown[]) => heard.push(words) })
  return heard
}

test('an edition with names still to fill is told once, by count and first places', () => {
  expect(hear(wholeEdition)).toEqual([
    [
      { placeholders: expect.any(Number), first: expect.arrayContaining(['identity.college', 'identity.city']) },
      expect.stringContaining('edition:check'),
    ],
  ])
})
