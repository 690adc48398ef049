import type { Edition } from '../../../festival/content'
import type { Subject } from '../../../festival/subject'
import { isSlip, readWords, splitWords } from '../../word-index'
import type { Topic } from './topics'

/** Words of every conversation, that nobody asks about. */
const ordinary = new Set(
  readWords(
    `a able about after all already also am an and any anyone anything are as at be because been before between bro but by can
    cant could dear did didnt diff difference different do does doesnt dont each for friend from fr get give given go going got had has have he her his how hw
    if im in included info is it its ive just kindly know large left let like list madam make many may me my need no not now of on one
    only or other our out pls please plz possible r really s said say see send she should show sir so some someone
    something still t take tell than that thats the them then there they this to too two u up us use very via want was wat
    way we were wer wht what whats which whose why will with without wont would yaar yes yet you your`,
  ),
)

/** Words that mean something where they stand together. Of two that share a word the longer is meant, then the firmer. */
interface Phrase {
  words: readonly string[]
  firmness: number
  topic?: Topic
  subject?: Subject
}

const listPhrases = (words: string, means: Omit<Phrase, 'words'>): Phrase[] =>
  words.split(/\s+/).flatMap((phrase) => (phrase ? [{ ...means, words: readWords(phrase) }] : []))

/** The names of events and workshops, and each word of them that belongs to one alone, and is none of every day. */
const listNames = ({ subjects }: Edition, isCommon: (word: string) => boolean): Phrase[] => {
  const namesOf = ({ title, nickname = title, key, slug }: Subject) =>
    [title, nickname, key, slug].map((name) => readWords(name).filter((word) => !ordinary.has(word)))
  const isTelling = (word: string) =>
    !isCommon(word) && subjects.filter((subject) => namesOf(subject).flat().includes(word)).length === 1
  return subjects.flatMap((subject) => [
    ...namesOf(subject).map((words) => ({ words, firmness: 3, subject })),
    ...[...new Set(namesOf(subject).flat())].filter(isTelling).map((word) => ({ words: [word], firmness: 1, subject })),
  ])
}

/** Whether a word says something that an answer has to answer. */
export const isTelling = (word: string): boolean => !ordinary.has(word)

/** Makes the reader of questions about an edition: each word is meant by the longest phrase that it stands in. */
export const createReader = (
  edition: Edition,
  topics: readonly Topic[],
  ofPlaces: readonly string[],
  isCommon: (word: string) => boolean,
) => {
  const phrases: readonly Phrase[] = [
    ...listNames(edition, isCommon),
    ...topics.flatMap((topic) => listPhrases(topic.words, { firmness: 2, topic })),
    ...topics.flatMap((topic) => listPhrases(topic.hints ?? '', { firmness: 0, topic })),
  ]
  const vocabulary = [...new Set([...phrases.flatMap(({ words }) => words), ...ofPlaces])]
  const known = new Set([...vocabulary, ...ordinary])
  /** A word as it is known here: with a slip mended, or ended where it was not finished. */
  const mend = (word: string) =>
    known.has(word)
      ? word
      : (vocabulary.find((one) => word.length > 3 && one.startsWith(word)) ??
        [...vocabulary, ...ordinary].find((one) => isSlip(word, one)) ??
        word)
  const rank = ({ words, firmness }: Phrase) => words.length * 2 + firmness

  /** What a question was found to hold. */
  return (text: string) => {
    const written = splitWords(text)
    /** What a word is together with the next one, where it is none by itself: "sono strike". */
    const joinAt = (place: number) => {
      const [word = '', joined = ''] = readWords(`${written[place]} ${written[place]}${written[place + 1] ?? ''}`)
      return !known.has(word) && joined !== word && known.has(joined) ? joined : undefined
    }
    const read = written.flatMap((raw, place) => {
      if (place > 0 && joinAt(place - 1)) return []
      return [{ raw, word: joinAt(place) ?? mend(readWords(raw).join('')) }]
    })
    const words = read.map(({ word }) => word)
    const ranks = new Map<string, number>()
    const found = phrases
      .filter((phrase) => phrase.words.length > 0 && phrase.words.every((word) => words.includes(word)))
      .sort((one, other) => rank(other) - rank(one))
      .filter((phrase) => {
        const isMeant = phrase.words.some((word) => (ranks.get(word) ?? 0) <= rank(phrase))
        if (isMeant) for (const word of phrase.words) ranks.set(word, Math.max(ranks.get(word) ?? 0, rank(phrase)))
        return isMeant
      })
    const isGroup = ({ kind, audience }: Topic) => kind !== undefined || audience !== undefined
    const isHinted = !found.some(({ topic, firmness }) => topic && !isGroup(topic) && firmness > 0)
    const scoreOf = (topic: Topic) =>
      found
        .filter((phrase) => phrase.topic === topic && (isHinted || phrase.firmness > 0))
        .reduce((sum, { words: { length } }) => sum + length ** 2, 0)
    const ranked = topics.filter((topic) => scoreOf(topic) > 0).sort((one, other) => scoreOf(other) - scoreOf(one))
    return {
      /** Its words as they are known here. */
      words,
      /** Those that nothing here explains, as they are written and as they are known. */
      left: read.filter(({ word }) => !ranks.has(word) && isTelling(word) && !/^\d+\w{0,2}$|^..?$/.test(word)),
      subjects: edition.subjects.filter((one) => found.some(({ subject }) => subject === one)),
      /** What it asks about, the best first, and which events and workshops it asks it of. */
      topics: ranked.filter((topic) => !isGroup(topic)),
      groups: ranked.filter(isGroup),
      /** Whether its words only hint at them. */
      isHinted,
    }
  }
}

export type Reading = ReturnType<ReturnType<typeof createReader>>
