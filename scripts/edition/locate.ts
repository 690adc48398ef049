import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseAst } from 'vite'
import { listSourcePaths } from '../source-files'

/** A node of the parsed source, as far as it is looked at here. */
type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && 'type' in value
const treeAt = (tree: Tree, field: string): Tree | undefined => {
  const value = tree[field]
  return isTree(value) ? value : undefined
}
const listAt = (tree: Tree, field: string): Tree[] => {
  const value = tree[field]
  return Array.isArray(value) ? value.filter(isTree) : []
}
const startOf = ({ start }: Tree): number => (typeof start === 'number' ? start : 0)

/** Where something stands in the sources of an edition. */
interface Spot {
  file: string
  start: number
}

/** A list or an object as it is written, under `as const` and the like. */
const unwrap = (tree: Tree | undefined): Tree | undefined => {
  const inner = tree && treeAt(tree, 'expression')
  return inner && String(tree.type).startsWith('TS') ? unwrap(inner) : tree
}

const nameOf = (tree: Tree | undefined): string => String(tree?.name ?? tree?.value ?? '')

/** Reads an edition's folder, and tells in which file and line a path of its content is written. */
export const openSources = (folder: string): ((path: readonly string[]) => string) => {
  const sources = new Map<string, { text: string; constants: Map<string, Tree>; exported: Set<string> }>()
  for (const path of existsSync(folder) ? listSourcePaths(folder) : []) {
    if (!path.endsWith('.ts')) continue
    const text = readFileSync(join(folder, path), 'utf8')
    const constants = new Map<string, Tree>()
    const exported = new Set<string>()
    for (const statement of parseAst(text, { lang: 'ts' }).body) {
      const tree: unknown = statement
      if (!isTree(tree)) continue
      const declaration = tree.type === 'ExportNamedDeclaration' ? treeAt(tree, 'declaration') : tree
      for (const declared of declaration ? listAt(declaration, 'declarations') : []) {
        const name = nameOf(treeAt(declared, 'id'))
        constants.set(name, declared)
        if (declaration !== tree) exported.add(name)
      }
    }
    sources.set(path, { text, constants, exported })
  }

  /** A constant of this file, or the exported one of that name in another: an edition's names are its own. */
  const findConstant = (name: string, file: string | undefined): (Spot & { value: Tree | undefined }) | undefined => {
    const own = file === undefined ? undefined : sources.get(file)?.constants.get(name)
    const [other] = [...sources].filter(([, { exported }]) => exported.has(name)).map(([path]) => path)
    const found = own ? file : other
    const declared = found === undefined ? undefined : sources.get(found)?.constants.get(name)
    if (found === undefined || !declared) return undefined
    return { file: found, start: startOf(declared), value: unwrap(treeAt(declared, 'init')) }
  }

  /** The elements of a list as it is written, those of lists that it takes over included; undefined: they can't be told. */
  const listElements = (list: Tree, file: string): { file: string; element: Tree }[] | undefined => {
    const elements = listAt(list, 'elements').map((element) => {
      if (element.type !== 'SpreadElement') return [{ file, element }]
      const taken = findConstant(nameOf(treeAt(element, 'argument')), file)
      return taken?.value?.type === 'ArrayExpression' ? listElements(taken.value, taken.file) : undefined
    })
    return elements.some((some) => some === undefined) ? undefined : elements.flatMap((some) => some ?? [])
  }

  /** As far as the path can be followed in what is written; the rest of it is made by a call or a name. */
  const follow = (value: Tree | undefined, steps: readonly string[], spot: Spot): Spot => {
    const [step, ...rest] = steps
    if (step === undefined || !value) return spot
    if (value.type === 'ObjectExpression') {
      const property = listAt(value, 'properties').find((one) => nameOf(treeAt(one, 'key')) === step)
      if (!property) return spot
      return follow(unwrap(treeAt(property, 'value')), rest, { file: spot.file, start: startOf(property) })
    }
    if (value.type !== 'ArrayExpression') return spot
    const found = listElements(value, spot.file)?.[Number(step)]
    if (!found) return spot
    return follow(unwrap(found.element), rest, { file: found.file, start: startOf(found.element) })
  }

  return ([part = '', ...steps]) => {
    const constant = findConstant(part, undefined)
    if (!constant) return basename(folder)
    const { file, start } = follow(constant.value, steps, constant)
    const line = (sources.get(file)?.text.slice(0, start).split('\n').length ?? 1).toString()
    return `${file}:${line}`
  }
}
