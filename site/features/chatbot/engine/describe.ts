import type { Phone } from '../../../../festival/content'
import { formatFee, formatRupees } from '../../../../festival/fee'
import { dayOf, formatDay, formatHours } from '../../../../festival/slot'
import { registrationPath, type Subject, subjectPath } from '../../../../festival/subject'
import { nameOf, tellAvailability } from '../../../text-search/describe-subject'
import { readWords } from '../../../text-search/read-words'
import {
  type AnswerItem,
  type AnswerLink,
  type AnswerParts,
  joinAnswers,
  joinSentences,
  joinWords,
  say,
} from './answer'
import type { FestivalNow } from './festival-now'
import type { Asker, Topic } from './topic'

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
  const first = { open: [form], 'with-pass': [pages.pass], closed: [], soon: [], begun: [], over: [] }[
    availabilityOf(subject)
  ]
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

/** Its fee, with the delegate pass that it needs as well: "₹600 + delegate pass, from ₹500". */
export const tellFee = ({ fee, feeAnnounced, teamSize, passRequired }: Subject, { tiers }: FestivalNow): string => {
  if (feeAnnounced === false) return 'Fee not announced; it asks for a delegate pass'
  const told = formatFee(fee, teamSize)
  if (!passRequired) return told
  const tier = fee.per === 'pass' && tiers.find(({ label }) => label === fee.tier)
  if (tier) return `${told}, ${formatRupees(tier.price)}`
  const from = `from ${formatRupees(Math.min(...tiers.map(({ price }) => price)))}`
  return fee.per === 'pass' ? `${told}, ${from}` : `${told} + delegate pass, ${from}`
}

/** A line for all events and workshops of which the same is told. */
export const listAlike = (subjects: readonly Subject[], tell: (subject: Subject) => string): AnswerItem[] =>
  [...new Set(subjects.map(tell))].map((note) => ({
    name: listNames(subjects.filter((subject) => tell(subject) === note)),
    note,
  }))

/** A line for each event or workshop, with what is said of the topics and whether one can register. */
export const listTopic = (
  subjects: readonly Subject[],
  topics: readonly Pick<Topic, 'tell'>[],
  festival: FestivalNow,
  asker?: Asker,
): AnswerItem[] =>
  subjects.map((subject) => ({
    name: bothNamesOf(subject),
    note: joinSentences([
      ...topics.flatMap(({ tell }) => tell?.(subject, festival, asker) ?? []),
      tellStatus(subject, festival),
    ]),
    href: subjectPath(subject),
  }))

/** Words of offices that mean too much else: "chief guest". */
const broadWords = new Set(readWords('chief fine art joint vice general public social service student award'))

/**
 * What is said where the edition has no answer: the truth, and who knows (behaviour 11.3); where the words that were not
 * understood belong to one office, who holds it.
 */
export const tellUnknown = (
  { desk, identity, contactSections }: FestivalNow,
  words: readonly string[],
): AnswerParts => {
  const people = contactSections.flatMap((section) => section.people)
  const [person, ...others] = people.filter(({ title }) =>
    readWords(title).some((word) => words.includes(word) && !broadWords.has(word)),
  )
  if (person && others.length === 0) {
    const { title, name, phone } = person
    const text = `Nothing is announced about that. Ask the ${title}: ${name}, ${phone}.`
    return say([text], ...callLinks([{ label: title, number: phone }]), pages.team)
  }
  return say(
    [`I don’t know that; call ${desk}. Whoever answers will help you, or knows who can.`],
    ...callLinks(identity.phones),
    pages.team,
  )
}

/** Whether an answer says yes or no, or holds all these words. */
const tellsAll = ({ text, items = [] }: AnswerParts, words: readonly string[]) => {
  const told = readWords([...text, ...items.map(({ note }) => note)].join(' '))
  return /^(?:Yes|No)\. /.test(text[0] ?? '') || words.every((word) => told.includes(word))
}

/**
 * An answer after the honest one where it leaves out a word of the question that nobody here understands; a plain yes or no
 * stands, and what holds those words.
 */
export const hedge = (
  { isBeyond, isPuzzling, unknownWords }: { isBeyond: boolean; isPuzzling: boolean; unknownWords: readonly string[] },
  festival: FestivalNow,
  answer: AnswerParts | undefined,
): AnswerParts | undefined =>
  answer && (isBeyond || (isPuzzling && !tellsAll(answer, unknownWords)))
    ? joinAnswers([tellUnknown(festival, []), { text: ['This much is known:'] }, answer])
    : answer
