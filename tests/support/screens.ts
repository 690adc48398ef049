import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPageTable } from '../../server/pages/site'

const root = resolve(import.meta.dirname, '../..')

export interface BuiltScreen {
  /** The first of the screen's addresses. */
  address: string
  aliases: string[]
  /** Screens of one kind share a module. */
  kind: string
  html: string
}

const findKind = (address: string): string => {
  const [path = '/', query] = address.split('?')
  const [, first = '', second] = path.split('/')
  return `${first || 'home'}${second ? '/…' : ''}${query ? '?…' : ''}`
}

/** @throws Error if the folder has no build */
export const listBuiltScreens = (dist = 'dist'): BuiltScreen[] => {
  const file = join(root, dist, 'site/pages.json')
  if (!existsSync(file)) {
    throw new Error(`Nothing is built in ${dist}/ yet`)
  }
  const read = (name: string) => readFileSync(join(root, dist, 'site', name), 'utf8')
  const table = readPageTable(read('pages.json'))
  const pairs = [
    ...Object.entries(table.pages),
    ...Object.entries(table.byQuery).flatMap(([path, { param, files }]) =>
      Object.entries(files).map(([value, name]): [string, string] => [
        `${path}?${param}=${value}`,
        name,
      ]),
    ),
  ]
  const screens = new Map<string, BuiltScreen>()
  for (const [address, name] of pairs) {
    const known = screens.get(name)
    if (known) {
      known.aliases.push(address)
    } else {
      screens.set(name, { address, aliases: [], kind: findKind(address), html: read(name) })
    }
  }
  return [...screens.values()]
}
