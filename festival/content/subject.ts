import type { Colour, Edition, Group, LunchContent } from './content'
import type { Slot } from './slot'

export type Subject = Edition['subjects'][number]
export type Status = Subject['status']
export type TeamSize = Subject['teamSize']

/**
 * The fields that never change during the festival, so code may read them from the built edition.
 */
export type FixedSubject = Omit<
  Subject,
  | 'status'
  | 'closesAt'
  | 'slots'
  | 'dropped'
  | 'place'
  | 'note'
  | 'passRequired'
  | 'submissionLink'
  | 'places'
>

export const leastMembers = (teamSize: TeamSize): number =>
  typeof teamSize === 'number' ? 1 : teamSize.least

export const mostMembers = (teamSize: TeamSize): number =>
  typeof teamSize === 'number' ? teamSize : teamSize.most

/** Returns, for example, "8 to 12 members" or "At most 3 members". */
export const describeTeamSize = (teamSize: TeamSize): string => {
  const least = leastMembers(teamSize)
  const most = mostMembers(teamSize)
  if (least === 1) {
    return `At most ${most} members`
  }
  return least === most ? `${most} members` : `${least} to ${most} members`
}

/** Whether participants confirm an entry with the link in its e-mail. */
export const isConfirmedByEmail = ({ fee, approval }: Pick<Subject, 'fee' | 'approval'>): boolean =>
  fee.per === 'free' && !approval

/** Returns, for example, "Senior Quiz ‘Peristalympics’" or "Smart AI". */
export const fullName = (subject: Pick<Subject, 'title' | 'nickname'>): string =>
  subject.nickname ? `${subject.title} ‘${subject.nickname}’` : subject.title

/** Returns, for example, "Peristalympics" or "Smart AI". */
export const shortName = ({ nickname, title }: Pick<Subject, 'title' | 'nickname'>): string =>
  nickname ?? title

export const byline = ({
  nickname,
  title,
  subtitle,
}: Pick<Subject, 'title' | 'nickname' | 'subtitle'>): string => (nickname ? title : subtitle)

export const isOpenTo = ({ audience }: Pick<Subject, 'audience'>, asked: string): boolean =>
  audience.length === 0 || audience.includes(asked)

export const subjectPath = ({ kind, slug }: Pick<Subject, 'kind' | 'slug'>): string =>
  `/${kind}s/${slug}`

/** Returns undefined if the edition does not mention lunch. */
export const describeLunch = (
  subject: Pick<Subject, 'lunch'>,
  lunch: LunchContent | undefined,
): string | undefined => (subject.lunch ? lunch?.included : lunch?.excluded)

export const groupPath = (kind: Subject['kind'], id: string): string =>
  kind === 'event' ? `/events?section=${id}` : `/workshops?category=${id}`

export const registrationPath = (subject: Pick<Subject, 'key'>): string =>
  `/register?event=${subject.key}`

export const submissionLinkLabel = 'Hand in your abstract, slides or film'

/** Returns undefined for cancelled events. */
export const findSubmissionLink = (subject: Subject | undefined): string | undefined =>
  subject?.status === 'cancelled' ? undefined : subject?.submissionLink

export type ProgrammeItem = Edition['programme'][number]

export interface ProgrammeEntry {
  id: string
  title: string
  slot: Slot
  path?: string
  subject?: Subject
  item?: ProgrammeItem
  isDropped?: true
}

/** Defaults to the position when the edition was first built. */
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

/** Includes dropped sessions, so that calendars remove them. */
export const listCalendarEntries = (subject: Subject): ProgrammeEntry[] => [
  ...listSessions(subject),
  ...listDroppedSessions(subject),
]

export type TeamRule = Edition['teamRules'][string][number]

/** The result is a hint, never a verdict, because years are free text. */
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
