import { expect, test } from 'vitest'
import { secondEdition } from '../tests/edition/whole-edition'
import { tellAvailability } from './public-site'

const hear = (now: string, isPublic: boolean) => {
  const heard: string[] = []
  const write = (level: string) => (first: unknown, second?: unknown) => heard.push(`${level}: ${second ?? first}`)
  tellAvailability(secondEdition, new Date(now), isPublic, { info: write('info'), warn: write('warn') })
  return heard
}

test('a public start after the last day warns that nothing is taken any more', () => {
  expect(hear('2027-03-07T23:59:59+05:30', true)).toEqual([])
  expect(hear('2027-03-08T00:00:00+05:30', true)).toEqual([expect.stringMatching(/^warn: the edition is over/)])
})

test('a private start says that the status alone decides', () => {
  expect(hear('2031-01-01T00:00:00Z', false)).toEqual([expect.stringMatching(/^info: .*the status alone decides/)])
})
