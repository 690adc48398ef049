import { about } from '#edition/about'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { contactSections, generalQueries } from '#edition/people'
import { shop } from '#edition/shop'
import { sisterEvent } from '#edition/sister-event'
import { deskWords } from '../../festival/desk'
import { formatRupees } from '../../festival/fee'
import { festivalDays } from '../../festival/programme-days'
import { formatDate, formatDay, formatHours } from '../../festival/slot'
import { type Answer, makeAnswer } from './answer'
import { listNames } from './aspects'
import { callLink, deskLink } from './help-desk'
import type { Standing } from './standing'

const page = (href: string, label: string) => ({ href, label })
const schedule = page('/schedule', 'The whole schedule')

/** When the festival is. */
export const answerDates = (): Answer => {
  const [first] = festivalDays[0]?.entries ?? []
  const begins = first ? ` First on the programme: ${first.title}, ${formatHours(first.slot).toLowerCase()}.` : ''
  return makeAnswer(
    [
      `${identity.title} lasts ${festivalDays.length} days, from ${formatDay(identity.firstDay)} to ${formatDay(identity.lastDay)}.${begins}`,
    ],
    { links: [schedule] },
  )
}

/** Where the festival is. */
export const answerPlace = (): Answer =>
  makeAnswer([`At ${identity.address.join(', ')}.`, `If you cannot find the way, call ${deskWords}.`], {
    links: [page('/about', 'About the place'), deskLink],
  })

/** How one registers, in general. */
export const answerRegister = ({ availabilityOf }: Standing): Answer => {
  const open = subjects.filter((subject) => availabilityOf(subject) === 'open')
  return makeAnswer(
    [
      'Open the page of an event or workshop and press Register Now. Pay the amount that the form shows by UPI, upload the screenshot of the payment, and submit: you get a registration ID on the screen and by e-mail.',
      open.length > 0 ? `Open now: ${listNames(open)}.` : 'Nothing is open for registration now.',
    ],
    {
      links: [page('/events', 'Events'), page('/workshops', 'Workshops'), page('/delegate-pass', 'Delegate pass')],
    },
  )
}

/** A bed for the nights. */
export const answerStay = (): Answer =>
  makeAnswer(
    [
      `${accommodation.roomType} rooms can be requested, with a pre-booking of ${formatRupees(accommodation.prebookingFee)}.`,
      ...accommodation.notices,
    ],
    { links: [page('/accommodation', 'Request a room'), ...accommodation.phones.map(callLink)] },
  )

/** The shop's one thing. */
export const answerShop = (): Answer =>
  makeAnswer([`${shop.item}: ${formatRupees(shop.price)}. ${shop.description}`], {
    links: [page('/shop', 'Shop'), page(shop.orderFormUrl, 'Order form'), ...shop.phones.map(callLink)],
  })

/** Whom to call. */
export const answerContact = (): Answer =>
  makeAnswer([generalQueries, `You can also write to ${identity.email}.`], {
    links: [...identity.phones.map(callLink), page('/contact', 'The whole team')],
  })

/** What the festival is. */
export const answerAbout = (): Answer =>
  makeAnswer([`${identity.title}: ${identity.line}.`, ...about.conference], {
    links: [page('/about', `About ${identity.shortTitle}`), schedule],
  })

/** Who holds the festival. */
export const answerHosts = (): Answer =>
  makeAnswer([...about.association, ...about.institution], {
    links: [page('/contact', 'The organising team'), page('/about', `About ${identity.shortTitle}`)],
  })

/** The sister event. */
export const answerSister = (): Answer => makeAnswer([`${sisterEvent.title}. ${sisterEvent.line}. ${sisterEvent.text}`])

/** The page where the days stand in full. */
export const answerSchedule = (): Answer =>
  makeAnswer(
    [
      `From ${formatDate(identity.firstDay)} to ${formatDate(identity.lastDay)}, day by day. Star what you like and it becomes a timetable of your own.`,
    ],
    {
      items: festivalDays.map(({ day, entries }) => ({
        name: formatDay(day),
        note: [...new Set(entries.map((entry) => entry.title))].join(', '),
      })),
      links: [schedule, page('/my-festival', 'My festival')],
    },
  )

/** Everyone who holds an office by this title. */
export const answerOffice = (title: string): Answer => {
  const people = contactSections.flatMap((section) => section.people).filter((person) => person.title === title)
  return makeAnswer(
    people.map((person) => `${person.title}: ${person.name}, ${person.phone}.`),
    {
      links: [
        ...people.map((person) => callLink({ label: person.title, number: person.phone })),
        page('/contact', 'The organising team'),
      ],
    },
  )
}

export const answerGreeting = (): Answer =>
  makeAnswer([
    `Welcome to ${identity.title}. Ask me about an event or workshop, about fees, dates, passes, rooms or lunch.`,
  ])

export const answerThanks = ({ hasEnded }: Standing): Answer =>
  makeAnswer([
    hasEnded
      ? `You are welcome. Thank you for being part of ${identity.shortTitle}.`
      : `You are welcome. See you at ${identity.shortTitle}.`,
  ])

export const answerBot = (): Answer =>
  makeAnswer(
    [
      'I am a small program on this page, not a person. I look your question up in what the festival has published, and nothing that you type leaves your device.',
      `For a person, call ${deskWords}.`,
    ],
    { links: [deskLink] },
  )
