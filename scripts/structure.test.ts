import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { subjects } from '../festival/edition/catalogue'
import { readSourceFiles } from './source-files'
import { findViolations } from './structure'

const violationsIn = (tree: Record<string, string>) =>
  findViolations(Object.entries(tree).map(([path, text]) => ({ path, text })))

test('every folder name is in kebab-case and describes the folder’s content', () => {
  expect(
    violationsIn({
      'server/sendMail/queue.ts': '',
      'site/helpers/price.ts': '',
      'tests/journeys/quiz.spec.ts': '',
    }),
  ).toEqual([
    'server/sendMail/queue.ts: the name sendMail is not kebab-case',
    'site/helpers/price.ts: the name helpers says nothing about what is inside',
  ])
})

test('reports comments that silence a check', () => {
  const silencers = ['@ts-expect', 'error'].join('-')
  const ignored = ['biome', 'ignore'].join('-')
  expect(violationsIn({ 'server/a.ts': `// ${silencers}\n/* ${ignored} lint: why */\n` })).toEqual([
    `server/a.ts: line 1: ${silencers} silences a check`,
    `server/a.ts: line 2: ${ignored} silences a check`,
  ])
})

test('reports absolute paths that exist only on one machine', () => {
  const path = (folder: string) => `/${folder}/somebody/notes.md`
  expect(violationsIn({ 'docs/guide.md': `See ${path('home')}.\n` })).toEqual([
    'docs/guide.md: line 1: names a path of one machine',
  ])
  expect(
    violationsIn({
      'docs/guide.md': 'See /workshops/vivantia, site/home/ and https://a.example/home/b.\n',
    }),
  ).toEqual([])
})

/** Comments and sentences may name an event as an example. */
test('no code outside the edition names this year’s events or workshops', () => {
  const names = subjects.flatMap(({ key, slug, title, nickname = title }) => [
    key,
    slug,
    title,
    nickname,
  ])
  const literals = names.flatMap((name) => ["'", '"', '`'].map((quote) => quote + name + quote))
  const code = readSourceFiles(resolve(import.meta.dirname, '..')).filter(({ path }) =>
    /^(?:festival|ui|site|desk|door|server|build)\/(?!edition\/).*(?<!\.test)\.tsx?$/.test(path),
  )
  expect(code.length).toBeGreaterThan(200)
  const found = code.flatMap(({ path, text }) => {
    const bare = text.replace(/\/\*.*?\*\//gs, '')
    return literals
      .filter((literal) => bare.includes(literal))
      .map((literal) => `${path}: ${literal}`)
  })
  expect(found).toEqual([])
})
