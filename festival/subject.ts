import type { Fee } from './fee'
import type { Slot } from './slot'

/** Whether a visitor can register; it decides every button, and the server refuses what is not `open` (behaviour 2.2). */
export type Status = 'open' | 'closed' | 'soon' | 'with-pass'

/**
 * The short facts of one event or workshop: what lists, cards, forms and the server need of it.
 * Its long texts stand in `EventDetails` and `WorkshopDetails` under the same key.
 */
export interface Subject {
  /** The key that registrations store and links carry, such as `SeniorQuiz`. */
  key: string
  kind: 'event' | 'workshop'
  /** The last part of its address: `/events/senior-quiz`. */
  slug: string
  /** Further addresses that lead to the same page. */
  aliases?: readonly string[]
  /** What it is: "Senior Quiz". Workshops have their name here. */
  title: string
  /** The name by which an event goes: "Peristalympics". Workshops have none. */
  nickname?: string
  /** One line under the title: its topic or subtitle. */
  subtitle: string
  /** One sentence of its own, for cards, search engines and share texts. */
  summary: string
  /** The id of the section (events) or category (workshops) that lists it. */
  group: string
  status: Status
  fee: Fee
  /** Whether the fee is shown at all; some closed workshops never announced theirs. */
  feeAnnounced?: false
  /** The prize in rupees. */
  prize?: number
  /** How many members a team may have, the leader included. */
  teamSize: number
  /** Whether a registrant must give a delegate pass id. */
  passRequired: boolean
  /** Whether lunch comes with it. */
  lunch: boolean
  /** Whom it is meant for, by the values of the edition's audiences; stated to visitors, never enforced. */
  audience: readonly string[]
  slots: readonly Slot[]
  /** The label of the session before which one registers, where that is not the first: "Prelims". */
  until?: string
}

/** The name that a list or an e-mail calls it by: "Senior Quiz 'Peristalympics'" or "Smart AI". */
export const fullName = (subject: Pick<Subject, 'title' | 'nickname'>): string =>
  subject.nickname ? `${subject.title} ‘${subject.nickname}’` : subject.title

/** The address of its page. */
export const subjectPath = (subject: Pick<Subject, 'kind' | 'slug'>): string =>
  `/${subject.kind === 'event' ? 'events' : 'workshops'}/${subject.slug}`

/** The address of its registration form. */
export const registrationPath = (subject: Pick<Subject, 'key'>): string => `/register?event=${subject.key}`

/** Something on the programme that is neither an event nor a workshop. */
export interface ProgrammeItem {
  id: string
  title: string
  description: string
  slots: readonly Slot[]
  /** The tier of pass that opens it, by its label. */
  tier?: string
}

/** One line of the programme: a subject's session or something else that happens. */
export interface ProgrammeEntry {
  id: string
  title: string
  slot: Slot
  /** The address of its page, where it has one. */
  path?: string
  subject?: Subject
  item?: ProgrammeItem
}

/** The sessions of an event or workshop. */
export const sessionsOf = (subject: Subject): ProgrammeEntry[] =>
  subject.slots.map((slot, index) => ({
    id: `${subject.key}-${index}`,
    title: subject.nickname ?? subject.title,
    slot,
    path: subjectPath(subject),
    subject,
  }))

/** How many members of a team may be in certain years of study. */
export interface TeamRule {
  /** Words that stand in the year of those whom it is about, in lower case: `3rd`, `crri`. */
  years: readonly string[]
  atMost: number
  /** The rule, as the event's page has it. */
  words: string
}

/** The rules that a team seems to break. A year is free text and says no batch, so this is a hint, never a verdict. */
export const findBrokenRules = (rules: readonly TeamRule[], years: readonly string[]): TeamRule[] =>
  rules.filter((rule) => {
    const meant = years.filter((year) => rule.years.some((word) => year.toLowerCase().includes(word)))
    return meant.length > rule.atMost
  })
