import { posix } from 'node:path'

/** Where an import leads: to a file of the repository, or to a package. */
export type Target = { file: string } | { package: string }

const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx']

/**
 * Finds what an import names. `#edition/NAME` is the festival's own edition. A relative import of a file that isn't
 * in the repository keeps its bare path, so that the room rule still holds for it.
 */
export const resolveImport = (from: string, specifier: string, known: ReadonlySet<string>): Target => {
  const bare = specifier.replace(/\?.*$/, '')
  const path = bare.startsWith('#edition/')
    ? `festival/edition/${bare.slice('#edition/'.length)}`
    : bare.startsWith('.')
      ? posix.join(posix.dirname(from), bare)
      : undefined
  if (path === undefined) return { package: specifier }
  const ending = endings.find((candidate) => known.has(path + candidate))
  return { file: path + (ending ?? '') }
}
