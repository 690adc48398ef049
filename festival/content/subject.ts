import type { Colour, Edition, Group } from './content'
import type { Slot } from './slot'

/** The short facts of one event or workshop; the schema of content says what each is. */
export type Subject = Edition['subjects'][number]
export type Status = Subject['status']

/** What never moves while a festival runs (behaviour 16.1): all of a subject that may be read from the edition itself. */
export type FixedSubject = Omit<
  Subject,
  'status' | 'closesAt' | 'slots' | 'dropped' | 'place' | 'note' | 'passRequired'
>

/** The name that a list or an e-mail calls it by: "Senior Quiz 'Peristalympics'" or "Smart AI". */
export const fullName = (subject: Pick<Subject, 'title' | 'nickname'>): string =>
  subject.nickname ? `${subject.title} ‘${subject.nickname}’` : subject.title

/** The name by which it goes: "Peristalympics", "Smart AI". */
export const shortName = ({ nickname, title }: Pick<Subject, 'title' | 'nickname'>): string =>
  nickname ?? title

/** What is said of it beside that name: what it is, or its topic. */
export const byline = ({
  nickname,
  title,
  subtitle,
}: Pick<Subject, 'title' | 'nickname' | 'subtitle'>): string => (nickname ? title : subtitle)

export const subjectPath = ({ kind, slug }: Pick<Subject, 'kind' | 'slug'>): string =>
  `/${kind}s/${slug}`

export const groupPath = (kind: Subject['kind'], id: string): string =>
  kind === 'event' ? `/events?section=${id}` : `/workshops?category=${id}`

export const registrationPath = (subject: Pick<Subject, 'key'>): string =>
  `/register?event=${subject.key}`

/** Something on the programme that is neither an event nor a workshop. */
export type ProgrammeItem = Edition['programme'][number]

/** One line of the programme: a subject's session or something else that happens. */
export interface ProgrammeEntry {
  id: string
  title: string
  slot: Slot
  /** The address of its page, where it has one. */
  path?: string
  subject?: Subject
  item?: ProgrammeItem
  /** The session was announced and no longer takes place. */
  isDropped?: true
}

/** The ID of a session is its own, or its place in the list when the edition was first built. */
export const readSessionId = ({ id }: Slot, index: number): number => id ?? index

const describeSession = (subject: Subject, slot: Slot, index: number): ProgrammeEntry => ({
  id: `${subject.key}-${readSessionId(slot, index)}`,
  title: shortName(subject),
  slot,
  path: subjectPath(subject),
  subject,
})

export const listSessions = (subject: Subject): ProgrammeEntry[] =>
  subject.slots.map((slot, index) => describeSession(subject, slot, index))

export const listDroppedSessions = (subject: Subject): ProgrammeEntry[] =>
  (subject.dropped ?? []).map((slot, index) => ({
    ...describeSession(subject, slot, index),
    isDropped: true,
  }))

/** The entries of a subject's calendar file: a dropped session is cancelled in it, so that calendars remove it. */
export const listCalendarEntries = (subject: Subject): ProgrammeEntry[] => [
  ...listSessions(subject),
  ...listDroppedSessions(subject),
]

export type TeamRule = Edition['teamRules'][string][number]

/** The rules that a team seems to break. A year is free text and says no batch, so this is a hint, never a verdict. */
export const findBrokenRules = (rules: readonly TeamRule[], years: readonly string[]): TeamRule[] =>
  rules.filter((rule) => {
    const meant = years.filter((year) =>
      rule.years.some((word) => year.toLowerCase().includes(word)),
    )
    return meant.length > rule.atMost
  })

export type GroupColours = Readonly<Record<Subject['kind'], Readonly<Record<string, Colour>>>>

export const listGroupColours = (
  sections: readonly Group[],
  categories: readonly Group[],
): GroupColours => {
  const pick = (groups: readonly Group[]) =>
    Object.fromEntries(groups.map(({ id, colour }) => [id, colour]))
  return { event: pick(sections), workshop: pick(categories) }
}
