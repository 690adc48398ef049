/** A comment or a test name, with the line on which it starts. */
export interface WrittenText {
  kind: 'comment' | 'test name'
  line: number
  text: string
}

interface Token {
  kind: 'comment' | 'string'
  start: number
  text: string
}

/** Whether a slash after this code starts a regular expression and is not a division. */
const startsRegex = (codeBefore: string): boolean =>
  /(?:^|[=(,:;!&|?{}[\n>]|\breturn|\bcase)\s*$/.test(codeBefore.slice(-16))

const regexLiteral = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** Returns the index after a string. A template literal with its expressions is one string. */
const findStringEnd = (source: string, start: number): number => {
  const quote = source[start]
  let at = start + 1
  while (at < source.length && source[at] !== quote) {
    if (source[at] === '\n' && quote !== '`') {
      return at
    }
    at += source[at] === '\\' ? 2 : 1
  }
  return at + 1
}

const findCommentEnd = (source: string, start: number): number => {
  const isLine = source[start + 1] === '/'
  const end = source.indexOf(isLine ? '\n' : '*/', start)
  if (end < 0) {
    return source.length
  }
  return isLine ? end : end + 2
}

const readTokens = (source: string): Token[] => {
  const tokens: Token[] = []
  let code = ''
  let at = 0
  const keep = (kind: Token['kind'], end: number) => {
    tokens.push({ kind, start: at, text: source.slice(at, end) })
    code += kind === 'string' ? "''" : ''
    at = end
  }
  while (at < source.length) {
    const char = source[at] ?? ''
    const next = source[at + 1]
    if (char === '/' && (next === '/' || next === '*')) {
      keep('comment', findCommentEnd(source, at))
    } else if (char === "'" || char === '"' || char === '`') {
      keep('string', findStringEnd(source, at))
    } else if (char === '/' && startsRegex(code)) {
      regexLiteral.lastIndex = at
      const [literal = char] = regexLiteral.exec(source) ?? []
      code += '//'
      at += literal.length
    } else {
      code += char
      at += 1
    }
  }
  return tokens
}

const testCall = /(?:^|[^\w.])(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*$/

/**
 * Returns a file's comments and, for a test file, test names. After an apostrophe in JSX text, the
 * rest of the line may be missing.
 */
export const readWords = (source: string, isTest: boolean): WrittenText[] =>
  readTokens(source).flatMap(({ kind, start, text }): WrittenText[] => {
    const line = source.slice(0, start).split('\n').length
    if (kind === 'comment') {
      return [{ kind: 'comment', line, text }]
    }
    const isName = isTest && testCall.test(source.slice(Math.max(0, start - 120), start))
    return isName ? [{ kind: 'test name', line, text }] : []
  })
