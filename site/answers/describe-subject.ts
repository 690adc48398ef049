import { eventDetails } from '#edition/events'
import { lunch } from '#edition/lunch'
import { workshopDetails } from '#edition/workshops'
import type { EventDetails, WorkshopDetails } from '../../festival/content'
import { formatFee, formatRupees } from '../../festival/fee'
import { dayOf, formatDate, formatDay, formatHours } from '../../festival/slot'
import { registrationPath, type Subject, subjectPath } from '../../festival/subject'
import { type AnswerItem, type AnswerLink, joinWords } from './answer'
import type { Standing } from './standing'

/** The long texts of an event or workshop, whichever it is. */
export const detailsOf = ({ key }: Subject): Partial<EventDetails & WorkshopDetails> => ({
  ...eventDetails[key],
  ...workshopDetails[key],
})

/** The name by which it goes: "Vistura", "Smart AI". */
export const nameOf = (subject: Subject): string => subject.nickname ?? subject.title

/** "Vistura (Junior Quiz)": both names, for someone who knows only one. */
export const bothNamesOf = ({ nickname, title }: Subject): string => (nickname ? `${nickname} (${title})` : title)

export const tellWhen = (subject: Subject): string =>
  subject.slots
    .map((time) => {
      const when = `${formatDay(dayOf(time.start))}, ${time.part ? formatHours(time).toLowerCase() : formatHours(time)}`
      return time.label ? `${time.label}: ${when}` : when
    })
    .join('. ')

export const tellFee = (subject: Subject): string =>
  subject.feeAnnounced === false
    ? 'Fee not announced; it asks for a delegate pass'
    : formatFee(subject.fee, subject.teamSize)

export const tellPrize = ({ prize }: Subject): string =>
  prize === undefined ? 'No prize is announced' : `Prize worth ${formatRupees(prize)}`

export const tellTeam = ({ teamSize }: Subject): string =>
  teamSize > 1 ? `A team has at most ${teamSize} members` : 'For one person'

export const tellLunch = (subject: Subject): string => (subject.lunch ? lunch.included : lunch.excluded)

export const tellPass = ({ fee, passRequired }: Subject): string => {
  if (fee.per === 'pass' && fee.tier) return `It comes with the ${fee.tier} Delegate Pass`
  return passRequired ? 'A delegate pass is required' : 'No delegate pass is needed'
}

export const tellStatus = (subject: Subject, standing: Standing): string => {
  const { fee } = subject
  switch (standing.availabilityOf(subject)) {
    case 'open':
      return 'Registration is open'
    case 'closed':
      return 'Registration is closed'
    case 'soon':
      return 'Registration opens soon'
    case 'over':
      return 'It is over, and nobody can register any more'
    case 'with-pass':
      return fee.per === 'pass' && fee.tier
        ? `There is nothing to register for: the ${fee.tier} Delegate Pass opens it`
        : 'There is nothing to register for: the delegate pass opens it'
  }
}

export const tellAudience = (subject: Subject): string => `For ${joinWords(subject.audience)} students`

export const tellDeadlines = (subject: Subject): string[] =>
  (detailsOf(subject).deadlines ?? []).map(({ label, day }) => `${label} due on ${formatDate(day)}`)

export const itemOf = (subject: Subject, note: string): AnswerItem => ({
  name: bothNamesOf(subject),
  note,
  href: subjectPath(subject),
})

/** Where to read more of it, and its form where it is open. */
export const linksOf = (subject: Subject, standing: Standing): AnswerLink[] => [
  ...(standing.availabilityOf(subject) === 'open'
    ? [{ label: `Register for ${nameOf(subject)}`, href: registrationPath(subject) }]
    : []),
  ...(standing.availabilityOf(subject) === 'with-pass' ? [{ label: 'Buy Delegate Pass', href: '/delegate-pass' }] : []),
  { label: `${nameOf(subject)} in full`, href: subjectPath(subject) },
]
