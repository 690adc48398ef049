import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `path` is relative to the root and uses slashes. */
export interface SourceFile {
  path: string
  text: string
}

/** Repeats .gitignore, because a copy of the project may lack git. */
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

/** Returns sorted paths, relative to `root` and with slashes. */
export const listSourcePaths = (root: string, folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !ignoredNames.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        return listSourcePaths(root, path)
      }
      return entry.isFile() ? [path] : []
    })
    .sort()

/** Omits the lockfile, which npm generates. */
export const readSourceFiles = (root: string): SourceFile[] =>
  listSourcePaths(root)
    .filter((path) => path !== 'package-lock.json' && isText(path.split('/').at(-1) ?? ''))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
