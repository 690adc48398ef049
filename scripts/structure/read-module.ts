import { type ESTree, parseSync, Visitor } from 'vite'

/** A file of the repository, by its path from the root with slashes. */
export interface SourceFile {
  path: string
  text: string
}

/** What the rules need to know about a module. */
export interface ModuleFacts {
  /** The specifiers of every import and re-export: static, dynamic, and of types. */
  imports: string[]
  /** Those of them that are fetched later, by `import()` or a glob: they close no circle, for both modules are there by then. */
  lazyImports: string[]
  /** Places that break a rule of writing, in words. */
  remarks: string[]
  readsEnvironment: boolean
  /** The lines of imports that name their file only at run time, so that no rule can be held against them. */
  blindImports: number[]
}

/** Put together here so that this file doesn't find itself. */
const silencers = ['ts-ignore', 'ts-expect-error', 'ts-nocheck'].map((word) => `@${word}`).concat('biome-ignore')

const runners = new Set(['test', 'it', 'describe', 'suite', 'bench'])
const narrowings = new Set(['skip', 'only', 'todo', 'fixme', 'skipIf', 'runIf', 'fails'])

const literalText = (node: ESTree.Expression): string | undefined =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** The name at the left end of `describe.each.only`. */
const rootName = (node: ESTree.Expression): string | undefined => {
  if (node.type === 'MemberExpression') return rootName(node.object)
  return node.type === 'Identifier' ? node.name : undefined
}

const propertyName = (node: ESTree.MemberExpression): string | undefined =>
  node.property.type === 'Identifier' && !node.computed
    ? node.property.name
    : node.computed
      ? literalText(node.property)
      : undefined

const isProcess = (node: ESTree.Expression): boolean =>
  (node.type === 'Identifier' && node.name === 'process') ||
  (node.type === 'MemberExpression' && propertyName(node) === 'process')

/** Reads a TypeScript or JavaScript file with the parser that Vite brings. */
export const readModule = ({ path, text }: SourceFile): ModuleFacts => {
  const { program, module, comments, errors } = parseSync(path, text)
  const imports = module.staticImports.map((entry) => entry.moduleRequest.value)
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) imports.push(moduleRequest.value)

  const lazyImports: string[] = []
  const blindImports: number[] = []
  const remarks = errors.map((error) => `cannot be read: ${error.message}`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const remark = (offset: number, words: string) => remarks.push(`line ${lineOf(offset)}: ${words}`)
  let readsEnvironment = false

  for (const comment of comments)
    for (const silencer of silencers)
      if (comment.value.includes(silencer)) remark(comment.start, `${silencer} silences a check`)

  new Visitor({
    ImportExpression(node) {
      const specifier = literalText(node.source)
      if (specifier === undefined) blindImports.push(lineOf(node.start))
      else lazyImports.push(specifier)
    },
    CallExpression(node) {
      const { callee } = node
      const isGlob = callee.type === 'MemberExpression' && callee.object.type === 'MetaProperty'
      if (!isGlob || propertyName(callee) !== 'glob') return
      const pattern = node.arguments.map((argument) =>
        argument.type === 'Literal' ? literalText(argument) : undefined,
      )
      if (pattern[0] === undefined) blindImports.push(lineOf(node.start))
      else lazyImports.push(pattern[0])
    },
    TSImportType(node) {
      imports.push(node.source.value)
    },
    ImportDeclaration(node) {
      const takesEnv = node.specifiers.some(
        (entry) =>
          entry.type === 'ImportSpecifier' && entry.imported.type === 'Identifier' && entry.imported.name === 'env',
      )
      if (takesEnv && /^(node:)?process$/.test(node.source.value)) readsEnvironment = true
    },
    TSAnyKeyword(node) {
      remark(node.start, '`any` turns the types off')
    },
    TSAsExpression(node) {
      if (node.expression.type === 'TSAsExpression') remark(node.start, 'a cast of a cast silences the types')
    },
    MemberExpression(node) {
      const property = propertyName(node)
      if (property === 'env' && isProcess(node.object)) readsEnvironment = true
      if (property && narrowings.has(property) && runners.has(rootName(node.object) ?? ''))
        remark(node.start, `.${property} leaves a test out`)
    },
  }).visit(program)

  return { imports: [...imports, ...lazyImports], lazyImports, remarks, readsEnvironment, blindImports }
}
