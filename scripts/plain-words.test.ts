import { expect, test } from 'vitest'
import { findPhrases } from './plain-words'

const find = (text: string, path = 'server/a.ts') => findPhrases([{ path, text }])

test('reports an odd phrase in a comment with file, line and a better phrase', () => {
  expect(find('const a = 1\n/** Read it anew. */\nconst b = 2')).toEqual([
    'server/a.ts:2: comment with "anew": write "again".',
  ])
  expect(find('// Whoever sent it is told.')).toHaveLength(2)
})

test('finds odd phrases in test names, but not in other strings of a test', () => {
  const test = "test('takes it back', () => {\n  say('mend it')\n})"
  expect(find(test, 'server/a.test.ts')).toEqual([
    'server/a.test.ts:1: test name with "takes it back": write "undo" or "withdraw".',
  ])
  expect(find("test.each([[1], ['x']])('reads it anew %s', run)", 'a.spec.ts')).toHaveLength(1)
})

test('finds odd phrases in messages', () => {
  const fault = 'server/a.ts:1: text with "mend": write "fix".'
  expect(find("say('Please mend it.')")).toEqual([fault])
  expect(find(`say(\`Please mend \${it}.\`)`)).toEqual([fault])
  expect(find("say('mend', { 'mend': 1 }, mend)")).toEqual([])
})

test('finds odd phrases in JSX text and attributes', () => {
  const page = '<p title="Read it anew">\n  It’s {x} <b>and\n  anew</b>\n</p>'
  expect(find(page, 'site/a.tsx')).toEqual([
    'site/a.tsx:1: text with "anew": write "again".',
    'site/a.tsx:3: text with "anew": write "again".',
  ])
})

test('finds odd phrases in guides, but not in code or addresses', () => {
  expect(find('It refuses "take\nback".', 'docs/a.md')).toEqual([])
  const guide = 'Read [it](anew.md).\n\n```\nmend it\n```\n\nThen `mend` it\nanew.\n'
  expect(find(guide, 'docs/a.md')).toEqual(['docs/a.md:8: guide with "anew": write "again".'])
})

test('finds phrases that continue on the next line', () => {
  expect(find('/**\n * The payer is\n * told.\n */')).toEqual([
    'server/a.ts:2: comment with "is told": write "is notified" or "sees".',
  ])
  expect(find('The payer is\ntold.', 'a.md')).toHaveLength(1)
  expect(find('Where it is\n\ntold', 'a.md')).toEqual([])
})

test('ignores quotations, paths and excused lines', () => {
  expect(find('/** The notice says “Nobody is told”. */')).toEqual([])
  expect(find('// Reads `/my-submission`.')).toEqual([])
  expect(find('// plain-words: the specification says it so\n// It is told.')).toEqual([])
  expect(find("// plain-words: the specification says it so\nsay('It is told.')")).toEqual([])
  expect(find("say('It is told.') // plain-words:")).toHaveLength(1)
})

test('in a guide, a comment with a reason excuses its own line and the next one', () => {
  const excuse = '<!-- plain-words: a title -->'
  expect(find(`${excuse}\nIt is told.`, 'a.md')).toEqual([])
  expect(find(`It is told. ${excuse}`, 'a.md')).toEqual([])
  expect(find(`${excuse}\nIt waits.\nIt is told.`, 'a.md')).toHaveLength(1)
  expect(find('It is told. <!-- plain-words: -->', 'a.md')).toHaveLength(1)
})

test('distinguishes comments from strings, regular expressions and addresses', () => {
  expect(find("const url = 'https://a.test/anew'")).toEqual([])
  expect(find('const pattern = /[/]\\/ anew/')).toEqual([])
  expect(find('const half = all / 2 // anew')).toHaveLength(1)
})
