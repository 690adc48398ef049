import { subjects } from '#edition/catalogue'
import { lunch } from '#edition/lunch'
import { formatRupees } from '../../festival/fee'
import { registrantCategories } from '../../festival/registration'
import type { Subject } from '../../festival/subject'
import { type Answer, joinWords, makeAnswer } from './answer'
import { type Aspect, answerMany, listNames, tellAspect } from './aspects'
import { detailsOf, itemOf, nameOf, tellDeadlines, tellPrize, tellTeam } from './describe-subject'
import { answerUnknown } from './help-desk'
import { answerFees, answerPass } from './money-topics'
import type { Standing } from './standing'
import { answerContact, answerDates, answerPlace, answerRegister } from './topics'

const scheduleLink = { label: 'The whole schedule', href: '/schedule' }

const listOpen = ({ availabilityOf }: Standing) => subjects.filter((subject) => availabilityOf(subject) === 'open')

const answerPrizes = (): Answer => {
  const prizes = subjects
    .filter(({ prize }) => prize !== undefined)
    .sort((one, other) => (other.prize ?? 0) - (one.prize ?? 0))
  const sum = prizes.reduce((total, { prize = 0 }) => total + prize, 0)
  return makeAnswer([`Prizes worth ${formatRupees(sum)} in all:`], {
    items: prizes.map((subject) => itemOf(subject, tellPrize(subject))),
    links: [{ label: 'Events', href: '/events' }],
  })
}

const answerLunch = (): Answer => {
  const fed = subjects.filter((subject) => subject.lunch)
  return makeAnswer([`${lunch.included}: ${listNames(fed)}.`, `For all others: ${lunch.excluded}`])
}

const answerTeams = (): Answer => {
  const teams = subjects.filter(({ teamSize }) => teamSize > 1)
  return makeAnswer(['Whatever is not listed here is for one person.'], {
    items: teams.map((subject) => itemOf(subject, tellTeam(subject))),
  })
}

const answerDeadlines = (standing: Standing): Answer =>
  makeAnswer(
    [
      `These are due by a date. For registration itself no closing date is announced; open now: ${listNames(listOpen(standing)) || 'nothing'}.`,
    ],
    {
      items: subjects.flatMap((subject) => tellDeadlines(subject).map((line) => itemOf(subject, line))),
      links: [scheduleLink],
    },
  )

const answerOpen = (standing: Standing): Answer => {
  const open = listOpen(standing)
  const notYet = subjects.filter((subject) => standing.availabilityOf(subject) === 'soon')
  return makeAnswer(
    [
      open.length > 0 ? 'Open for registration now:' : 'Nothing is open for registration now.',
      ...(notYet.length > 0 ? [`Opening soon: ${listNames(notYet)}.`] : []),
    ],
    {
      items: open.map((subject) => itemOf(subject, tellAspect(subject, 'fee', standing))),
      links: [
        { label: 'Events', href: '/events' },
        { label: 'Workshops', href: '/workshops' },
      ],
    },
  )
}

const forWhom = (subject: Subject) => {
  const [first] = detailsOf(subject).prerequisites ?? []
  return first ? `${nameOf(subject)}: ${first}` : undefined
}

const answerWho = (): Answer => {
  const audiences = [...new Set(subjects.flatMap(({ audience }) => audience))]
  const rules = subjects.filter(({ kind }) => kind === 'event').flatMap((subject) => forWhom(subject) ?? [])
  return makeAnswer(
    [
      `There is something for ${joinWords(audiences)} students. One registers as ${joinWords(
        registrantCategories.map(({ label }) => label),
        'or',
      )}.`,
      ...rules,
    ],
    { links: [{ label: 'Choose by audience', href: '/schedule' }] },
  )
}

const answerRules = (): Answer =>
  makeAnswer(['Each event has its own rules. They stand on its page:'], {
    items: subjects
      .filter((subject) => (detailsOf(subject).rules ?? []).length > 0)
      .map((subject) => itemOf(subject, subject.subtitle)),
  })

const answerContents = (standing: Standing): Answer =>
  answerMany('Each event and workshop has its own:', subjects, 'learn', standing)

/** The answer to an aspect that was asked of no event in particular: that of the whole festival. */
export const answerAll = (aspect: Aspect, standing: Standing): Answer => {
  switch (aspect) {
    case 'prize':
      return answerPrizes()
    case 'lunch':
      return answerLunch()
    case 'team':
      return answerTeams()
    case 'deadline':
      return answerDeadlines(standing)
    case 'fee':
      return answerFees()
    case 'pass':
      return answerPass()
    case 'rules':
      return answerRules()
    case 'learn':
      return answerContents(standing)
    case 'incharge':
      return answerContact()
    case 'register':
      return answerRegister(standing)
    case 'open':
      return answerOpen(standing)
    case 'who':
      return answerWho()
    case 'where':
      return answerPlace()
    case 'when':
      return answerDates()
    default:
      return answerUnknown()
  }
}
