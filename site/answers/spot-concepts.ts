import MiniSearch from 'minisearch'
import { type Concept, type Phrase, phrases } from './concepts'
import { passageWords } from './passages'
import { ordinaryWords } from './words'

const vocabulary = new Set(phrases.flatMap((phrase) => phrase.words))

const index = new MiniSearch<{ id: string; word: string }>({ fields: ['word'], idField: 'id' })
index.addAll([...vocabulary].map((word) => ({ id: word, word })))

/** The words of the vocabulary that a typed word may mean; small slips and unfinished words are forgiven. */
const readTyped = (typed: string): ReadonlySet<string> => {
  if (vocabulary.has(typed)) return new Set([typed])
  if (ordinaryWords.has(typed) || passageWords.has(typed) || typed.length < 4) return new Set()
  const meant = index
    .search(typed, { prefix: true, fuzzy: typed.length < 5 ? false : typed.length < 7 ? 1 : 2 })
    .filter(({ id }) => id[0] === typed[0] && id.length > 3)
  const best = meant[0]?.score ?? 0
  return new Set(meant.filter(({ score }) => score >= best * 0.8).map(({ id }) => String(id)))
}

export interface Spotted {
  concepts: readonly Concept[]
  /** Words that are neither part of a concept nor ordinary: something that may not be understood. */
  strange: readonly string[]
}

const strengths = { name: 2, word: 1, hint: 0 } as const

interface Match {
  phrase: Phrase
  /** The question's words that it covers, by their place. */
  places: readonly number[]
}

const matchPhrase = (phrase: Phrase, typed: readonly ReadonlySet<string>[]): Match | undefined => {
  const places = phrase.words.map((word) => typed.findIndex((meanings) => meanings.has(word)))
  return places.every((place) => place >= 0) && new Set(places).size === places.length ? { phrase, places } : undefined
}

const sameConcept = (one: Concept, other: Concept) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a question's words mean. The longest phrase wins the words that it covers, so that "delegate pass" is not also
 * "pass", and a hint counts only where no name was used.
 */
export const spotConcepts = (words: readonly string[]): Spotted => {
  const typed = words.map(readTyped)
  const matches = phrases
    .flatMap((phrase) => matchPhrase(phrase, typed) ?? [])
    .sort(
      (one, other) =>
        other.places.length - one.places.length || strengths[other.phrase.strength] - strengths[one.phrase.strength],
    )
  const taken = new Map<number, Match>()
  const kept: Match[] = []
  for (const match of matches) {
    const rivals = match.places.flatMap((place) => taken.get(place) ?? [])
    const isNew = match.places.some((place) => !taken.has(place))
    const isEqual = rivals.some(
      (rival) =>
        rival.places.length === match.places.length &&
        rival.phrase.strength === match.phrase.strength &&
        rival.phrase.concept.kind === match.phrase.concept.kind,
    )
    if (!isNew && !isEqual) continue
    kept.push(match)
    for (const place of match.places) if (!taken.has(place)) taken.set(place, match)
  }
  const named = kept.some(({ phrase }) => phrase.strength === 'name' && phrase.concept.kind === 'subject')
  const concepts = kept
    .filter(({ phrase }) => !(named && phrase.strength === 'hint'))
    .map(({ phrase }) => phrase.concept)
    .filter((concept, place, all) => all.findIndex((other) => sameConcept(concept, other)) === place)
  const strange = words.filter((word, place) => !taken.has(place) && !ordinaryWords.has(word))
  return { concepts, strange }
}
