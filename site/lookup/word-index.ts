import { countSlips } from './edit-distance'

/** A word without the endings that a question may have and the content not ("workshops", "suturing"). */
export const stemWord = (word: string): string => {
  if (/\d/.test(word) || word.length < 4) {
    return word
  }
  const single = word
    .replace(/zzes$/, 'z')
    .replace(/ies$/, 'y')
    .replace(/(?<![su])s$/, '')
  return single.length > 6 ? single.replace(/(?:ing|e)$/, '') : single.replace(/(?<=.{4})e$/, '')
}

/** The words of a text in their order, in lower case, without accents and signs. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** The words of a text as they are compared: stems. */
export const readWords = (text: string): string[] => splitWords(text).map(stemWord)

/**
 * Whether a word may be another one with a slip: the same first letter, and one letter more, less or other, or two
 * neighbouring ones changed places ("senoir"). In a long word there may be two slips, in a short one none.
 */
export const isSlip = (word: string, meant: string): boolean => {
  const most = word.length < 5 ? 0 : word.length < 8 ? 1 : 2
  return (
    word[0] === meant[0] &&
    Math.abs(word.length - meant.length) <= most &&
    countSlips(word, meant) <= most
  )
}

/** How much a word that was asked for is like one that stands in a text: it, its beginning, or it with a slip. */
const likeness = (asked: string, word: string): number => {
  if (asked === word) {
    return 1
  }
  return word.startsWith(asked) ? 0.6 : isSlip(asked, word) ? 0.4 : 0
}

/** A text of an entry, and how much more it counts than another. */
type Field = readonly [text: string, weight: number]

/** How much each word of some fields weighs: in a short text more. */
const weighWords = (fields: readonly Field[]): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const [text, weight] of fields) {
    const words = readWords(text)
    for (const word of words) {
      weights.set(word, (weights.get(word) ?? 0) + weight / Math.sqrt(words.length))
    }
  }
  return weights
}

/** An index over the words of some entries, which the search and the chatbot look things up in. */
export const createWordIndex = <Entry>(
  entries: readonly Entry[],
  listFields: (entry: Entry) => readonly Field[],
) => {
  const indexed = entries.map((entry) => ({ entry, weights: weighWords(listFields(entry)) }))
  const holders = new Map<string, number>()
  for (const { weights } of indexed) {
    for (const word of weights.keys()) {
      holders.set(word, (holders.get(word) ?? 0) + 1)
    }
  }
  const rarity = (word: string) => Math.log(1 + entries.length / (holders.get(word) ?? 1))
  return {
    words: [...holders.keys()],
    /** The entries that hold every word, the best first; those that hold one where none does, unless words must be exact. */
    find: (queryWords: readonly string[], isExact = false): Entry[] => {
      const compare = isExact ? (one: string, word: string) => Number(one === word) : likeness
      const scoreWord = (queryWord: string, weights: ReadonlyMap<string, number>) => {
        const scores = Array.from(
          weights,
          ([word, weight]) => compare(queryWord, word) * rarity(word) * weight,
        )
        return Math.max(0, ...scores)
      }
      const matches = indexed
        .map(({ entry, weights }) => {
          const scores = queryWords.map((word) => scoreWord(word, weights))
          return {
            entry,
            sum: scores.reduce((sum, score) => sum + score, 0),
            isAll: !scores.includes(0),
          }
        })
        .filter(({ sum }) => sum > 0)
        .sort((one, other) => other.sum - one.sum)
      const all = matches.filter(({ isAll }) => isAll)
      return (all.length > 0 || isExact ? all : matches).map(({ entry }) => entry)
    },
  }
}
