import type { Edition } from '../../../../festival/content'
import type { Subject } from '../../../../festival/subject'
import { readWords } from '../../../text-search/read-words'
import type { AnswerParts } from './answer'
import type { FestivalNow } from './festival-now'
import { kinds, listGroups, outsiders } from './filters'
import { createMender } from './mend-words'
import { isOrdinary, isPlain } from './ordinary-words'
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
const between = /[,;&?!\n]|\.(?!\d)|\b(?:and|also|plus|but)\b/

/** Festivals of which the edition says nothing. */
const otherYears = /(?:last|next) (?:year|time|fest)/

/** How a clause begins that says something instead of asking it. */
const tellsOfOneself = /^\W*(?:im?|me|we|my|am|got|hav|dear|sir)\b/

/** What asks for a thing's meaning, or where it is taught. */
const asksWhat = /^\W*whats?\b|teach|kya h|on the spot/

const { learn, register, rules, when, where } = vagueTopics

/** Topics that one asks about with a word of what is taught, or of the rules. */
const ofContent: readonly Topic[] = [learn, register, where]

/** Makes the reader that understands a question as far as it can be, `about` being the keys that "it" may mean. */
export const createQuestionReader = (edition: Edition) => {
  const allTopics = listTopics(edition)
  const sentences = indexSentences(edition)
  const groups = listGroups(edition)
  const phrases = listPhrases(edition, allTopics, groups)
  const ofPhrases = new Set(phrases.flatMap(({ words }) => words))
  const isKnown = (word: string) =>
    ofPhrases.has(word) || sentences.words.has(word) || isOrdinary(word) || isPlain(word)
  const mendWords = createMender(isKnown, [...sentences.words, ...ofPhrases])
  const readMeanings = createMeaningReader(phrases, isKnown)
  return (text: string, now: number, about: readonly string[], festival: FestivalNow) => {
    const { rest, ...days } = readDays(spellOut(text.slice(0, longestQuestion)), now, festival)
    const written = rest.split(between)
    const parts = written.map((part) => mendWords(readWords(part)))
    const words = parts.flat()
    const partAt = parts.flatMap((part, number) => part.map(() => number))
    const { meanings, isUnknown } = readMeanings(words)
    const filters = [...new Set(meanings.flatMap(({ filter }) => filter ?? []))]
    // What somebody tells of themselves before or after the question is not what they ask about.
    const isTold = (part: number) =>
      tellsOfOneself.test(written[part] ?? '') &&
      meanings.some(({ place, topic }) => topic && partAt[place] !== part) &&
      meanings.every(({ place, topic }) => partAt[place] !== part || isVague(topic))
    const strange = words.filter((word, place) => isUnknown(word, place) && !isTold(partAt[place] ?? 0))
    const named = [...new Set(meanings.flatMap(({ subject }) => subject ?? []))]
    const pointsBack = words.some((word) => ['it', 'its', 'this', 'that', 'they', 'them'].includes(word))
    const before = edition.subjects.filter(({ key }) => pointsBack && about.includes(key))
    const subjects = named.length > 0 ? named : before
    const topics = allTopics.filter((topic) => meanings.some((meaning) => meaning.topic === topic))
    const ofPlace = topics.includes(where) ? edition.identity.address : []
    const ofNames = readWords(
      [...subjects.flatMap(({ title, nickname, subtitle }) => [title, nickname, subtitle]), ...ofPlace].join(' '),
    )
    const unknownWords = strange.filter((word) => !ofNames.includes(word))
    const placeOf = (topic: Topic) =>
      Math.min(...meanings.flatMap((meaning) => (meaning.topic === topic ? [meaning.place] : [])))

    /**
     * Of each part of the message what is meant by it: one firm topic, else all clear ones, else one vague one; of an event
     * also its day and its place.
     */
    const askedIn = (found: readonly Topic[]): readonly Topic[] => {
      const isOfEvent = (topic?: Topic) => subjects.length > 0 && (topic === when || topic === where)
      if (found.some(isFirm)) return found.slice(0, 1)
      const first = found.every(isVague) ? found.find((topic) => !isOfEvent(topic)) : undefined
      return found.filter((topic) => topic === first || !isVague(topic) || isOfEvent(topic))
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
      filters,
      /** Who would take part. */
      asker: {
        groups: [...groups, outsiders].filter((group) => meanings.some(({ filter }) => filter === group)),
        people: readPeople(rest),
      },
      /** Whether it asks who, or why, which no short fact tells. */
      isOfSomeone: /\b(?:whom?|why)\b/.test(rest),
      /** Whether it asks about taking part in all that it names. */
      isOfBoth: /\b(?:both|together)\b/.test(rest),
      /** Words that were not understood. */
      unknownWords,
      /**
       * What the edition's sentences say of the words that were not understood; of the subjects only, if it names any. Where
       * it names none, one word alone is no evidence, unless it asks what that is or where it is taught.
       */
      lookUp: (among: readonly Subject[] = subjects): AnswerParts | undefined =>
        among.length > 0 ||
        ((unknownWords.length > 1 || asksWhat.test(rest)) && topics.every((topic) => ofContent.includes(topic)))
          ? sentences.find(unknownWords, among, asksWhat.test(rest) || filters.includes(kinds.workshop))
          : undefined,
      /**
       * Whether it asks what its topics do not tell, or of another year.
       */
      isBeyond:
        otherYears.test(rest) ||
        topics.some((topic) => topic.beyond?.test((!isFirm(topic) && written[partAt[placeOf(topic)] ?? 0]) || rest)),
      /**
       * Whether a word was not understood that may be the point of it, and no sentence about what it names holds: not where
       * both a subject and a clear matter of it are known, nor where all questions about a topic have one answer.
       */
      isPuzzling:
        !topics[0]?.isAnyhow &&
        !(subjects.length > 0 && topics.some((topic) => topic.tell && (topic === rules || !isVague(topic)))),
    }
  }
}

export type Question = ReturnType<ReturnType<typeof createQuestionReader>>
