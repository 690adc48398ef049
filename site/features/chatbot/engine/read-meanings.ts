import MiniSearch from 'minisearch'
import { isSlip } from '../../../text-search/is-slip'
import { isOrdinary, isPlain } from './ordinary-words'
import type { Phrase } from './phrases'

const strengths: readonly Phrase['strength'][] = ['hint', 'word', 'name']

/**
 * Makes the reader that finds what a question's words mean, small slips and unfinished words forgiven. The longest phrase
 * wins the words that it covers, so that "delegate pass" is not also "pass", and of equal ones the stronger. A hint
 * counts only where no event is named.
 * @param isKnown whether a word is correct as it is, and never taken for a misspelt phrase
 */
export const createMeaningReader = (phrases: readonly Phrase[], isKnown: (word: string) => boolean) => {
  const index = new MiniSearch<{ id: number; words: string }>({ fields: ['words'] })
  index.addAll(phrases.map(({ words }, id) => ({ id, words: words.join(' ') })))
  const isStrange = (word: string) => word.length > 3 && !isKnown(word)
  const options = {
    prefix: isStrange,
    fuzzy: (word: string) => (isStrange(word) && word.length > 4 ? 2 : false),
  }

  const matchPhrases = (words: readonly string[]) =>
    index.search(words.join(' '), options).flatMap(({ id, terms, queryTerms }) => {
      const phrase = phrases[id]
      const isMeant = (term: string) =>
        queryTerms.includes(term) ||
        (term.length > 3 && queryTerms.some((word) => isStrange(word) && (term.startsWith(word) || isSlip(word, term))))
      if (!phrase?.words.every((word) => terms.includes(word) && isMeant(word))) return []
      const places = words.flatMap((word, place) => (queryTerms.includes(word) ? [place] : []))
      return [{ phrase, places, rank: phrase.words.length * strengths.length + strengths.indexOf(phrase.strength) }]
    })

  return (words: readonly string[]) => {
    const covered = new Map<number, number>()
    const kept: (Phrase & { place: number })[] = []
    for (const { phrase, places, rank } of matchPhrases(words).sort((one, other) => other.rank - one.rank)) {
      if (places.every((place) => (covered.get(place) ?? -1) > rank)) continue
      for (const place of places) covered.set(place, Math.max(rank, covered.get(place) ?? 0))
      kept.push({ ...phrase, place: Math.min(...places) })
    }
    const isNamed = kept.some(({ subject, strength }) => subject && strength === 'name')
    return {
      meanings: kept.filter(({ strength }) => !isNamed || strength !== 'hint'),
      /** Whether the word of a place is neither ordinary nor part of a phrase. */
      isUnknown: (word: string, place: number) =>
        !covered.has(place) && !isOrdinary(word) && !isPlain(word) && !/^\d+[a-z]{0,2}$/.test(word),
    }
  }
}
