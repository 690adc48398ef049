import type { Audience, Edition } from '../../../../festival/content'
import type { Subject } from '../../../../festival/subject'
import { detailsOf } from '../../../text-search/describe-subject'
import type { Filter, Group } from './topic'

/** The two kinds, whose words stand in questions about the whole festival too. */
export const kinds = {
  event: { label: 'Events', phrases: 'event|competition', has: ({ kind }) => kind === 'event' },
  workshop: { label: 'Workshops', phrases: 'workshop|hands on|session|cme', has: ({ kind }) => kind === 'workshop' },
} satisfies Record<string, Filter>

const study = ({ value, askedBy }: Audience): Group => {
  const fits = (subject: Subject) => subject.audience.includes(value)
  return { label: `for ${value} students`, phrases: askedBy, fits, has: fits }
}

/** The years of a course as rules name them, from the first to the internship. */
const years = [/\bfirst\b/i, /\bsecond\b/i, /\bthird\b/i, /\bfourth\b|\bfinal\b/i, /\bCR[RM]I|\bintern/i]

/**
 * Whether a year may take part, as the prerequisites say: "First to third year", "MBBS students and CRRIs". Where they name
 * no years they mean every student, and of interns they say nothing.
 */
const fitsYear = (year: number, subject: Subject, edition: Edition): boolean | undefined => {
  for (const text of detailsOf(edition, subject).prerequisites ?? []) {
    const named = years.flatMap((pattern, place) => (pattern.test(text) ? [place] : []))
    if (named.includes(year)) return true
    if (named.length > 1 && / to /.test(text)) return year >= Math.min(...named) && year <= Math.max(...named)
  }
  return year < years.length - 1 || undefined
}

const yearOf = (label: string, year: number, phrases: string): Group => ({
  label,
  phrases,
  fits: (subject, edition) => fitsYear(year, subject, edition),
  has: (subject, edition) => fitsYear(year, subject, edition) !== false,
})

/** Whom an event or workshop may be for: what they study, and how far they are. */
export const listGroups = ({ audiences }: Edition): readonly Group[] => [
  ...audiences.map(study),
  yearOf('for the first year', 0, 'first year|1st year|fresher'),
  yearOf('for the second year', 1, 'second year|2nd year'),
  yearOf('for the third year', 2, 'third year|3rd year'),
  yearOf('for the final year', 3, 'final year|fourth year|4th year'),
  yearOf('for interns', 4, 'intern|crri|crmi|internship|house surgeon'),
]

/** Somebody of none of these fields: an engineer, or a student of commerce. */
export const outsiders: Group = {
  label: 'for guests from outside',
  phrases: 'engineer|law|outsider',
  fits: () => false,
  has: () => true,
}

/** Whether somebody of all these groups may take part; undefined where the edition does not say. */
export const mayTakePart = (subject: Subject, edition: Edition, asking: readonly Group[]): boolean | undefined => {
  const answers = asking.map(({ fits }) => fits(subject, edition))
  if (answers.includes(false)) return false
  return answers.length > 0 && !answers.includes(undefined) ? true : undefined
}
