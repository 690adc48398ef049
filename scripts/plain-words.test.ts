import { expect, test } from 'vitest'
import { findPhrases } from './plain-words'

const find = (text: string, path = 'server/a.ts') => findPhrases([{ path, text }])

test('reports an odd phrase in a comment with file, line and a better phrase', () => {
  expect(find('const a = 1\n/** Read it anew. */\nconst b = 2')).toEqual([
    'server/a.ts:2: comment with "anew": write "again".',
  ])
  expect(find('// Whoever sent it is told.')).toHaveLength(2)
})

test('finds odd phrases in test names, not in other strings', () => {
  const test = "test('takes it back', () => {\n  say('mend it')\n})"
  expect(find(test, 'server/a.test.ts')).toEqual([
    'server/a.test.ts:1: test name with "takes it back": write "undo" or "withdraw".',
  ])
  expect(find("say('mend it')")).toEqual([])
  expect(find("test.each([[1], ['x']])('reads it anew %s', run)", 'a.spec.ts')).toHaveLength(1)
})

test('ignores quotations, paths and excused lines', () => {
  expect(find('/** The notice says “Nobody is told”. */')).toEqual([])
  expect(find('// Reads `/my-submission`.')).toEqual([])
  expect(find('// plain-words: the specification says it so\n// It is told.')).toEqual([])
})

test('distinguishes comments from strings, regular expressions and addresses', () => {
  expect(find("const url = 'https://a.test/anew'")).toEqual([])
  expect(find('const pattern = /[/]\\/ anew/')).toEqual([])
  expect(find('const half = all / 2 // anew')).toHaveLength(1)
})
