import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listSourcePaths } from '../source-files'

export interface Problem {
  /** The keys and indexes that lead to it, the part of the edition first. */
  path: readonly string[]
  /** What is wrong, after the name of the place: "is missing; it must be a list". */
  words: string
}

/** A part of some content, whatever shape it has. */
export const stepInto = (content: unknown, step: string): unknown =>
  typeof content === 'object' && content !== null ? Reflect.get(content, step) : undefined

const nameFields = ['key', 'title', 'label', 'id', 'name'] as const

/** The field by which a thing of an edition is told from others, and what stands there. */
export const ownName = (content: unknown): { field: string; name: string } | undefined =>
  nameFields.flatMap((field) => {
    const name = stepInto(content, field)
    return typeof name === 'string' ? [{ field, name }] : []
  })[0]

/** Tells in which file and line a path of an edition's content is written. */
export type Locate = (content: unknown, path: readonly string[]) => string

/**
 * Reads an edition's folder. A part is looked for where it is exported, a thing in a list by its name or its words, in whichever
 * file it stands, and a field behind the last of these; what is not found, such as a field that is missing, is told by what it is in.
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
      // Other fields may stand before the one that names a thing.
      if (named && Array.isArray(list)) {
        start = text.lastIndexOf('{', start)
      }
    }
    return `${file}:${text.slice(0, start).split('\n').length}`
  }
}
