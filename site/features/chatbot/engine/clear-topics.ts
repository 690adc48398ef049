import { formatRupees } from '../../../../festival/fee'
import { formatDate, formatDay } from '../../../../festival/slot'
import type { Subject } from '../../../../festival/subject'
import { detailsOf } from '../../../text-search/describe-subject'
import { joinSentences, say } from './answer'
import { forms, listAlike, listNames, listTopic, pages, tellFee, tellUnknown, tellWhen } from './describe'
import type { FestivalNow } from './festival-now'
import type { Topic } from './topic'

const tellPrize = ({ prize }: Subject) =>
  prize === undefined ? 'No prize is announced' : `Prize worth ${formatRupees(prize)}`

const tellPrices = ({ tiers }: FestivalNow) =>
  tiers.map(({ label, price }) => `${label} ${formatRupees(price)}`).join(', ')

const tellPass = ({ fee, passRequired }: Subject, festival: FestivalNow) => {
  if (fee.per === 'pass' && fee.tier) return `It comes with the ${fee.tier} Delegate Pass`
  return passRequired
    ? `A delegate pass is required (${tellPrices(festival)}), and you register as well`
    : 'No delegate pass is needed'
}

const tellDue = (subject: Subject, festival: FestivalNow) => {
  const { deadlines = [] } = detailsOf(festival, subject)
  const due = deadlines.map(({ label, day }) => `${label} due on ${formatDate(day)}`)
  return due.length > 0 ? due.join('. ') : 'No closing date is announced'
}

/** What the programme says of when winners are told. */
const tellWinners = ({ programme }: FestivalNow) =>
  programme
    .filter(({ description }) => /\bwinners?\b/i.test(description))
    .map(({ title, slots, description }) => joinSentences([`${title}: ${tellWhen({ slots })}`, description]))

/** Topics that are meant wherever their words stand, unless one goes before that is meant more. */
export const clearTopics = {
  prize: {
    beyond: /(?:second|third)(?! year)|runner|when|many|\bwho\b|cash(?! prize)/,
    phrases:
      'prize|award|win|trophy|pool|winner get|prize money|total prize|winning amount|winning prize|runner up|second place',
    tell: (subject, festival) =>
      joinSentences([tellPrize(subject), ...(detailsOf(festival, subject).prizeNotes ?? [])]),
    only: { label: 'with a prize', has: ({ prize }) => prize !== undefined },
    answer: ({ subjects }) => {
      const sum = subjects.reduce((total, { prize = 0 }) => total + prize, 0)
      return say([`Prizes worth ${formatRupees(sum)} in all:`], pages.events)
    },
  },
  lunch: {
    beyond: /when|where|tim(?:e|ing)|pass|tier|free/,
    phrases: 'lunch|food|khana|meal',
    tell: (subject, { lunch }) => (subject.lunch ? lunch.included : lunch.excluded),
    only: { label: 'with lunch', has: ({ lunch }) => lunch },
    answer: ({ subjects, lunch }) => {
      const names = listNames(subjects.filter((subject) => subject.lunch))
      return { text: [`${lunch.included}: ${names}.`, `For all others: ${lunch.excluded}`], items: [] }
    },
  },
  results: {
    beyond: /abstract/,
    phrases: 'result|winner|who won|announce winner|prize distribution|award ceremony',
    tell: (subject, festival) => {
      const { rules = [], prizeNotes = [] } = detailsOf(festival, subject)
      return joinSentences(
        [...rules, ...prizeNotes].filter((text) => /\bwinners?\b/i.test(text)).concat(tellWinners(festival)),
      )
    },
    answer: (festival) => {
      const told = tellWinners(festival)
      return told.length > 0 ? say(told, pages.schedule) : undefined
    },
  },
  clash: {
    phrases: 'clash|overlap|same time|same day|two workshop',
    tell: (subject) => tellWhen(subject),
    answer: (festival) => tellUnknown(festival, []),
  },
  deadline: {
    beyond: /where|many|how (?:to|do)|kaise/,
    phrases: 'deadline|last date|last dt|last day|submission|till|registration close',
    tell: tellDue,
    answer: (festival) => {
      const due = festival.subjects.filter((subject) => detailsOf(festival, subject).deadlines)
      const open = `For registration itself no closing date is announced; open now: ${listNames(festival.open) || 'nothing'}.`
      return { text: [open, 'Something is due for these:'], items: listTopic(due, [{ tell: tellDue }], festival) }
    },
  },
  pass: {
    beyond: /what\S* (?:is )?my/,
    phrases: 'pass|delegate|ticket|tier',
    tell: tellPass,
    answer: ({ tiers, delegatePassNotes }) => ({
      text: [`There are ${tiers.length} delegate passes:`, ...delegatePassNotes],
      items: tiers.map(({ label, name, price, includes }) => ({
        name: `${label}, ${name}: ${formatRupees(price)}`,
        note: includes.join('; '),
        href: '/delegate-pass',
      })),
      links: [pages.pass],
    }),
  },
  fee: {
    phrases:
      'fee|cost|price|charge|amount|how much|rs|kitna|kitne|kitni|ethra|evlo|amt|paisa|paise|rate|costlier|cheapest|free|total|per head',
    tell: (subject, festival) =>
      subject.fee.per === 'pass' && festival.open.includes(subject)
        ? `${tellFee(subject, festival)}. The payment is that of the pass`
        : tellFee(subject, festival),
    answer: (festival) => {
      const text = `Each event and workshop has its own fee, and a delegate pass is bought once: ${tellPrices(festival)}.`
      return {
        text: [text],
        items: listAlike(festival.subjects, (subject) => tellFee(subject, festival)),
        links: forms,
      }
    },
  },
  pay: {
    beyond: /parts/,
    phrases:
      'pay|paid|payment|upi|gpay|phonepe|paytm|qr|cash|bank|netbank|money|account|transaction|amazon|neft|credit card|card',
    tell: (subject, festival) => `${tellFee(subject, festival)}. It is paid by UPI, with the QR code of the form`,
    answer: () => ({
      text: [
        'By UPI: each form shows a QR code with the exact amount and the payee’s id to copy, and on a phone a button that opens your UPI app. Then upload the screenshot of the payment.',
      ],
      links: forms,
    }),
  },
  schedule: {
    phrases: 'schedule|programme',
    answer: ({ festivalDays }) => ({
      text: ['Day by day. Star what you like for a timetable of your own.'],
      items: festivalDays.map(({ day, entries }) => ({
        name: formatDay(day),
        note: [...new Set(entries.map(({ title }) => title))].join(', '),
      })),
      links: [pages.schedule, { label: 'My festival', href: '/my-festival' }],
    }),
  },
} satisfies Record<string, Topic>
