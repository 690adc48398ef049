import type { Edition } from '../../../../festival/content'
import { readWords } from '../../../answers/read-words'
import type { FestivalNow } from './festival-now'
import { listPhrases } from './phrases'
import { readDays } from './read-days'
import { createMeaningReader } from './read-meanings'
import { indexSentences } from './sentences'
import { listTopics } from './topics'

const longestQuestion = 400

/** Makes the reader that understands a question as far as it can be, `about` being the keys that "it" may mean. */
export const createQuestionReader = (edition: Edition) => {
  const allTopics = listTopics(edition)
  const sentences = indexSentences(edition)
  const readMeanings = createMeaningReader(listPhrases(edition, allTopics), sentences.words)
  return (text: string, now: number, about: readonly string[], festival: FestivalNow) => {
    const { rest, ...days } = readDays(text.slice(0, longestQuestion), now, festival)
    const words = readWords(rest)
    const { meanings, unknownWords } = readMeanings(words)
    const named = [...new Set(meanings.flatMap(({ subject }) => subject ?? []))]
    const pointsBack = words.some((word) => ['it', 'its', 'this', 'that', 'they', 'them'].includes(word))
    const before = edition.subjects.filter(({ key }) => pointsBack && about.includes(key))
    const subjects = named.length > 0 ? named : before
    return {
      ...days,
      /** The events and workshops that it names. */
      subjects,
      /** What it asks about, the one that is meant first. */
      topics: allTopics.filter((topic) => meanings.some((meaning) => meaning.topic === topic)),
      /** What narrows the events and workshops down. */
      filters: [...new Set(meanings.flatMap(({ filter }) => filter ?? []))],
      /** Words that were not understood. */
      unknownWords,
      /** What the edition's sentences say of these words; those of some subjects only, if it names any. */
      lookUp: () => sentences.find(unknownWords, subjects),
    }
  }
}

export type Question = ReturnType<ReturnType<typeof createQuestionReader>>
