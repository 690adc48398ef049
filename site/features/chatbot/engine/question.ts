import type { Edition } from '../../../../festival/content'
import type { Subject } from '../../../../festival/subject'
import { readWords } from '../../../text-search/read-words'
import type { AnswerParts } from './answer'
import type { FestivalNow } from './festival-now'
import { groups } from './filters'
import { createMender } from './mend-words'
import { isOrdinary } from './ordinary-words'
import { listPhrases } from './phrases'
import { readDays } from './read-days'
import { createMeaningReader } from './read-meanings'
import { readPeople } from './read-people'
import { indexSentences } from './sentences'
import { spellOut } from './shorthand'
import type { Topic } from './topic'
import { isFirm, isVague, listTopics } from './topics'
import { vagueTopics } from './vague-topics'

const longestQuestion = 400

/** Where one question of a message may end and the next begin. */
const between = /[,;&?!\n]|\.(?!\d)|\b(?:and|also|plus)\b/

/** Festivals of which the edition says nothing. */
const otherYears = /(?:last|next) (?:year|time|fest)/

/** Makes the reader that understands a question as far as it can be, `about` being the keys that "it" may mean. */
export const createQuestionReader = (edition: Edition) => {
  const allTopics = listTopics(edition)
  const sentences = indexSentences(edition)
  const phrases = listPhrases(edition, allTopics)
  const ofPhrases = new Set(phrases.flatMap(({ words }) => words))
  const isKnown = (word: string) => ofPhrases.has(word) || sentences.words.has(word) || isOrdinary(word)
  const mendWords = createMender(isKnown)
  const readMeanings = createMeaningReader(phrases, isKnown)
  return (text: string, now: number, about: readonly string[], festival: FestivalNow) => {
    const { rest, ...days } = readDays(spellOut(text.slice(0, longestQuestion)), now, festival)
    const written = rest.split(between)
    const parts = written.map((part) => mendWords(readWords(part)))
    const words = parts.flat()
    const partAt = parts.flatMap((part, number) => part.map(() => number))
    const { meanings, ...read } = readMeanings(words)
    const named = [...new Set(meanings.flatMap(({ subject }) => subject ?? []))]
    const pointsBack = words.some((word) => ['it', 'its', 'this', 'that', 'they', 'them'].includes(word))
    const before = edition.subjects.filter(({ key }) => pointsBack && about.includes(key))
    const subjects = named.length > 0 ? named : before
    const topics = allTopics.filter((topic) => meanings.some((meaning) => meaning.topic === topic))
    const ofPlace = topics.includes(vagueTopics.where) ? edition.identity.address : []
    const ofNames = readWords(
      [...subjects.flatMap(({ title, nickname, subtitle }) => [title, nickname, subtitle]), ...ofPlace].join(' '),
    )
    const unknownWords = read.unknownWords.filter((word) => !ofNames.includes(word))
    const telling = words.filter((word) => !isOrdinary(word) && !ofNames.includes(word) && !/^\d+$/.test(word))
    const placeOf = (topic: Topic) =>
      Math.min(...meanings.flatMap((meaning) => (meaning.topic === topic ? [meaning.place] : [])))

    /** Of each part of the message what is meant by it: one firm topic, else all clear ones, else one vague one. */
    const askedIn = (found: readonly Topic[]): readonly Topic[] => {
      const clear = found.filter((topic) => !isVague(topic))
      return found.some(isFirm) || clear.length === 0 ? found.slice(0, 1) : clear
    }
    return {
      ...days,
      /** The events and workshops that it names. */
      subjects,
      /** What it asks about, the one that is meant first. */
      topics,
      /** What it asks about in the order in which it asks, as far as something can be said of it. */
      asked: (isTold: (topic: Topic) => boolean): Topic[] =>
        parts
          .flatMap((_, part) => askedIn(topics.filter((topic) => isTold(topic) && partAt[placeOf(topic)] === part)))
          .sort((one, other) => placeOf(one) - placeOf(other)),
      /** What narrows the events and workshops down. */
      filters: [...new Set(meanings.flatMap(({ filter }) => filter ?? []))],
      /** Who would take part. */
      asker: {
        groups: groups.filter((group) => meanings.some(({ filter }) => filter === group)),
        people: readPeople(rest),
      },
      /** Whether it asks who, or why, which no short fact tells. */
      isOfSomeone: /\b(?:whom?|why)\b/.test(rest),
      /** Whether it asks about taking part in all that it names. */
      isOfBoth: /\b(?:both|together)\b/.test(rest),
      /** Words that were not understood. */
      unknownWords,
      /**
       * What the edition's sentences say of all its words, else of those that were not understood; of the subjects only, if
       * it names any, and else of no subject, if it asks about what a topic is clear enough for.
       */
      lookUp: (among: readonly Subject[] = subjects): AnswerParts | undefined => {
        // What is only near the place is no matter of the festival's.
        if (among.length === 0 && topics.length === 1 && topics[0] === vagueTopics.where) return undefined
        const isClear = topics.some((topic) => !isVague(topic))
        const isAsked = topics.filter(isVague).length > 1 || unknownWords.length > 0
        return (
          (isAsked ? sentences.find(telling, among) : undefined) ??
          sentences.find(unknownWords, among.length === 0 && isClear ? 'none' : among) ??
          (subjects.length === 1 ? sentences.find(unknownWords, subjects, true) : undefined)
        )
      },
      /**
       * Whether it asks what its topics do not tell, or of another year, or a word was not understood that no sentence about
       * what it names holds either.
       */
      isBeyond:
        otherYears.test(rest) ||
        topics.some((topic) => topic.beyond?.test((!isFirm(topic) && written[partAt[placeOf(topic)] ?? 0]) || rest)) ||
        unknownWords.some(
          (word) => !ofPhrases.has(word) && (subjects.length === 0 || !sentences.find([word], subjects)),
        ),
    }
  }
}

export type Question = ReturnType<ReturnType<typeof createQuestionReader>>
