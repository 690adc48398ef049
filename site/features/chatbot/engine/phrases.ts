import type { Edition } from '../../../../festival/content'
import type { Subject } from '../../../../festival/subject'
import { readWords } from '../../../text-search/read-words'
import { clearTopics } from './clear-topics'
import { kinds, outsiders } from './filters'
import { firmTopics } from './firm-topics'
import { isOrdinary, ordinaryWords } from './ordinary-words'
import type { Filter, Group, Topic } from './topic'
import { vagueTopics } from './vague-topics'

/** What a phrase means, one of these. */
export interface Meaning {
  subject?: Subject
  topic?: Topic
  filter?: Filter
}

/** Words that, all found in a question, mean something. */
export interface Phrase extends Meaning {
  words: readonly string[]
  /** A name goes before other words, and a hint, a single word of a name, gives way to both. */
  strength: 'hint' | 'word' | 'name'
}

/** Words of names that mean too much else to point at what bears the name. */
export const broadWords: ReadonlySet<string> = new Set(
  readWords(
    'medical medicine basic original teach team live action code case online inside digital short shift care management gross open',
  ),
)

/** A name as people write it: its telling words, and all run together ("codewild", "tshirt"). */
const splitName = (name: string) => {
  const words = readWords(name)
  const telling = words.filter((word) => !ordinaryWords.has(word))
  return [[...new Set(telling.length > 0 ? telling : words)], readWords(name.replace(/[^\p{L}\p{N}]/gu, ''))]
}

const namesOf = ({ key, title, nickname = title, slug, aliases = [] }: Subject) => [
  ...[key, title, slug, nickname, `${title} ${nickname}`],
  ...aliases,
]

/** The words that hint at an event or workshop: of its names, and of its section's or category's. */
const hintsOf = ({ title, nickname = '', subtitle, group }: Subject, { sections, categories }: Edition) => {
  const groups = [...sections.map(({ id, title }) => ({ id, name: title })), ...categories]
  const names = groups.filter(({ id }) => id === group).map(({ name }) => name)
  return new Set([title, nickname, subtitle, ...names].flatMap(readWords))
}

const fromNames = (meaning: Meaning, names: readonly string[] = []) =>
  names.flatMap(splitName).map((words): Phrase => ({ ...meaning, words, strength: 'name' }))

const fromPhrases = (meaning: Meaning, phrases = '') =>
  phrases.split('|').map((phrase): Phrase => ({ ...meaning, words: readWords(phrase), strength: 'word' }))

/** Every phrase that is understood of an edition, with the groups of people that it can ask for (behaviour 11.2). */
export const listPhrases = (edition: Edition, topics: readonly Topic[], groups: readonly Group[]): Phrase[] => {
  const { subjects, tiers, shop, sisterEvent, identity } = edition
  const hints = subjects.flatMap((subject) => [...hintsOf(subject, edition)].map((word) => ({ subject, word })))
  const isTelling = (word: string) =>
    !isOrdinary(word) && !broadWords.has(word) && hints.filter((hint) => hint.word === word).length <= 4
  return [
    ...subjects.flatMap((subject) => fromNames({ subject }, namesOf(subject))),
    ...hints
      .filter(({ word }) => isTelling(word))
      .map(({ subject, word }): Phrase => ({ subject, words: [word], strength: 'hint' })),
    // "Case abstract" is that of the case presentation.
    ...subjects.flatMap((subject) => {
      const [, kind] = /^(\w+) presentation$/i.exec(subject.title) ?? []
      return kind ? fromPhrases({ subject, topic: vagueTopics.rules }, `${kind} abstract`) : []
    }),
    ...topics.flatMap((topic) => [...fromNames({ topic }, topic.names), ...fromPhrases({ topic }, topic.phrases)]),
    ...[kinds.event, kinds.workshop, ...groups, outsiders].flatMap((filter) => fromPhrases({ filter }, filter.phrases)),
    ...fromNames({ filter: kinds.workshop }, [identity.workshopsTitle]),
    ...fromNames({ topic: firmTopics.shop }, [shop.item]),
    ...fromNames({ topic: firmTopics.sister }, [sisterEvent.title]),
    ...fromNames(
      { topic: clearTopics.pass },
      tiers.flatMap(({ value, label, name }) => [value, label, name]),
    ),
    ...fromNames({ topic: vagueTopics.about }, [identity.title, identity.shortTitle]),
  ]
}
