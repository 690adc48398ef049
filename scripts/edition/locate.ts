import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listSourcePaths } from '../source-files'

export interface Problem {
  /** Keys and indexes, starting with the part of the edition. */
  path: readonly string[]
  /** The message after the place's name, such as "is missing; it must be a list". */
  words: string
}

export const stepInto = (content: unknown, step: string): unknown =>
  typeof content === 'object' && content !== null ? Reflect.get(content, step) : undefined

const nameFields = ['key', 'title', 'label', 'id', 'name'] as const

export const ownName = (content: unknown): { field: string; name: string } | undefined =>
  nameFields.flatMap((field) => {
    const name = stepInto(content, field)
    return typeof name === 'string' ? [{ field, name }] : []
  })[0]

export type Locate = (content: unknown, path: readonly string[]) => string

/** Returns the source text of an item's name field, or of an item that is itself a value. */
const writeItemSource = (item: unknown): string => {
  const own = ownName(item)
  return own ? `${own.field}: '${own.name}'` : `'${item}'`
}

/**
 * Finds a part by its export, a list's item by its name or text in any file, and a field below its
 * part or item. For a missing field, returns the parent's position.
 */
export const openSources = (folder: string): Locate => {
  const paths = existsSync(folder)
    ? listSourcePaths(folder).filter((path) => path.endsWith('.ts'))
    : []
  const sources = paths.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
  return (content, [part = '', ...steps]) => {
    const home = sources.find(({ text }) => text.includes(`export const ${part}`))
    if (!home) {
      return basename(folder)
    }
    let source = home
    let start = home.text.indexOf(`export const ${part}`)
    let value = stepInto(content, part)
    for (const step of steps) {
      const isItem = Array.isArray(value)
      value = stepInto(value, step)
      const hasName = ownName(value) !== undefined
      const sourceText = isItem ? writeItemSource(value) : `${step}: `
      const next = source.text.indexOf(sourceText, start)
      const other =
        next < 0 && hasName ? sources.find(({ text }) => text.includes(sourceText)) : undefined
      if (other) {
        source = other
        start = other.text.indexOf(sourceText)
      } else if (next >= 0) {
        start = next
      }
      // An item may have other fields before the name.
      if (hasName && isItem) {
        start = source.text.lastIndexOf('{', start)
      }
    }
    return `${source.file}:${source.text.slice(0, start).split('\n').length}`
  }
}
