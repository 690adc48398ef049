import type { Edition } from '../../../festival/content/content'
import type { Subject } from '../../../festival/content/subject'
import { isSlip, readWords, splitWords, stemWord } from '../../lookup/word-index'
import type { Topic } from './topics'

const stopWords = new Set(
  readWords(
    `a able about after all already also am an and any anyone anything are as at be because been
      before between bro but by can cant could dear did didnt diff difference different do does
      doesnt dont each for friend from find fr get give given go going got had has have he her his
      how hw if im in included info is it its ive just kindly know large left let like list madam
      make many may me my need no not now of on one only or other our out pls please plz possible
      r really s said say see send she should show sir so some someone something still t take tell
      than that thats the them then there they this to too two u up us use very via want was wat
      way we were wer wht what whats which whose why will with without wont would yaar yes yet you
      your both compulsory mandatory necessary needed per required aur hai hain hoga hogi ho ka
      kaise kar karna ke ki ko kya me mein milega milegi mujhe sakta sakte se`,
  ),
)

export const isMeaningful = (word: string): boolean => !stopWords.has(word)

/**
 * Words that have a meaning together. If two phrases share a word, the longer one wins; if they are
 * equally long, the stronger one.
 */
interface Phrase {
  words: readonly string[]
  strength: number
  topic?: Topic
  subject?: Subject
}

const rank = ({ words, strength }: Phrase) => words.length * 2 + strength

const listPhrases = (topic: Topic, words: string, strength: number): Phrase[] =>
  words.split(/\s+/).map((phrase) => ({ topic, strength, words: readWords(phrase) }))

/** Returns the full names of subjects, and each word that only one name contains. */
const listNames = ({ subjects }: Edition, isCommon: (word: string) => boolean): Phrase[] => {
  const named = subjects.map((subject) => {
    const { title, nickname = title, key, slug } = subject
    return {
      subject,
      names: [title, nickname, key, slug].map((name) => readWords(name).filter(isMeaningful)),
    }
  })
  const isUnique = (word: string) =>
    !isCommon(word) && named.filter(({ names }) => names.flat().includes(word)).length === 1
  return named.flatMap(({ subject, names }) => [
    ...names.map((words) => ({ words, strength: 3, subject })),
    ...[...new Set(names.flat())]
      .filter(isUnique)
      .map((word) => ({ words: [word], strength: 1, subject })),
  ])
}

/** Whether a topic only limits the subjects in the answer. */
const isGroup = ({ kind, audience }: Topic) => kind !== undefined || audience !== undefined

export const createReader = (
  edition: Edition,
  topics: readonly Topic[],
  placeWords: readonly string[],
  isCommon: (word: string) => boolean,
) => {
  const phrases = [
    ...listNames(edition, isCommon),
    ...topics.flatMap((topic) => listPhrases(topic, topic.words, 2)),
    ...topics.flatMap((topic) => listPhrases(topic, topic.hints ?? '', 0)),
  ].filter(({ words }) => words.length > 0)
  const byRank = phrases.toSorted((left, right) => rank(right) - rank(left))
  const vocabulary = [...new Set([...phrases.flatMap(({ words }) => words), ...placeWords])]
  const knownWords = new Set([...vocabulary, ...stopWords])
  const correctWord = (word: string) => {
    if (knownWords.has(word)) {
      return word
    }
    const completed =
      word.length > 3 ? vocabulary.find((known) => known.startsWith(word)) : undefined
    return completed ?? [...knownWords].find((known) => isSlip(word, known)) ?? word
  }

  /** Joins two unknown words that are known as one word, for example "sono strike". */
  const correctWords = (text: string) => {
    const written = splitWords(text)
    const joinWithNext = (place: number) => {
      const [raw = '', next = ''] = written.slice(place, place + 2)
      const word = stemWord(raw)
      const joined = stemWord(raw + next)
      return !knownWords.has(word) && joined !== word && knownWords.has(joined) ? joined : undefined
    }
    return written.flatMap((raw, place) => {
      if (place > 0 && joinWithNext(place - 1)) {
        return []
      }
      return { raw, word: joinWithNext(place) ?? correctWord(stemWord(raw)) }
    })
  }

  /** Keeps the phrases that rank highest for at least one word. `ranks` has one rank per word. */
  const findMeant = (words: readonly string[]) => {
    const ranks = new Map<string, number>()
    const meant: Phrase[] = []
    const getRank = (word: string) => ranks.get(word) ?? 0
    for (const phrase of byRank) {
      const isComplete = phrase.words.every((word) => words.includes(word))
      if (isComplete && phrase.words.some((word) => getRank(word) <= rank(phrase))) {
        meant.push(phrase)
        for (const word of phrase.words) {
          ranks.set(word, Math.max(getRank(word), rank(phrase)))
        }
      }
    }
    return { meant, ranks }
  }

  return (text: string) => {
    const corrected = correctWords(text)
    const words = corrected.map(({ word }) => word)
    const { meant, ranks } = findMeant(words)
    const isHinted = !meant.some(({ topic, strength }) => topic && !isGroup(topic) && strength > 0)
    const score = (topic: Topic) =>
      meant
        .filter((phrase) => phrase.topic === topic && (isHinted || phrase.strength > 0))
        .reduce((sum, { words: { length } }) => sum + length ** 2, 0)
    const ranked = topics
      .filter((topic) => score(topic) > 0)
      .sort((left, right) => score(right) - score(left))
    return {
      words,
      /** Unexplained words, as written and as corrected. */
      left: corrected.filter(
        ({ word }) => !ranks.has(word) && isMeaningful(word) && !/^\d+\w{0,2}$|^..?$/.test(word),
      ),
      subjects: edition.subjects.filter((subject) =>
        meant.some((phrase) => phrase.subject === subject),
      ),
      topics: ranked.filter((topic) => !isGroup(topic)),
      groups: ranked.filter(isGroup),
      /** Whether the topics were found by hints only. */
      isHinted,
    }
  }
}

export type Reading = ReturnType<ReturnType<typeof createReader>>
