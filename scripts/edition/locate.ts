import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listSourcePaths } from '../source-files'

export interface Problem {
  /** Keys and indexes, beginning with the part of the edition. */
  path: readonly string[]
  /** Follows the name of the place: "is missing; it must be a list". */
  words: string
}

export const stepInto = (content: unknown, step: string): unknown =>
  typeof content === 'object' && content !== null ? Reflect.get(content, step) : undefined

const nameFields = ['key', 'title', 'label', 'id', 'name'] as const

/** The field that identifies an item of an edition, and its value. */
export const ownName = (content: unknown): { field: string; name: string } | undefined =>
  nameFields.flatMap((field) => {
    const name = stepInto(content, field)
    return typeof name === 'string' ? [{ field, name }] : []
  })[0]

export type Locate = (content: unknown, path: readonly string[]) => string

/**
 * Finds a part by its export, an item of a list by its name or text in any file, and a field after
 * the last of these. A missing field has the position of its parent.
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
    let { file, text } = home
    let start = text.indexOf(`export const ${part}`)
    let value = stepInto(content, part)
    for (const step of steps) {
      const list = value
      value = stepInto(value, step)
      const named = ownName(value)
      const words = Array.isArray(list)
        ? named
          ? `${named.field}: '${named.name}'`
          : `'${value}'`
        : `${step}: `
      const next = text.indexOf(words, start)
      const other =
        next < 0 && named ? sources.find((source) => source.text.includes(words)) : undefined
      if (other) {
        ;({ file, text } = other)
      }
      if (other || next >= 0) {
        start = other ? text.indexOf(words) : next
      }
      // The item may have other fields before its name.
      if (named && Array.isArray(list)) {
        start = text.lastIndexOf('{', start)
      }
    }
    return `${file}:${text.slice(0, start).split('\n').length}`
  }
}
