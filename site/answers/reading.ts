import type { Day } from '../../festival/slot'
import type { Subject } from '../../festival/subject'
import type { Aspect } from './aspects'
import type { Concept, Topic } from './concepts'
import type { Standing } from './standing'

/** What a question asks for, once its words are understood. */
export interface Reading {
  subjects: readonly Subject[]
  /** The most telling first. */
  aspects: readonly Aspect[]
  topics: readonly Topic[]
  days: readonly Day[]
  concepts: readonly Concept[]
  /** Words that were not understood. */
  strange: readonly string[]
  /** It joins things with "and". */
  isJoined: boolean
  standing: Standing
}

type Of<K extends Concept['kind']> = Extract<Concept, { kind: K }>

/** The concepts of one kind. */
export const pick = <K extends Concept['kind']>(concepts: readonly Concept[], kind: K): Of<K>[] =>
  concepts.filter((concept): concept is Of<K> => concept.kind === kind)

const vague: readonly Aspect[] = ['when', 'where', 'who', 'open', 'register', 'team']

/** Whether an aspect is a word such as "when", which alone does not tell that a question is about the festival. */
export const isVague = (aspect: Aspect | undefined): boolean => !aspect || vague.includes(aspect)

/** Whether the words that were not understood may name a detail of what the aspect asks for. */
export const mayBeDetail = (aspect: Aspect | undefined): boolean =>
  isVague(aspect) || aspect === 'rules' || aspect === 'learn'
