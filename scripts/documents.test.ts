import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

interface Package {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const manifest: Package = JSON.parse(read('package.json'))

const findAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(resolve(root, 'docs')).map((name) => `docs/${name}`),
]
  .concat(readdirSync(resolve(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`))
  .filter((path) => path.endsWith('.md'))

test('docs/dependencies.md explains every dependency and nothing else', () => {
  const installed = [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.devDependencies),
    ...Object.keys(manifest.optionalDependencies),
  ]
  const explained = findAll(read('docs/dependencies.md'), /\*\*(\S+?)\*\*/g)
  expect(explained.toSorted()).toEqual(installed.toSorted())
})

test('every command in the documents exists', () => {
  const unknown = documents
    .flatMap((path) => findAll(read(path), /npm run ([\w:-]+)/g).map((name) => ({ path, name })))
    .filter(({ name }) => !(name in manifest.scripts))
  expect(unknown).toEqual([])
})

const readProse = (path: string) => read(path).replace(/^```[\s\S]*?^```/gm, '')
const listHeadings = (path: string) => findAll(readProse(path), /^#{2,} (.+)$/gm)
/** Derives a heading's anchor like GitHub. */
const makeAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

test('every link in the documents points to an existing file and heading', () => {
  const links = documents.flatMap((path) =>
    findAll(readProse(path), /\]\(([^)\s]+)\)/g)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => {
        const [file = '', anchor] = target.split('#')
        return { path, target, file: file === '' ? path : join(dirname(path), file), anchor }
      }),
  )
  expect(links.length).toBeGreaterThan(20)
  const broken = links.filter(
    ({ file, anchor }) =>
      !existsSync(resolve(root, file)) ||
      (anchor !== undefined && !listHeadings(file).map(makeAnchor).includes(anchor)),
  )
  expect(broken.map(({ path, target }) => `${path}: ${target}`)).toEqual([])
})

test('every source file that the documents name exists', () => {
  const sources = readSourceFiles(root).map(({ path }) => path)
  const unknown = documents
    // Decisions name files as they were.
    .filter((path) => !path.startsWith('docs/decisions/'))
    .flatMap((path) =>
      findAll(readProse(path), /`([\w./-]+\.(?:tsx?|mjs))`/g).map((name) => ({ path, name })),
    )
    .filter(({ name }) => !sources.some((source) => `/${source}`.endsWith(`/${name}`)))
  expect(unknown).toEqual([])
})

test('the operator’s guide lists every warning and error of the log, and no others', () => {
  const sources = readSourceFiles(root).filter(({ path }) =>
    /^server\/.*(?<!\.test)\.ts$/.test(path),
  )
  const messages = sources.flatMap(({ text }) =>
    findAll(
      text,
      /\b(?:log|[\w.]*Log)\??\.(?:warn|error|fatal)\(\s*(?:\{[^}]*\}|facts)?,?\s*(?:'|`)([^'`$]+)/g,
    ),
  )
  expect(messages.length).toBeGreaterThan(30)
  const [, section = ''] = /^### The log$([\s\S]*?)^### /m.exec(read('docs/operations.md')) ?? []
  // "…" stands for the rest of a message, or for a value in it.
  const quotations = findAll(section, /^\| (`.+?`) \|/gm)
    .flatMap((cell) => findAll(cell, /`([^`]+)`/g))
    .map((quotation) => quotation.split('…').map((part) => part.trim()))
  const undocumented = messages.filter(
    (message) => !quotations.some(([start]) => start && message.startsWith(start)),
  )
  expect(undocumented).toEqual([])
  const code = sources.map(({ text }) => text).join('\n')
  const outdated = quotations.filter((parts) => !parts.every((part) => code.includes(part)))
  expect(outdated).toEqual([])
})

test('numbers in docs/behaviour.md are unique, and references to them are valid', () => {
  const numbers = findAll(read('docs/behaviour.md'), /^- \*\*(\d+\.\d+)\*\*/gm)
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  const dangling = readSourceFiles(root)
    .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path))
    .flatMap(({ path, text }) =>
      findAll(text, /behaviour (\d+\.\d+)/g).map((number) => `${path}: ${number}`),
    )
    .filter((reference) => !numbers.includes(reference.split(': ')[1] ?? ''))
  expect(dangling).toEqual([])
})

test('every test that docs/security.md names exists', () => {
  const tables = read('docs/security.md')
    .split('\n\n')
    .filter((table) => table.startsWith('| threat |'))
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(2))
  expect(rows.length).toBeGreaterThan(40)
  const missing = rows.filter((row) => {
    const [, path = '', title = ''] = /`([^`]+\.(?:test|spec)\.ts)`: "([^"]+)" \|$/.exec(row) ?? []
    const endsTitle = (quote: string) => read(path).includes(`${title}${quote}`)
    return !existsSync(resolve(root, path)) || !["'", '`'].some(endsTitle)
  })
  expect(missing).toEqual([])
})
