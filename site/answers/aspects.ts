import { identity } from '#edition/identity'
import type { Subject } from '../../festival/subject'
import { type Answer, joinWords, makeAnswer } from './answer'
import {
  bothNamesOf,
  detailsOf,
  itemOf,
  linksOf,
  nameOf,
  tellAudience,
  tellDeadlines,
  tellFee,
  tellLunch,
  tellPass,
  tellPrize,
  tellStatus,
  tellTeam,
  tellWhen,
} from './describe-subject'
import type { Standing } from './standing'

/** What can be asked about an event or workshop, the most telling first: a question that names two means the first. */
export const aspects = [
  'prize',
  'lunch',
  'team',
  'deadline',
  'fee',
  'pass',
  'rules',
  'learn',
  'incharge',
  'register',
  'open',
  'who',
  'where',
  'when',
] as const

export type Aspect = (typeof aspects)[number]

const tellWho = (subject: Subject) => {
  const { prerequisites = [] } = detailsOf(subject)
  return [tellAudience(subject), ...prerequisites.map((line) => line.replace(/\.$/, ''))].join('. ')
}

const tellWhere = ({ slots }: Subject) => {
  const isOnline = slots.some(({ label = '' }) => /online/i.test(label))
  const place = `At ${identity.college}, ${identity.city}`
  return isOnline ? `The first round is online. Then: ${place.charAt(0).toLowerCase()}${place.slice(1)}` : place
}

const tellContent = (subject: Subject) => {
  const { topic, theme, themes = [], topics = [], categories = [] } = detailsOf(subject)
  const lines = [topic, theme, ...themes, ...categories, ...topics].filter((line) => line !== undefined)
  return lines.length > 0 ? lines : [subject.summary]
}

const tellRules = (subject: Subject) => {
  const { rules = [], abstract = [], presentation = [], details = [] } = detailsOf(subject)
  return [...rules, ...abstract, ...presentation, ...details]
}

const tellRegister = (subject: Subject, standing: Standing) =>
  standing.availabilityOf(subject) === 'open'
    ? `${tellStatus(subject, standing)}. ${tellFee(subject)}. Open the form, pay by UPI, upload the screenshot and submit`
    : tellStatus(subject, standing)

/** One aspect of one subject, in words without a full stop. */
export const tellAspect = (subject: Subject, aspect: Aspect, standing: Standing): string => {
  switch (aspect) {
    case 'prize':
      return [tellPrize(subject), ...(detailsOf(subject).prizeNotes ?? [])].join('. ')
    case 'lunch':
      return tellLunch(subject)
    case 'team':
      return tellTeam(subject)
    case 'deadline':
      return tellDeadlines(subject).join('. ') || `${tellStatus(subject, standing)}. No closing date is announced`
    case 'fee':
      return tellFee(subject)
    case 'pass':
      return tellPass(subject)
    case 'rules':
      return tellRules(subject).join(' ') || 'No rules are announced'
    case 'learn':
      return tellContent(subject).join('; ')
    case 'incharge':
      return (detailsOf(subject).incharges ?? []).join('; ') || 'The incharge is to be announced'
    case 'register':
      return tellRegister(subject, standing)
    case 'open':
      return tellStatus(subject, standing)
    case 'who':
      return tellWho(subject)
    case 'where':
      return tellWhere(subject)
    case 'when': {
      const { duration } = detailsOf(subject)
      return duration ? `${tellWhen(subject)}. It lasts ${duration}` : tellWhen(subject)
    }
  }
}

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Aspects that are lists: each line stands alone. */
const listsOf: Partial<Record<Aspect, (subject: Subject) => readonly string[]>> = {
  rules: tellRules,
  learn: tellContent,
}

/** The answer about one aspect of one subject. */
export const answerAspect = (subject: Subject, aspect: Aspect, standing: Standing): Answer => {
  const lines = listsOf[aspect]?.(subject) ?? []
  const rest = { links: linksOf(subject, standing), about: [subject.key] }
  const pay =
    standing.availabilityOf(subject) === 'open' && subject.fee.per === 'pass' ? ' The payment is that of the pass.' : ''
  if (lines.length > 1)
    return makeAnswer([`${bothNamesOf(subject)}, ${aspect === 'rules' ? 'its rules' : 'what it is about'}:`], {
      ...rest,
      items: lines.map((name) => ({ name })),
    })
  const status =
    aspect === 'fee' || aspect === 'when' || aspect === 'deadline' ? [endSentence(tellStatus(subject, standing))] : []
  const told = endSentence(tellAspect(subject, aspect, standing))
  return makeAnswer(
    [
      `${bothNamesOf(subject)}. ${told}${aspect === 'fee' || aspect === 'register' ? pay : ''}`,
      ...status.filter((line) => !told.includes(line.slice(0, -1))),
    ],
    rest,
  )
}

/** The answer about a subject as a whole: what it is, when, for how much, and whether it is open. */
export const answerSubject = (subject: Subject, standing: Standing): Answer =>
  makeAnswer([`${bothNamesOf(subject)}. ${subject.summary}`], {
    items: [
      { name: 'When', note: tellWhen(subject) },
      { name: 'Fee', note: tellFee(subject) },
      ...(subject.prize === undefined ? [] : [{ name: 'Prize', note: tellPrize(subject) }]),
      ...(subject.teamSize > 1 ? [{ name: 'Team', note: tellTeam(subject) }] : []),
      { name: 'Lunch', note: tellLunch(subject) },
      { name: 'Now', note: tellStatus(subject, standing) },
    ],
    links: linksOf(subject, standing),
    about: [subject.key],
  })

/** The answer about several subjects: a line each with the aspect asked for. */
export const answerMany = (
  title: string,
  subjects: readonly Subject[],
  aspect: Aspect | undefined,
  standing: Standing,
): Answer =>
  makeAnswer([title], {
    items: subjects.map((subject) =>
      itemOf(
        subject,
        aspect ? tellAspect(subject, aspect, standing) : `${tellWhen(subject)}. ${tellStatus(subject, standing)}`,
      ),
    ),
    about: subjects.length > 3 ? [] : subjects.map((subject) => subject.key),
    links:
      subjects.length === 1
        ? subjects.flatMap((subject) => linksOf(subject, standing))
        : [{ label: 'The whole schedule', href: '/schedule' }],
  })

/** How a list names what it lists: "Vistura". */
export const listNames = (subjects: readonly Subject[]): string => joinWords(subjects.map(nameOf))
