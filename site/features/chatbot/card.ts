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
import { type Subject, shortName, subjectPath } from '../../../festival/content/subject'
import { groupBy } from '../../../festival/group-by'
import { formatRupees, formatTotal } from '../../../festival/payment/fee'
import { findClosing, offersAt } from '../../../festival/schedule/availability'
import { joinWords } from '../../../festival/schedule/opened'
import { findSaleEnds, pricePasses } from '../../../festival/schedule/sale-ends'
import { describeAvailability, findDetails } from '../../lookup/places'

/** An edition as it stands when a question is asked: `now`, in milliseconds since 1970. */
export const festivalAt = (edition: Edition, now: number, isPublic: boolean) => ({
  ...edition,
  now,
  offers: offersAt(findSaleEnds(edition), now, isPublic),
  days: listProgrammeDays(edition.subjects, edition.programme),
  /** "the help desk, +91 00000 00000". */
  desk: describeHelpDesk(edition.identity),
})

export type Festival = ReturnType<typeof festivalAt>

export const listNames = (named: readonly Pick<Subject, 'title' | 'nickname'>[]): string =>
  joinWords([...new Set(named.map(shortName))])

/** The parts that are not empty as sentences, one after the other. */
const joinSentences = (sentences: readonly string[]): string =>
  sentences
    .filter(Boolean)
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')

/** "Vistura (Junior Quiz)", for someone who knows only one of the names. */
const bothNames = ({ nickname, title }: Subject) => (nickname ? `${nickname} (${title})` : title)

/** When something is, each session by its name. */
export const describeTimes = ({ slots }: Pick<Subject, 'slots'>): string =>
  slots
    .map((slot) => {
      const hours = slot.part ? formatHours(slot).toLowerCase() : formatHours(slot)
      return `${slot.label ? `${slot.label}: ` : ''}${formatDay(toDay(slot.start))}, ${hours}`
    })
    .join('. ')

type Details = Partial<EventDetails & WorkshopDetails>

/** All that an event or workshop asks for, a sentence an entry: whatever no other line tells. */
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

/** The lines of a card in their order: all that is asked about an event or workshop (behaviour 11.2). */
const lines = {
  Now: (subject, { offers }) =>
    [describeAvailability(subject, offers.findAvailability(subject)), subject.note]
      .filter(Boolean)
      .join('. '),
  When: describeTimes,
  Where: ({ slots, place }, { identity }) =>
    `${slots.some(({ label = '' }) => /online/i.test(label)) ? 'The first round is online, then at ' : ''}${formatPlace(identity, place ? { place } : {})}`,
  Fee: (subject, { tiers }) =>
    joinSentences([
      subject.feeAnnounced !== false
        ? formatTotal(subject, pricePasses(tiers))
        : `Fee not announced${subject.passRequired ? '; a delegate pass is required' : ''}`,
      subject.passRequired || tiers.length === 0 ? '' : 'No delegate pass is needed',
    ]),
  Team: ({ teamSize }) =>
    teamSize > 1 ? `A team has at most ${teamSize} members` : 'For one person',
  Lunch: (subject, { lunch }) => (subject.lunch ? lunch.included : lunch.excluded),
  Prize: ({ prize }, _, { prizeNotes = [] }) =>
    joinSentences([prize ? `Worth ${formatRupees(prize)}` : '', ...prizeNotes]),
  For: ({ key, audience }, { teamRules }, { prerequisites = [] }) => {
    const isSaid = prerequisites.some((text) => /\bstudents\b/i.test(text))
    const bounds = (teamRules[key] ?? []).filter(({ atMost }) => atMost > 0)
    const audienceWords = isSaid ? '' : `For ${joinWords(audience)} students`
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

/** What one line says of an event or workshop; empty where nothing is published. */
const readLine = (name: LineName, subject: Subject, festival: Festival) =>
  lines[name](subject, festival, findDetails(festival, subject))

/** The same to who asks for it. */
const formatLine = (name: LineName, subject: Subject, festival: Festival) =>
  readLine(name, subject, festival) || 'Not announced'

/** One line of a list: a name, and what is said of it. */
export interface AnswerItem {
  name: string
  note?: string
  href?: string
}

/** What is said of one event or workshop, and its page, where its rules stand. */
export interface Card {
  name: string
  href: string
  lines: readonly { name: string; note: string }[]
}

/** A single card says all but the rules, which stand on its page. */
const singleLines = (Object.keys(lines) as LineName[]).filter((name) => name !== 'Rules')
const sharedLines: readonly LineName[] = ['When', 'Fee', 'Now']

/** The card of an event or workshop: what was asked for first, then the rest, which is less where there are several cards. */
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

/** A line for all events and workshops of which the same is told. */
export const listGroupedByLine = (
  subjects: readonly Subject[],
  line: LineName,
  festival: Festival,
): AnswerItem[] =>
  Array.from(
    groupBy(subjects, (subject) => [formatLine(line, subject, festival)]),
    ([note, alike]) => ({ name: listNames(alike), note }),
  )

/** A line for each event or workshop: what was asked, or when it is, and whether one can register. */
export const listSubjects = (
  subjects: readonly Subject[],
  asked: readonly LineName[],
  festival: Festival,
): AnswerItem[] =>
  subjects.map((subject) => {
    const names = new Set<LineName>([...(asked.length > 0 ? asked : (['When'] as const)), 'Now'])
    const notes = Array.from(names, (name) => formatLine(name, subject, festival))
    return { name: bothNames(subject), note: joinSentences(notes), href: subjectPath(subject) }
  })
