import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the repository, by its path from the root with slashes. */
export interface SourceFile {
  path: string
  text: string
}

/** What is made, fetched or kept here, and is no source. The same list as .gitignore's, for a copy without git. */
const ignoredNames = new Set([
  '.git',
  'node_modules',
  'dist',
  'data',
  '.cache',
  'test-results',
  '.env',
  '.DS_Store',
])

const isText = (name: string) =>
  /(\.(ts|tsx|mjs|css|json|md|html|svg|example|service|txt|yml)|^[^.]+|^\.[a-z]+)$/.test(name)

/** The paths of every source file under a folder, from the root with slashes, sorted. */
export const listSourcePaths = (root: string, folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !ignoredNames.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? listSourcePaths(root, path) : entry.isFile() ? [path] : []
    })
    .sort()

/** Every text file of the project, but for the lockfile, which npm writes. */
export const readSourceFiles = (root: string): SourceFile[] =>
  listSourcePaths(root)
    .filter((path) => path !== 'package-lock.json' && isText(path.split('/').at(-1) ?? ''))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
