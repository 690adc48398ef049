import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

interface Package {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const manifest: Package = JSON.parse(read('package.json'))

const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('every dependency has its reason in docs/dependencies.md, and nothing else has one', () => {
  const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]
  const explained = findAll(read('docs/dependencies.md'), /\*\*(\S+?)\*\*/g)
  expect(explained.toSorted()).toEqual(installed.toSorted())
})

test('every command that a document names exists', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(resolve(root, 'docs')).map((name) => `docs/${name}`),
  ]
  const unknown = documents
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => findAll(read(path), /npm run ([\w:-]+)/g).map((name) => ({ path, name })))
    .filter(({ name }) => !(name in manifest.scripts))
  expect(unknown).toEqual([])
})

test('the statements of docs/behaviour.md have one number each, and what refers to one finds it', () => {
  const numbers = findAll(read('docs/behaviour.md'), /^- \*\*(\d+\.\d+)\*\*/gm)
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  const dangling = readSourceFiles(root)
    .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path))
    .flatMap(({ path, text }) => findAll(text, /behaviour (\d+\.\d+)/g).map((number) => `${path}: ${number}`))
    .filter((reference) => !numbers.includes(reference.split(': ')[1] ?? ''))
  expect(dangling).toEqual([])
})

test('the test that docs/security.md names for a threat exists, by its file and the end of its title', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\|(?! threat|---)/.test(line))
  expect(rows.length).toBeGreaterThan(40)
  const missing = rows.filter((row) => {
    const [, path = '', title = ''] = /`([^`]+\.(?:test|spec)\.ts)`: "([^"]+)" \|$/.exec(row) ?? []
    const endsTitle = (quote: string) => read(path).includes(`${title}${quote}`)
    return !existsSync(resolve(root, path)) || !["'", '`'].some(endsTitle)
  })
  expect(missing).toEqual([])
})
