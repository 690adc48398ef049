import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../tests/support/make-folder'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
  for (const name of ['biome.json', 'tsconfig.json', 'package.json', 'scripts/lint']) {
    cpSync(name, join(folder, name), { recursive: true })
  }
})

interface Report {
  diagnostics: { category: string; location: { path: string; start: { line: number } } }[]
}

/** Lints files (path to text). Returns path, line and rule of each finding. */
const lint = async (tree: Record<string, string>): Promise<string[]> => {
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const biome = join(import.meta.dirname, '../node_modules/.bin/biome')
  const args = [
    'lint',
    '--vcs-enabled=false',
    '--reporter=json',
    '--max-diagnostics=none',
    '--error-on-warnings',
  ]
  let report = ''
  try {
    report = execFileSync(biome, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error)) {
      throw error
    }
    report = String(error.stdout)
  }
  const { diagnostics }: Report = JSON.parse(report)
  return diagnostics
    .map(
      ({ category, location }) =>
        `${location.path}:${location.start.line} ${category.split('/').at(-1)}`,
    )
    .sort()
}

/** Writes one file for each import. Returns the imports that the linter refuses. */
const listRefused = async (imports: readonly (readonly [folder: string, from: string])[]) => {
  const files = imports.map(
    ([place, from], index) => [`${place}/file-${index}.ts`, `import '${from}'\n`] as const,
  )
  const found = await lint(Object.fromEntries(files))
  return imports.filter((_, index) => found.includes(`${files[index]?.[0]}:1 noRestrictedImports`))
}

const listImports = (folders: Readonly<Record<string, string>>) =>
  Object.entries(folders).flatMap(([place, names]) =>
    names.split(' ').map((name) => [place, name] as const),
  )

const allowed = listImports({
  festival: './group-by',
  'festival/content': './slot #edition/catalogue valibot',
  'festival/payment': '../content/subject',
  'festival/schedule': '../content/slot ../payment/fee',
  'festival/live': '../schedule/availability ../text/fields #edition/catalogue',
  'festival/forms': '../text/fields ../payment/upi ../content/subject',
  'festival/bank': '../payment/money ../group-by',
  'festival/contract': '../forms/registration ../bank/match ../live/state',
  'festival/edition': '#festival/content/slot',
  ui: 'react',
  site: '../ui/button ./features/shop/price',
  'site/features/shop': '../../forms/draft ../../api ../../../festival/fee',
  'site/features/chatbot': '../../lookup/word-index',
  'site/routes': '../features/shop/price',
  desk: '../ui/button ./features/queue/queue-page',
  door: '../ui/button ../festival/contract/door',
  'desk/features/queue': '../decisions/commands ../../api',
  build: '../site/routes',
  'server/app': '../decisions/decide ../config/config',
  'server/my-entry': '../decisions/apply-decision ../messages/private-links',
  'server/decisions': '../db/schema ../forms/submit ../bank/allocate ../messages/decision-email',
  'server/forms': '../entries/review',
  'server/jobs': '../uploads/file-store',
  'server/cli': '../config/config ./backup-format',
  'server/mail': '../db/schema ../system/clock',
  'server/db': '../../festival/upload',
  'tests/trials': '../../server/app/app',
  scripts: '../server/app/app',
})

const refused = listImports({
  festival: '../site/api ./payment/fee react',
  'festival/text': '../content/slot',
  'festival/content': '../live/state ../payment/fee react',
  'festival/payment': '../schedule/availability',
  'festival/schedule': '../live/state',
  'festival/live': '../forms/registration',
  'festival/forms': '../contract/problem ../bank/match',
  'festival/bank': '../forms/registration ../contract/bank',
  'festival/contract': '../../site/api ../schedule/calendar',
  'festival/edition': '../../server/app/app ../forms/registration',
  ui: '../festival/payment/fee #edition/fees',
  site: '../server/app ../desk/api',
  'site/features/shop': '../chatbot/topics ../../routes/home ../../../server/app ../../../desk/api',
  'site/forms': '../features/shop/price',
  'site/navigation': '../features/shop/price',
  'site/odds': '../../festival/fee',
  odds: '../festival/payment/fee',
  desk: '../site/api ../server/app',
  door: '../site/api ../desk/api ../server/app',
  'desk/features/queue': '../../../server/app ../../../site/api',
  'server/app': '../../desk/api ../../site/api ../cli/backup react',
  build: '../tests/support/files',
  'server/decisions': '../my-entry/correct ../jobs/workers ../config/config ../app/app',
  'server/messages': '../decisions/decide ../my-entry/correct',
  'server/bank': '../decisions/decide ../messages/announcements',
  'server/forms': '../decisions/decide ../bank/allocate',
  'server/entries': '../forms/submit ../mail/outbox',
  'server/jobs': '../decisions/settle ../config/config',
  'server/cli': '../app/start',
  'server/mail': '../config/config ../forms/submit',
  'server/http': '../mail/outbox',
  'server/db': '../http/api-error ../config/config',
  'server/system': '../db/schema',
  'server/odds': '../db/schema',
})

test('a layer imports only the layers below it', async () => {
  expect(await listRefused([...allowed, ...refused])).toEqual(refused)
})

test('the import rules apply to every kind of import', async () => {
  const above = '../app/start'
  expect(
    await lint({
      'server/db/types.ts': `import type { Start } from '${above}'\nexport type S = Start\n`,
      'server/db/again.ts': `export * from '${above}'\n`,
      'server/db/later.ts': `export const load = () => import('${above}')\n`,
      'server/db/inline.ts': `export type S = import('${above}').Start\n`,
      'server/db/blind.ts': 'export const load = (name: string) => import(name)\n',
      'site/pattern.ts': "export const all = import.meta.glob('../server/*.ts')\n",
      'site/routes.ts': "export const pages = import.meta.glob('./routes/*.tsx')\n",
    }),
  ).toEqual(
    expect.arrayContaining([
      'server/db/again.ts:1 noRestrictedImports',
      'server/db/blind.ts:1 plugin',
      'server/db/inline.ts:1 plugin',
      'server/db/later.ts:1 noRestrictedImports',
      'server/db/types.ts:1 noRestrictedImports',
      'site/pattern.ts:1 plugin',
    ]),
  )
})

test('only tests may import from tests/support', async () => {
  const tree = {
    'server/db/file.test.ts': "import '../../tests/support/clock'\nimport '../app/app'\n",
    'server/db/file.ts': "import '../../tests/support/clock'\n",
    'site/file.test.ts': "import '../server/app/app'\n",
  }
  expect(await lint(tree)).toEqual([
    'server/db/file.ts:1 noRestrictedImports',
    'site/file.test.ts:1 noRestrictedImports',
  ])
})

test('only files that apply live changes may import the edition’s events', async () => {
  const text = "import { subjects } from '#edition/catalogue'\nexport const open = subjects\n"
  const tree = Object.fromEntries(
    ['site/home.ts', 'server/live/a.ts', 'desk/festival.ts', 'build/site.ts'].map((file) => [
      file,
      text,
    ]),
  )
  expect(await lint(tree)).toEqual(['server/live/a.ts:1 plugin', 'site/home.ts:1 plugin'])
})

test('refuses double casts, and tests that are skipped, exclusive, planned or expected to fail', async () => {
  const tree = {
    'server/b.ts': "export const b = '1' as unknown as number\n",
    'server/c.test.ts': [
      "import { describe, test } from 'vitest'",
      "test.skip('c', () => {})",
      "describe.only('d', () => {})",
      "test.todo('e')",
      "test.each([1]).fails('f', () => {})",
    ].join('\n'),
  }
  expect((await lint(tree)).filter((line) => line.endsWith('plugin'))).toEqual([
    'server/b.ts:1 plugin',
    ...[2, 3, 4, 5].map((line) => `server/c.test.ts:${line} plugin`),
  ])
})

test('refuses conditional spreads in objects, but not in arrays', async () => {
  const values = [
    '{ a, ...(b && { b }) }',
    '{ a, ...(b ? { b } : {}) }',
    '{ a, ...(b ? {} : { b }) }',
    '{ a, ...b }',
    '{ a, ...(b ?? {}) }',
    '[a, ...(b ? [b] : [])]',
  ]
  const lines = values.map((value, index) => `export const c${index} = ${value}`)
  const text = ['export const a = 1', 'export const b = [a]', ...lines, ''].join('\n')
  const found = await lint({ 'server/a.ts': text })
  expect(found.filter((line) => line.endsWith('plugin'))).toEqual([
    'server/a.ts:3 plugin',
    'server/a.ts:4 plugin',
    'server/a.ts:5 plugin',
  ])
})

test('refuses tuples that only save a line', async () => {
  const text = [
    "export const [a, b] = [1, 'b']",
    'export const [c] = [a].concat(2)',
    'export const d = (pair: [number, number]) => {',
    '  let [left, right] = pair',
    '  ;[left, right] = [right, left]',
    '  return [left, right]',
    '}',
    '',
  ].join('\n')
  const found = await lint({ 'server/a.ts': text })
  expect(found.filter((line) => line.endsWith('plugin'))).toEqual(['server/a.ts:1 plugin'])
})
