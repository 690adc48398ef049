import { countSlips } from './edit-distance'

/** Removes endings, so that "workshops" matches "workshop" and "suturing" matches "suture". */
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

/**
 * Returns lower-case words without Latin accents and punctuation, in their original order. The vowel
 * signs of Indian scripts are part of their words; invisible joiners are not.
 */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘]|\u200c|\u200d/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

export const readWords = (text: string): string[] => splitWords(text).map(stemWord)

const countAllowedSlips = ({ length }: string) => {
  if (length < 5) {
    return 0
  }
  return length < 8 ? 1 : 2
}

/**
 * Whether a word may be a typo of another one ("senoir"). The first letter must match. Words of up
 * to four letters may have no typos, words of up to seven letters one, longer words two.
 */
export const isSlip = (word: string, meant: string): boolean => {
  const most = countAllowedSlips(word)
  return (
    word[0] === meant[0] &&
    Math.abs(word.length - meant.length) <= most &&
    countSlips(word, meant) <= most
  )
}

const equality = (asked: string, word: string) => Number(asked === word)

/** Returns 1 for the same word, and less for a prefix or a typo. */
const likeness = (asked: string, word: string): number => {
  if (asked === word) {
    return 1
  }
  if (word.startsWith(asked)) {
    return 0.6
  }
  return isSlip(asked, word) ? 0.4 : 0
}

type Field = readonly [text: string, weight: number]

/** A word weighs more in a short text. */
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

/** The search and the chatbot use this index. */
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
    /**
     * Returns the best match first. If no entry has all the words, entries with some of them match,
     * unless `isExact`.
     */
    find: (queryWords: readonly string[], isExact = false): Entry[] => {
      const compare = isExact ? equality : likeness
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
        .sort((left, right) => right.sum - left.sum)
      const all = matches.filter(({ isAll }) => isAll)
      return (all.length > 0 || isExact ? all : matches).map(({ entry }) => entry)
    },
  }
}
