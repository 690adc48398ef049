import type { Phone } from '../../../../festival/content'
import { formatFee } from '../../../../festival/fee'
import { dayOf, formatDay, formatHours } from '../../../../festival/slot'
import { registrationPath, type Subject, subjectPath } from '../../../../festival/subject'
import { nameOf, tellAvailability } from '../../../answers/describe-subject'
import { type AnswerItem, type AnswerLink, joinSentences, joinWords } from './answer'
import type { FestivalNow } from './festival-now'
import type { Topic } from './topic'

/** Pages to which many answers lead. */
export const pages = {
  about: { label: 'About the festival', href: '/about' },
  events: { label: 'Events', href: '/events' },
  workshops: { label: 'Workshops', href: '/workshops' },
  pass: { label: 'Buy Delegate Pass', href: '/delegate-pass' },
  schedule: { label: 'The whole schedule', href: '/schedule' },
  team: { label: 'The organising team', href: '/contact' },
}

/** Everything that one can register for or buy. */
export const forms = [pages.events, pages.workshops, pages.pass]

/** Links that dial: `tel:+910000000000`. */
export const callLinks = (phones: readonly Phone[]): AnswerLink[] =>
  phones.map(({ label, number }) => ({ label: `Call ${label}, ${number}`, href: `tel:${number.replace(/\s/g, '')}` }))

/** Where to read more of it, and its form or the pass where that is what one needs. */
export const linksOf = (subject: Subject, { availabilityOf }: FestivalNow): AnswerLink[] => {
  const form = { label: `Register for ${nameOf(subject)}`, href: registrationPath(subject) }
  const full = { label: `${nameOf(subject)} in full`, href: subjectPath(subject) }
  const first = { open: [form], 'with-pass': [pages.pass], closed: [], soon: [], over: [] }[availabilityOf(subject)]
  return [...first, full]
}

/** "Vistura (Junior Quiz)": both names, for someone who knows only one. */
export const bothNamesOf = ({ nickname, title }: Subject): string => (nickname ? `${nickname} (${title})` : title)

/** "Vistura, Occulex and Smart AI". */
export const listNames = (subjects: readonly Subject[]): string => joinWords(subjects.map(nameOf))

export const tellStatus = (subject: Subject, { availabilityOf }: FestivalNow): string =>
  tellAvailability(subject, availabilityOf(subject))

export const tellWhen = ({ slots }: Pick<Subject, 'slots'>): string => {
  const told = slots.map((slot) => {
    const hours = slot.part ? formatHours(slot).toLowerCase() : formatHours(slot)
    return `${slot.label ? `${slot.label}: ` : ''}${formatDay(dayOf(slot.start))}, ${hours}`
  })
  return told.join('. ')
}

export const tellFee = ({ fee, feeAnnounced, teamSize }: Subject): string =>
  feeAnnounced === false ? 'Fee not announced; it asks for a delegate pass' : formatFee(fee, teamSize)

/** A line for each event or workshop, with what is said of the topic and whether one can register. */
export const listTopic = (
  subjects: readonly Subject[],
  { tell }: Pick<Topic, 'tell'>,
  festival: FestivalNow,
): AnswerItem[] =>
  subjects.map((subject) => ({
    name: bothNamesOf(subject),
    note: joinSentences([tell?.(subject, festival) ?? [], tellStatus(subject, festival)].flat()),
    href: subjectPath(subject),
  }))
