import { formatRupees } from '../../../../festival/fee'
import { formatDate, formatDay } from '../../../../festival/slot'
import type { Subject } from '../../../../festival/subject'
import { detailsOf } from '../../../answers/describe-subject'
import { joinSentences, say } from './answer'
import { callLinks, forms, listNames, listTopic, pages, tellFee } from './describe'
import type { FestivalNow } from './festival-now'
import type { Topic } from './topic'

const tellPrize = ({ prize }: Subject) =>
  prize === undefined ? 'No prize is announced' : `Prize worth ${formatRupees(prize)}`

const tellPass = ({ fee, passRequired }: Subject) => {
  if (fee.per === 'pass' && fee.tier) return `It comes with the ${fee.tier} Delegate Pass`
  return passRequired ? 'A delegate pass is required' : 'No delegate pass is needed'
}

const tellDue = (subject: Subject, festival: FestivalNow) => {
  const { deadlines = [] } = detailsOf(festival, subject)
  const due = deadlines.map(({ label, day }) => `${label} due on ${formatDate(day)}`)
  return due.length > 0 ? due.join('. ') : 'No closing date is announced'
}

/** Every fee, those that are equal together. */
const listFees = (subjects: readonly Subject[]) =>
  [...new Set(subjects.map(tellFee))].map((fee) => ({
    name: listNames(subjects.filter((subject) => tellFee(subject) === fee)),
    note: fee,
  }))

/** Topics that are meant wherever their words stand, unless one goes before that is meant more. */
export const clearTopics = {
  prize: {
    phrases: 'prize|award|win|winning|winner|trophy|reward',
    tell: (subject, festival) =>
      joinSentences([tellPrize(subject), ...(detailsOf(festival, subject).prizeNotes ?? [])]),
    only: { label: 'with a prize', has: ({ prize }) => prize !== undefined },
    answer: ({ subjects }) => {
      const sum = subjects.reduce((total, { prize = 0 }) => total + prize, 0)
      return say([`Prizes worth ${formatRupees(sum)} in all:`], pages.events)
    },
  },
  lunch: {
    phrases: 'lunch|food|meal|breakfast|dinner|veg|snack|eat|refreshment',
    tell: (subject, { lunch }) => (subject.lunch ? lunch.included : lunch.excluded),
    only: { label: 'with lunch', has: ({ lunch }) => lunch },
    answer: ({ subjects, lunch }) => {
      const names = listNames(subjects.filter((subject) => subject.lunch))
      return { text: [`${lunch.included}: ${names}.`, `For all others: ${lunch.excluded}`], items: [] }
    },
  },
  deadline: {
    phrases:
      'deadline|last date|last day|due|closing date|final date|cutoff|cut off|submission|submit|till when|when registration close|when registration end|when registration open|expire',
    tell: tellDue,
    answer: (festival) => {
      const due = festival.subjects.filter((subject) => detailsOf(festival, subject).deadlines)
      const open = `For registration itself no closing date is announced; open now: ${listNames(festival.open) || 'nothing'}.`
      return { text: [open, 'Something is due for these:'], items: listTopic(due, { tell: tellDue }, festival) }
    },
  },
  pass: {
    phrases: 'delegate pass|pass|delegate|ticket|tier',
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
    phrases: 'fee|cost|price|charge|amount|how much|rupee|rs|inr|pricing|expensive|cheap|free',
    tell: (subject, { open }) =>
      subject.fee.per === 'pass' && open.includes(subject)
        ? `${tellFee(subject)}. The payment is that of the pass`
        : tellFee(subject),
    answer: ({ subjects, tiers }) => {
      const prices = tiers.map(({ label, price }) => `${label} ${formatRupees(price)}`).join(', ')
      const text = `Each event and workshop has its own fee, and a delegate pass is bought once: ${prices}.`
      return { text: [text], items: listFees(subjects), links: forms }
    },
  },
  incharge: {
    phrases: 'incharge|in charge|coordinator|convenor',
    tell: (subject, festival) =>
      detailsOf(festival, subject).incharges?.join('; ') ?? 'The incharge is to be announced',
    answer: ({ generalQueries, identity }) => say([generalQueries], ...callLinks(identity.phones), pages.team),
  },
  pay: {
    phrases: 'pay|payment|upi|gpay|google pay|phonepe|paytm|qr|cash|card|transaction|utr|bank',
    answer: () => ({
      text: [
        'By UPI: each form shows a QR code with the exact amount and the payee’s id to copy, and on a phone a button that opens your UPI app. Then upload the screenshot of the payment.',
      ],
      links: forms,
    }),
  },
  schedule: {
    phrases: 'schedule|programme|program|timetable|itinerary|event schedule|time table|calendar',
    answer: ({ festivalDays }) => ({
      text: ['This is what happens, day by day. Star what you like and it becomes a timetable of your own.'],
      items: festivalDays.map(({ day, entries }) => ({
        name: formatDay(day),
        note: [...new Set(entries.map(({ title }) => title))].join(', '),
      })),
      links: [pages.schedule, { label: 'My festival', href: '/my-festival' }],
    }),
  },
} satisfies Record<string, Topic>
