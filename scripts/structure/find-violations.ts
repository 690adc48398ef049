import { findCircles } from './find-circles'
import { type ModuleFacts, readModule, type SourceFile } from './read-module'
import { resolveImport } from './resolve-import'
import { findRoom, matchFolder, testsReach } from './rooms'

const longestFile = 300

const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Names under which anything could be hidden, and barrels. */
const emptyNames = new Set(['utils', 'util', 'misc', 'helpers', 'helper', 'common', 'index', 'stuff'])

const nameRule = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/

/** Written with brackets so that the rule doesn't find itself. */
const machinePath = /(^|[^a-z0-9._<>/-])\/(w[o]rk|t[m]p|f[a]rm|r[o]ot|h[o]me|U[s]ers)\//

const mayReadEnvironment = (path: string) =>
  path === 'server/config.ts' || /^(scripts|tests)\//.test(path) || /^[^/]+\.config\.ts$/.test(path) || isTest(path)

/** Every rule of the house that these files break, as sentences that begin with the file. */
export const findViolations = (files: readonly SourceFile[]): string[] => {
  const known = new Set(files.map((file) => file.path))
  const graph = new Map<string, string[]>()
  const found = files.flatMap((file) => {
    const says = [...checkName(file.path), ...checkText(file)]
    if (isCode(file.path)) {
      const facts = readModule(file)
      says.push(...facts.remarks, ...checkImports(file.path, facts, known, graph))
      if (facts.readsEnvironment && !mayReadEnvironment(file.path))
        says.push('reads process.env, which only server/config.ts does')
    }
    return says.map((words) => `${file.path}: ${words}`)
  })
  return [...found, ...findCircles(graph).map((circle) => `${circle.join(' → ')}: import each other in a circle`)]
}

const checkName = (path: string): string[] => {
  if (!/\.(ts|tsx|mjs|css)$/.test(path)) return []
  const steps = path.split('/')
  const says = steps.filter((step) => !nameRule.test(step)).map((step) => `the name ${step} is not kebab-case`)
  const empty = steps.map((step) => step.split('.')[0] ?? '').find((stem) => emptyNames.has(stem))
  if (empty) says.push(`the name ${empty} says nothing about what is inside`)
  return says
}

const checkText = ({ path, text }: SourceFile): string[] => {
  const lines = text.split('\n')
  const says = lines.flatMap((line, index) =>
    machinePath.test(line) ? [`line ${index + 1}: names a path of one machine`] : [],
  )
  const length = text.endsWith('\n') ? lines.length - 1 : lines.length
  if (/\.(ts|tsx|mjs|css)$/.test(path) && length > longestFile)
    says.push(`has ${length} lines; past ${longestFile} it is more than one idea`)
  return says
}

const checkImports = (
  path: string,
  { imports, lazyImports, blindImports }: ModuleFacts,
  known: ReadonlySet<string>,
  graph: Map<string, string[]>,
): string[] => {
  const room = findRoom(path)
  if (!room) return ['stands in a folder that the table of rooms does not name']
  const reaches = isTest(path) ? [...room.reaches, ...testsReach] : room.reaches
  const edges: string[] = []
  graph.set(path, edges)
  const blind = /^(scripts|tests)\//.test(path)
    ? []
    : blindImports.map((line) => `line ${line}: the import is known only at run time`)
  const astray = imports.flatMap((specifier) => {
    const target = resolveImport(path, specifier, known)
    if ('package' in target) {
      const isTaken = isTest(path) || room.takesPackage(target.package)
      return isTaken ? [] : [`imports ${target.package}, which does not belong in ${room.folder}`]
    }
    if (!lazyImports.includes(specifier)) edges.push(target.file)
    return reaches.some((folder) => matchFolder(target.file, folder))
      ? []
      : [`imports ${target.file}; ${room.folder} may not`]
  })
  return [...blind, ...astray]
}
