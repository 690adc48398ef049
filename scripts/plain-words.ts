import { formatCount } from '../server/cli/format-units'
import { readCode, readGuide, type WrittenText } from './read-words'
import { readSourceFiles, type SourceFile } from './source-files'
import { root } from './vite.mjs'

interface Phrase {
  words: RegExp
  instead: string
}

/** Phrases that read like a literal translation. CONTRIBUTING.md says why they are refused. */
const phrases: readonly Phrase[] = [
  { words: /\bwh(?:oever|om)\b/i, instead: 'name the person, or write "who"' },
  { words: /\b(?:some|any)body\b/i, instead: '"someone" or "anyone", or name the person' },
  { words: /\b(?:is|are|was|were) told\b/i, instead: '"is notified" or "sees"' },
  { words: /\bmend(?:s|ed|ing)?\b/i, instead: '"fix"' },
  { words: /\banew\b/i, instead: '"again"' },
  { words: /\bany more\b/i, instead: '"no longer"' },
  { words: /\ball the same\b/i, instead: '"anyway"' },
  { words: /\bby turns\b/i, instead: '"one at a time"' },
  { words: /\bst(?:ands?|ood) (?:in|on|under|with)\b/i, instead: '"is in" or "appears in"' },
  { words: /\bmeanwhile\b/i, instead: '"since then", or nothing' },
  { words: /\b(?:takes?|took|taken|taking)(?: \w+)? back\b/i, instead: '"undo" or "withdraw"' },
  { words: /\b(?:gives?|gave|given|giving)(?: \w+)? back\b/i, instead: '"refund" or "return"' },
  { words: /\bgiven out\b/i, instead: '"issued"' },
  { words: /\banswers for\b/i, instead: '"is responsible for"' },
  { words: /\bhears? of\b/i, instead: '"is notified of"' },
  { words: /\bwrite to them\b/i, instead: '"message them"' },
  { words: /\bwhat (?:waits|came)\b/i, instead: '"pending" or "received" and the noun' },
  { words: /\bwho still waits\b/i, instead: '"pending entries"' },
  { words: /\bbut for\b/i, instead: '"except"' },
  { words: /\bof (?:before|that moment)\b/i, instead: '"previous" or "current"' },
  { words: /\bregistrants?\b/i, instead: '"participant"' },
  { words: /(?<!\babstract )\bsubmissions?\b(?! link)/i, instead: '"entry"' },
  { words: /\bdo(?:es)? not take place\b/i, instead: '"is cancelled"' },
]

/** Removes quoted text, which its author did not choose. */
const withoutQuotations = (text: string): string =>
  text.replace(
    /“[^”]*”|"(?:[^"\n]|\n(?! *\n))*"|`[^`\n]*`/g,
    (quotation) => `""${quotation.replace(/[^\n]/g, '')}`,
  )

/** Also finds phrases that continue on the next line. */
const refused = phrases.map(({ words, instead }) => ({
  words: new RegExp(words.source.replaceAll(' ', '(?: +| *\\n *(?:\\* )?)'), 'gi'),
  instead,
}))

/** A comment with this word and a reason is exempt, and so is the next line. */
const excuse = /\bplain-words: (?!-->|\*\/)\S/

const readTexts = ({ path, text }: SourceFile): WrittenText[] => {
  if (path.endsWith('.md')) {
    return [readGuide(text)]
  }
  return /\.(?:tsx?|mjs)$/.test(path) ? readCode(path, text) : []
}

/** Each result starts with file and line. */
export const findPhrases = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) => {
    const lines = file.text.split('\n')
    const isExcused = (line: number) =>
      [lines[line - 2], lines[line - 1]].some((text) => text !== undefined && excuse.test(text))
    return readTexts(file).flatMap(({ kind, line: firstLine, text }) => {
      const read = withoutQuotations(text)
      return refused.flatMap(({ words, instead }) =>
        [...read.matchAll(words)].flatMap(({ 0: found, index }) => {
          const line = firstLine + read.slice(0, index).split('\n').length - 1
          if (isExcused(line) || (kind !== 'guide' && isExcused(firstLine))) {
            return []
          }
          return [
            `${file.path}:${line}: ${kind} with "${found.replace(/\s+(?:\* )?/g, ' ')}": write ${instead}.`,
          ]
        }),
      )
    })
  })

/** `npm run words`: prints every refused phrase, and fails if it finds one. */
export const main = () => {
  const files = readSourceFiles(root).filter(({ path }) => !path.startsWith('scripts/plain-words'))
  const faults = findPhrases(files)
  for (const fault of faults) {
    console.log(fault)
  }
  console.log(`${formatCount(files.length, 'file')}, ${formatCount(faults.length, 'odd phrase')}`)
  if (faults.length > 0) {
    process.exitCode = 1
  }
}
