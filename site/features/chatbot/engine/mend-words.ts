import { isOrdinary } from './ordinary-words'

/** What may follow a word of which it is still a form: "cancellation", "registered", "organiser". */
const endings = /^(?:(?:l?l|t)?(?:at)?(?:i?ng|in|ion|e[dr]?|able|ment|al|ly|or|i[sz](?:e|ing?|er))|y)$/

/** A word as it is written without its vowels, but for the first letter: "wrkshp" of "workshop", "mrng" of "morning". */
const dropVowels = (word: string) =>
  (word[0] ?? '') +
  word
    .slice(1)
    .replace(/[aeiou]/g, '')
    .replace(/(.)\1/g, '$1')

/**
 * Makes what reads a question's words as the words that are known here, where one that is not known is only written
 * another way: without vowels ("wrkshp"), run together ("onspot"), apart ("snake bite") or with another ending ("cancelled").
 * @param isKnown whether a word is understood, or correct as it is
 * @param vocabulary the words that mean something here
 */
export const createMender = (isKnown: (word: string) => boolean, vocabulary: Iterable<string>) => {
  const withVowels = new Map([...vocabulary].map((word) => [dropVowels(word), word]))
  const mend = (word: string): readonly string[] => {
    if (isKnown(word)) return [word]
    const whole = word.length > 2 && dropVowels(word) === word ? withVowels.get(word) : undefined
    if (whole) return [whole]
    if (word.length < 5) return [word]
    for (let end = word.length - 1; end > 2; end -= 1) {
      const [start, rest] = [word.slice(0, end), word.slice(end)]
      if (!isKnown(start)) continue
      if (end > 3 && endings.test(rest)) return [start]
      if (isKnown(rest) && rest.length > 2 && !(isOrdinary(start) && isOrdinary(rest))) return [start, rest]
    }
    return [word]
  }
  /** Two words that are one here, where one of them is not known by itself. */
  const join = (word = '', next = '') => {
    if (isKnown(word) && isKnown(next)) return []
    const whole = word.length + next.length > 6 ? withVowels.get(dropVowels(word + next)) : undefined
    return isKnown(word + next) ? [word + next] : whole ? [whole] : []
  }
  return (words: readonly string[]): string[] =>
    words.flatMap((word, place) => {
      const joined = place + 1 < words.length ? join(word, words[place + 1]) : []
      if (joined.length > 0) return joined
      return place > 0 && join(words[place - 1], word).length > 0 ? [] : mend(word)
    })
}
