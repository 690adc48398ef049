import { parseSync } from 'vite'

/** A text that people read, with the line on which it starts. */
export interface WrittenText {
  kind: 'comment' | 'test name' | 'text' | 'guide'
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isStringLiteral = (node: Node): boolean =>
  node.type === 'Literal' && 'value' in node && typeof node.value === 'string'

const findTestName = (source: string, call: Node): Node | undefined => {
  if (call.type !== 'CallExpression' || !/^(?:test|it|describe)\b/.test(source.slice(call.start))) {
    return undefined
  }
  const [name] = 'arguments' in call && Array.isArray(call.arguments) ? call.arguments : []
  const isName = isNode(name) && (isStringLiteral(name) || name.type === 'TemplateLiteral')
  return isName ? name : undefined
}

/** Returns all comments, and the names of tests or, in other files, strings and JSX text. */
export const readCode = (path: string, source: string): WrittenText[] => {
  const isTest = /\.(?:test|spec)\.tsx?$/.test(path)
  const texts: WrittenText[] = []
  const add = (kind: WrittenText['kind'], start: number, end: number) => {
    const line = source.slice(0, start).split('\n').length
    texts.push({ kind, line, text: source.slice(start, end) })
  }
  /** Strings without a space are names, addresses and keys. */
  const addString = (start: number, end: number) => {
    if (source.slice(start, end).includes(' ')) {
      add('text', start, end)
    }
  }
  const visit = (node: Node) => {
    const { type, start, end } = node
    if (isTest) {
      const name = findTestName(source, node)
      if (name) {
        add('test name', name.start + 1, name.end - 1)
      }
    } else if (type === 'JSXText') {
      add('text', start, end)
    } else if (type === 'TemplateElement') {
      addString(start, end)
    } else if (isStringLiteral(node)) {
      addString(start + 1, end - 1)
    }
    listChildren(node).forEach(visit)
  }
  const { program, comments } = parseSync(path, source)
  for (const { start, end } of comments) {
    add('comment', start, end)
  }
  visit(program)
  return texts
}

const keepLines = (text: string): string => text.replace(/[^\n]/g, '')

/** Returns a Markdown file without code blocks, comments and the targets of links. */
export const readGuide = (source: string): WrittenText => ({
  kind: 'guide',
  line: 1,
  text: source.replace(/^ *```.*?^ *```|<!--.*?-->|(?<=\])\([^)\n]*\)/gms, keepLines),
})
