import type { Edition, EventDetails, WorkshopDetails } from '../../../festival/content/content'
import { describeHelpDesk } from '../../../festival/content/help-desk'
import { formatPlace } from '../../../festival/content/place'
import { listProgrammeDays } from '../../../festival/content/programme'
import {
  formatDate,
  formatDay,
  formatHours,
  formatTime,
  instantAt,
  toDay,
} from '../../../festival/content/slot'
import {
  describeLunch,
  describeTeamSize,
  mostMembers,
  type Subject,
  shortName,
  subjectPath,
} from '../../../festival/content/subject'
import { groupBy } from '../../../festival/group-by'
import { formatRupees, formatTotal } from '../../../festival/payment/fee'
import { findClosing, offersAt } from '../../../festival/schedule/availability'
import { joinWords } from '../../../festival/schedule/opened'
import { findSaleEnds, pricePasses } from '../../../festival/schedule/sale-ends'
import { describeAvailability, findDetails } from '../../lookup/places'

/** The edition with what it offers at `now`, in milliseconds since 1970. */
export const festivalAt = (edition: Edition, now: number, isPublic: boolean) => ({
  ...edition,
  now,
  offers: offersAt(findSaleEnds(edition), now, isPublic),
  days: listProgrammeDays(edition.subjects, edition.programme),
  /** For example "the help desk, +91 00000 00000". */
  desk: describeHelpDesk(edition.identity),
})

export type Festival = ReturnType<typeof festivalAt>

export const listNames = (named: readonly Pick<Subject, 'title' | 'nickname'>[]): string =>
  joinWords([...new Set(named.map(shortName))])

const joinSentences = (sentences: readonly string[]): string =>
  sentences
    .filter(Boolean)
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')

/** For example "Vistura (Junior Quiz)". */
const bothNames = ({ nickname, title }: Subject) => (nickname ? `${nickname} (${title})` : title)

export const describeTimes = ({ slots }: Pick<Subject, 'slots'>): string =>
  slots
    .map((slot) => {
      const hours = slot.part ? formatHours(slot).toLowerCase() : formatHours(slot)
      const time = `${formatDay(toDay(slot.start))}, ${hours}`
      return slot.label ? `${slot.label}: ${time}` : time
    })
    .join('. ')

type Details = Partial<EventDetails & WorkshopDetails>

/** Returns every requirement that no other line of the card covers. */
export const listRules = ({
  abstract,
  presentation,
  details,
  rules,
  agenda,
  notes,
  ...others
}: Details): string[] => {
  const { description, topic, theme, themes, categories, topics, ...further } = others
  const { feeNote, duration, deadlines, prizeNotes, prerequisites, incharges, ...rest } = further
  const more = Object.values<string | readonly string[]>(rest)
  return [abstract, presentation, details, rules, agenda, notes, ...more].flatMap(
    (part = []) => part,
  )
}

const describeFee = (subject: Subject, tiers: Festival['tiers']): string => {
  if (subject.feeAnnounced !== false) {
    return formatTotal(subject, pricePasses(tiers))
  }
  return subject.passRequired
    ? 'Fee not announced; a delegate pass is required'
    : 'Fee not announced'
}

/** The lines are in the order of the card. */
const lines = {
  Now: (subject, { offers }) =>
    [describeAvailability(subject, offers.findAvailability(subject)), subject.note]
      .filter(Boolean)
      .join('. '),
  When: describeTimes,
  Where: ({ slots, place }, { identity }) => {
    const venue = formatPlace(identity, place ? { place } : {})
    const isFirstOnline = slots.some(({ label = '' }) => /online/i.test(label))
    return isFirstOnline ? `The first round is online, then at ${venue}` : venue
  },
  Fee: (subject, { tiers }) => {
    const needsNoPass = !subject.passRequired && tiers.length > 0
    return joinSentences([
      describeFee(subject, tiers),
      needsNoPass ? 'No delegate pass is needed' : '',
    ])
  },
  Team: ({ teamSize }) =>
    mostMembers(teamSize) > 1
      ? `A team has ${describeTeamSize(teamSize).toLowerCase()}`
      : 'For one person',
  Lunch: (subject, { lunch }) => describeLunch(subject, lunch) ?? '',
  Prize: ({ prize }, _, { prizeNotes = [] }) =>
    joinSentences([prize ? `Worth ${formatRupees(prize)}` : '', ...prizeNotes]),
  For: ({ key, audience }, { teamRules }, { prerequisites = [] }) => {
    const isSaid = prerequisites.some((text) => /\bstudents\b/i.test(text))
    const bounds = (teamRules[key] ?? []).filter(({ atMost }) => atMost > 0)
    const audienceWords =
      isSaid || audience.length === 0 ? '' : `For ${joinWords(audience)} students`
    return joinSentences([audienceWords, ...prerequisites, ...bounds.map(({ words }) => words)])
  },
  Topic: ({ subtitle }, _, { topic = [], theme = [], themes = [], categories = [], topics = [] }) =>
    [topic, theme, themes, categories, topics].flat().join('; ') || subtitle,
  Due: (subject, { offers }, { deadlines = [] }) => {
    const closing = instantAt(findClosing(subject))
    const isOpen = offers.findAvailability(subject) === 'open'
    const due = deadlines.map(({ label, day }) => `${label} due on ${formatDate(day)}`)
    if (isOpen) {
      due.push(`Registration closes on ${formatDay(toDay(closing))}, ${formatTime(closing)}`)
    }
    return due.join('. ')
  },
  Rules: (_, __, details) => listRules(details).join(' '),
  Incharges: (_, __, { incharges = [] }) => incharges.join('. '),
} satisfies Record<string, (subject: Subject, festival: Festival, details: Details) => string>

export type LineName = keyof typeof lines

/** The line is empty if nothing has been published. */
const readLine = (name: LineName, subject: Subject, festival: Festival) =>
  lines[name](subject, festival, findDetails(festival, subject))

const formatLine = (name: LineName, subject: Subject, festival: Festival) =>
  readLine(name, subject, festival) || 'Not announced'

export interface AnswerItem {
  name: string
  note?: string
  href?: string | undefined
}

export interface Card {
  name: string
  href: string
  lines: readonly { name: string; note: string }[]
}

/** A card has no room for the rules, which are on the subject's page. */
const singleLines = (Object.keys(lines) as LineName[]).filter((name) => name !== 'Rules')
const sharedLines: readonly LineName[] = ['When', 'Fee', 'Now']

/** Lines that the question asks for come first. */
export const makeCard = (
  subject: Subject,
  festival: Festival,
  names: readonly LineName[],
  isSingle: boolean,
): Card => {
  const others = (isSingle ? singleLines : sharedLines).filter(
    (name) => !names.includes(name) && readLine(name, subject, festival),
  )
  const lines = [...names, ...others].map((name) => ({
    name,
    note: formatLine(name, subject, festival),
  }))
  return { name: bothNames(subject), href: subjectPath(subject), lines }
}

/** Lists one item for all subjects with the same text. */
export const listGroupedByLine = (
  subjects: readonly Subject[],
  line: LineName,
  festival: Festival,
): AnswerItem[] =>
  Array.from(
    groupBy(subjects, (subject) => [formatLine(line, subject, festival)]),
    ([note, alike]) => ({ name: listNames(alike), note }),
  )

export const listSubjects = (
  subjects: readonly Subject[],
  asked: readonly LineName[],
  festival: Festival,
): AnswerItem[] => {
  const names = new Set<LineName>(asked.length > 0 ? asked : ['When'])
  names.add('Now')
  return subjects.map((subject) => {
    const notes = Array.from(names, (name) => formatLine(name, subject, festival))
    return { name: bothNames(subject), note: joinSentences(notes), href: subjectPath(subject) }
  })
}
