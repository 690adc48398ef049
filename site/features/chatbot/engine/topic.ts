import type { Edition } from '../../../../festival/content'
import type { Subject } from '../../../../festival/subject'
import type { AnswerParts } from './answer'
import type { FestivalNow } from './festival-now'

/** What can be named by words. */
export interface Nameable {
  /** Phrases that mean it, with a bar between: all the words of one, in any order. */
  phrases?: string
  /** Its names, which go before phrases. */
  names?: readonly string[]
}

/** Which events and workshops a list is of, and what its title says of them: "with lunch". */
export interface Filter extends Nameable {
  label: string
  has: (subject: Subject, festival: FestivalNow) => boolean
}

/** Whom something may be for: a field of study, or a year of it. */
export interface Group extends Filter {
  /** Whether the edition says that they may take part; undefined where it does not say. */
  fits: (subject: Subject, edition: Edition) => boolean | undefined
}

/** Who asks about an event or workshop by name, so that the answer can be yes or no. */
export interface Asker {
  groups: readonly Group[]
  /** How many would come together, if the question says so. */
  people: number | undefined
}

/** Something that can be asked about: of the whole festival, and mostly of each event and workshop too. */
export interface Topic extends Nameable {
  /**
   * What the edition says of one event or workshop: words without a full stop, or lines of a list. With an asker it is
   * asked about by name, and told more of.
   */
  tell?: (subject: Subject, festival: FestivalNow, asker?: Asker) => string | readonly string[]
  /** What a question may ask of it that its answers do not tell: "how many seats", "when is lunch" (behaviour 11.3). */
  beyond?: RegExp
  /** Whether its answer is the same whatever else is told: of a mishap, or a reduction. */
  isAnyhow?: boolean
  /** Which events and workshops have it, where not all do. */
  only?: Filter
  /**
   * What is said of the whole festival; where there is an `only`, a list of those that have it follows. Undefined where
   * the edition does not say.
   */
  answer: (festival: FestivalNow) => AnswerParts | undefined
}
