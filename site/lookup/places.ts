import type { Edition, EventDetails, WorkshopDetails } from '../../festival/content/content'
import { formatSessions } from '../../festival/content/sessions'
import { formatDay, type Slot, toDay } from '../../festival/content/slot'
import {
  byline,
  groupPath,
  type Subject,
  shortName,
  subjectPath,
} from '../../festival/content/subject'
import type { Availability, Offers } from '../../festival/schedule/availability'
import { hasPage } from '../routes'
import { createWordIndex, readWords } from './word-index'

/** Only what can be searched, so that opening the search loads little. */
type SearchedContent = Pick<
  Edition,
  | ('subjects' | 'eventDetails' | 'workshopDetails' | 'sections' | 'categories')
  | ('programme' | 'contactSections' | 'shop' | 'lunch' | 'identity' | 'sisterEvent')
>

/** The first word of a pass's name, unless it is part of the festival's title. */
export const findShort = (name: string, { title }: Edition['identity']): string => {
  const [first = ''] = name.toLowerCase().split(' ')
  return title.toLowerCase().split(' ').includes(first) ? '' : first
}

export const findDetails = (
  { eventDetails, workshopDetails }: Pick<Edition, 'eventDetails' | 'workshopDetails'>,
  { key }: Subject,
): Partial<EventDetails & WorkshopDetails> => ({ ...eventDetails[key], ...workshopDetails[key] })

export const listTexts = (edition: SearchedContent, subject: Subject): string[] => {
  const {
    incharges,
    deadlines,
    duration,
    description = [],
    ...texts
  } = findDetails(edition, subject)
  return [...Object.values(texts).flat(), ...description]
}

export const describeAvailability = ({ fee }: Subject, availability: Availability): string => {
  const pass = fee.per === 'pass' && fee.tier ? `${fee.tier} Delegate Pass` : 'delegate pass'
  return {
    open: 'Registration is open',
    closed: 'Registration is closed',
    full: 'All places are taken',
    soon: 'Registration opens soon',
    cancelled: 'It is cancelled',
    begun: 'It has begun, so registration is closed',
    over: 'It is over, so registration is closed',
    'with-pass': `No registration needed: the ${pass} covers it`,
  }[availability]
}

export interface Place {
  kind: 'Event' | 'Workshop' | 'Section' | 'Programme' | 'Team' | 'Page'
  title: string
  note: string
  href: string
  /** More words that find this place. */
  words: string
  subject?: Subject
}

type Row = readonly [title: string, note: string, href: string, words?: string]

/** Includes weekdays, so that visitors can search for them. */
const nameDays = (slots: readonly Slot[]) =>
  slots.map(({ start }) => formatDay(toDay(start))).join(' ')

const listPages = ({ identity, shop }: SearchedContent, days: string): Row[] => [
  [
    'Events & Competitions',
    'Every event, by section',
    '/events',
    'competitions contests prizes rules',
  ],
  ['Workshops', 'Every workshop, by craft', '/workshops', 'hands-on courses skills'],
  [
    'Delegate pass',
    'What it covers, and how to buy one',
    '/delegate-pass',
    'ticket fee price refund entry',
  ],
  [
    'Accommodation',
    'Request a room',
    '/accommodation',
    'stay hostel hotel lodging room night pre-booking',
  ],
  [
    'Schedule',
    'Day by day and hour by hour',
    '/schedule',
    `timetable time table programme dates when calendar ${days}`,
  ],
  [
    'My festival',
    'What you starred, by day and hour',
    '/my-festival',
    'stars favourites saved personal',
  ],
  [
    'How to register',
    'Choose what is open; pay by UPI',
    '/events',
    `registration payment screenshot sign up upi ${identity.coupon === false ? '' : 'coupon discount'}`,
  ],
  [
    'Check my registration',
    'The status of what you sent, by e-mail',
    '/did-it-arrive',
    'receipt confirmation status certificate ticket lost id arrived',
  ],
  ['Shop', shop?.item ?? '', '/shop', 'merchandise shirt tshirt t-shirt order buy'],
  [
    'About',
    `What ${identity.shortTitle} is, and where`,
    '/about',
    'college place venue address map location directions association holds',
  ],
  [
    'Privacy',
    'What is kept about you, how long, and how to have it erased',
    '/privacy',
    'privacy notice personal data details delete erase forget protection dpdp complaint grievance aadhaar',
  ],
  [
    'Contact',
    'The organising team, and who to call',
    '/contact',
    'phone number help desk e-mail support queries',
  ],
]

const describeSubject = (
  content: SearchedContent,
  subject: Subject,
  { findAvailability }: Offers,
): Place => {
  const { kind, key, title, subtitle, summary, audience, slots, place } = subject
  const facts = [byline(subject), formatSessions(slots)]
  if (place) {
    facts.push(place)
  }
  facts.push(describeAvailability(subject, findAvailability(subject)))
  const meal = (subject.lunch && content.lunch?.included) || ''
  const words = [
    key,
    title,
    subtitle,
    summary,
    meal,
    nameDays(slots),
    ...audience,
    ...listTexts(content, subject),
  ]
  return {
    kind: kind === 'event' ? 'Event' : 'Workshop',
    title: shortName(subject),
    note: `${facts.join('. ')}.`,
    href: subjectPath(subject),
    words: words.join(' ').replace(/anaesthesi\w+/gi, '$& anaesthesia anesthesia anesthesiology'),
    subject,
  }
}

const listPlaces = (content: SearchedContent, offers: Offers): Place[] => {
  const { subjects, sections, categories, programme, contactSections, sisterEvent } = content
  const days = nameDays([...subjects, ...programme].flatMap(({ slots }) => slots))
  const label = (kind: Place['kind'], rows: readonly Row[]) =>
    rows.map(([title, note, href, words = '']): Place => ({ kind, title, note, href, words }))
  const nameEnd = (place: number) => {
    if (place === 0) {
      return 'opening'
    }
    return place === programme.length - 1 ? 'closing' : ''
  }
  const programmeRows = programme.map(
    ({ title, description, slots }, place): Row => [
      title,
      `${formatSessions(slots)}. ${description}`,
      '/schedule',
      `${nameEnd(place)} ${nameDays(slots)}`,
    ],
  )
  if (sisterEvent) {
    const { title, line, text } = sisterEvent
    programmeRows.push([title, `${line}. ${text}`, '/', 'sister event'])
  }
  return [
    ...subjects.map((subject) => describeSubject(content, subject, offers)),
    ...label('Section', [
      ...sections.map(({ id, title, line }): Row => [title, line, groupPath('event', id)]),
      ...categories.map(({ id, title, line }): Row => [title, line, groupPath('workshop', id)]),
    ]),
    ...label('Programme', programmeRows),
    ...label(
      'Team',
      contactSections.flatMap(({ name: section, people }) =>
        people.map(
          ({ title, name, phone }): Row => [title, `${name}, ${phone}. ${section}`, '/contact'],
        ),
      ),
    ),
    ...label('Page', listPages(content, days)).filter(hasPage),
  ]
}

export const createPlaceSearch = (content: SearchedContent, offers: Offers) => {
  const places = listPlaces(content, offers)
  const index = createWordIndex(places, ({ title, note, words }) => [
    [title, 6],
    [note, 2],
    [words, 1],
  ])
  const isOpen = ({ subject }: Place) => subject && offers.findAvailability(subject) === 'open'
  const wantedPages = ['Schedule', 'Contact']
  if (offers.tiers.length > 0) {
    wantedPages.push('Delegate pass')
  }
  return {
    words: index.words,
    /** Returns the places that contain each of these words exactly, best match first. */
    findExactly: (words: readonly string[]): Place[] => index.find(words, true),
    /** Returns at most eight places, best match first. Allows for typos and unfinished words. */
    find: (query: string): Place[] => index.find(readWords(query)).slice(0, 8),
    /** Shown before a query is typed: open subjects and the pages that most visitors need. */
    offered: [
      ...places.filter(isOpen),
      ...places.filter(({ kind, title }) => kind === 'Page' && wantedPages.includes(title)),
    ].slice(0, 8),
  }
}
