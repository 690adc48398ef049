import { expect, test } from 'vitest'
import { findViolations } from './structure'

/** An invented tree of files: path to text. */
const violationsIn = (tree: Record<string, string>) =>
  findViolations(Object.entries(tree).map(([path, text]) => ({ path, text })))

test('a folder says what is inside, in kebab-case', () => {
  expect(
    violationsIn({ 'server/sendMail/queue.ts': '', 'site/helpers/price.ts': '', 'tests/journeys/quiz.spec.ts': '' }),
  ).toEqual([
    'server/sendMail/queue.ts: the name sendMail is not kebab-case',
    'site/helpers/price.ts: the name helpers says nothing about what is inside',
  ])
})

test('nothing silences a check', () => {
  const silencers = ['@ts-expect', 'error'].join('-')
  const ignored = ['biome', 'ignore'].join('-')
  expect(violationsIn({ 'server/a.ts': `// ${silencers}\n/* ${ignored} lint: why */\n` })).toEqual([
    `server/a.ts: line 1: ${silencers} silences a check`,
    `server/a.ts: line 2: ${ignored} silences a check`,
  ])
})

test('no file names a path of one machine', () => {
  const path = (folder: string) => `/${folder}/somebody/notes.md`
  expect(violationsIn({ 'docs/guide.md': `See ${path('home')}.\n` })).toEqual([
    'docs/guide.md: line 1: names a path of one machine',
  ])
  expect(
    violationsIn({ 'docs/guide.md': 'See /workshops/vivantia, site/home/ and https://a.example/home/b.\n' }),
  ).toEqual([])
})
