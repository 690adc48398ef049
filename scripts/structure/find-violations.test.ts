import { expect, test } from 'vitest'
import { findViolations } from './find-violations'

/** An invented tree of files: path to text. */
const violationsIn = (tree: Record<string, string>) =>
  findViolations(Object.entries(tree).map(([path, text]) => ({ path, text })))

test('a tree that keeps the rules has no violations', () => {
  const tree = {
    'festival/fee.ts': "import * as v from 'valibot'\nexport const fee = v.number()\n",
    'festival/edition/fees.ts': "import { fee } from '../fee'\nexport const fees = [fee]\n",
    'festival/catalogue.ts': "import { fees } from '#edition/fees'\nexport const all = fees\n",
    'ui/button.tsx': "import { useState } from 'react'\nexport const Button = () => useState(0)\n",
    'site/features/shop/shop-screen.tsx': "import { Button } from '../../../ui/button'\nexport { Button }\n",
    'server/main.ts': "import { createServer } from 'node:http'\nimport '../festival/catalogue'\ncreateServer()\n",
    'server/config.ts': 'export const port = process.env.PORT\n',
  }
  expect(violationsIn(tree)).toEqual([])
})

test('site and server never import each other, by whatever kind of import', () => {
  const violations = violationsIn({
    'server/app.ts': 'export const app = 1\n',
    'site/a.ts': "import { app } from '../server/app'\nexport const a = app\n",
    'site/b.ts': "import type { App } from '../server/app'\nexport type B = App\n",
    'site/c.ts': "export * from '../server/app'\n",
    'site/d.ts': "export const load = () => import('../server/app')\n",
    'site/e.ts': "export type E = import('../server/app').App\n",
    'site/f.ts': "import '../server/not-there'\n",
    'server/page.ts': "import '../site/a'\n",
  })
  expect(violations).toEqual([
    'site/a.ts: imports server/app.ts; site/* may not',
    'site/b.ts: imports server/app.ts; site/* may not',
    'site/c.ts: imports server/app.ts; site/* may not',
    'site/d.ts: imports server/app.ts; site/* may not',
    'site/e.ts: imports server/app.ts; site/* may not',
    'site/f.ts: imports server/not-there; site/* may not',
    'server/page.ts: imports site/a.ts; server may not',
  ])
})

test('the festival takes no I/O, no screens and no clock of its own', () => {
  const violations = violationsIn({
    'festival/ids.ts': "import { randomInt } from 'node:crypto'\nexport const id = randomInt\n",
    'festival/edition/people.ts': "import { useState } from 'react'\nexport const people = useState\n",
  })
  expect(violations).toEqual([
    'festival/ids.ts: imports node:crypto, which does not belong in festival',
    'festival/edition/people.ts: imports react, which does not belong in festival',
  ])
})

test('a component knows no festival, and a feature knows no other feature', () => {
  const violations = violationsIn({
    'festival/fee.ts': 'export const fee = 1\n',
    'site/features/shop/price.ts': 'export const price = 1\n',
    'site/features/chatbot/answers.ts': "import { price } from '../shop/price'\nexport const a = price\n",
    'ui/price-tag.tsx': "import { fee } from '../festival/fee'\nexport const a = fee\n",
    'site/odds/ends.ts': 'export const odd = 1\n',
  })
  expect(violations).toEqual([
    'site/features/chatbot/answers.ts: imports site/features/shop/price.ts; site/features/:noun may not',
    'ui/price-tag.tsx: imports festival/fee.ts; ui may not',
    'site/odds/ends.ts: stands in a folder that the table of rooms does not name',
  ])
})

test('a test beside its source may use the tests’ support, and its source may not', () => {
  const violations = violationsIn({
    'tests/support/clock.ts': 'export const clock = 1\n',
    'server/app.test.ts':
      "import { test } from 'vitest'\nimport { clock } from '../tests/support/clock'\ntest(clock)\n",
    'server/app.ts': "import { clock } from '../tests/support/clock'\nexport const app = clock\n",
  })
  expect(violations).toEqual(['server/app.ts: imports tests/support/clock.ts; server may not'])
})

test('circles are found, in the edition as well, and named once', () => {
  const violations = violationsIn({
    'festival/a.ts': "import '#edition/b'\n",
    'festival/edition/b.ts': "import type { C } from './c'\nexport type B = C\n",
    'festival/edition/c.ts': "export * from '../a'\n",
    'festival/apart.ts': "import './a'\n",
    'server/self.ts': "import './self'\n",
  })
  expect(violations).toEqual([
    'festival/a.ts → festival/edition/b.ts → festival/edition/c.ts: import each other in a circle',
    'server/self.ts: import each other in a circle',
  ])
})

test('a page that is fetched later closes no circle', () => {
  const violations = violationsIn({
    'site/routes.ts': "export const home = () => import('./routes/home')\n",
    'site/routes/home.tsx': "import { home } from '../routes'\nexport const Home = home\n",
  })
  expect(violations).toEqual([])
})

test('an import by pattern goes by the folder it names, and one by a computed name is refused in the rooms', () => {
  const violations = violationsIn({
    'site/routes.ts': "export const pages = import.meta.glob('./routes/*.tsx')\n",
    'site/odd.ts': "export const odd = import.meta.glob('../server/*.ts')\n",
    'server/load.ts': 'export const load = (name: string) => import(name)\n',
    'scripts/load.ts': 'export const load = (name: string) => import(name)\n',
  })
  expect(violations).toEqual([
    'site/odd.ts: imports server/*.ts; site/* may not',
    'server/load.ts: line 1: the import is known only at run time',
  ])
})

test('names say what is inside, in kebab-case', () => {
  const violations = violationsIn({
    'server/sendMail.ts': '\n',
    'server/helpers.ts': '\n',
    'site/features/shop/index.ts': '\n',
    'tests/journeys/senior-quiz.spec.ts': '\n',
  })
  expect(violations).toEqual([
    'server/sendMail.ts: the name sendMail.ts is not kebab-case',
    'server/helpers.ts: the name helpers says nothing about what is inside',
    'site/features/shop/index.ts: the name index says nothing about what is inside',
  ])
})

test('a file has at most 300 lines', () => {
  expect(violationsIn({ 'server/long.ts': '// line\n'.repeat(300) })).toEqual([])
  expect(violationsIn({ 'server/long.ts': '// line\n'.repeat(301) })).toEqual([
    'server/long.ts: has 301 lines; past 300 it is more than one idea',
  ])
})

test('only the configuration reads the environment', () => {
  const complaint = 'reads process.env, which only server/config.ts does'
  const violations = violationsIn({
    'server/a.ts': "export const a = process['env'].PORT\n",
    'server/b.ts': "import { env } from 'node:process'\nexport const b = env\n",
    'site/c.ts': 'export const c = globalThis.process.env.PORT\n',
    'scripts/d.ts': 'export const d = process.env.PORT\n',
    'server/e.ts': 'export const e = import.meta.env.DEV\n',
  })
  expect(violations).toEqual([`server/a.ts: ${complaint}`, `server/b.ts: ${complaint}`, `site/c.ts: ${complaint}`])
})

test('nothing silences a check or leaves a test out', () => {
  const silencer = ['@ts', 'ignore'].join('-')
  const violations = violationsIn({
    'server/a.ts': `// ${silencer}\nexport const a = JSON.parse('1') as any\n`,
    'server/b.ts': 'export const b = 1 as unknown as string\n',
    'server/c.test.ts': "import { test } from 'vitest'\ntest.skip('c', () => {})\ntest.describe.only('d', () => {})\n",
    'server/fine.ts': "export const fine = ['skip', { only: 1 }].length\n",
  })
  expect(violations).toEqual([
    `server/a.ts: line 1: ${silencer} silences a check`,
    'server/a.ts: line 2: `any` turns the types off',
    'server/b.ts: line 1: a cast of a cast silences the types',
    'server/c.test.ts: line 2: .skip leaves a test out',
    'server/c.test.ts: line 3: .only leaves a test out',
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

test('a file that cannot be read is not a file without faults', () => {
  expect(violationsIn({ 'server/broken.ts': 'export const = 1\n' })).toEqual([
    expect.stringContaining('server/broken.ts: cannot be read'),
  ])
})
