import MiniSearch, { type SearchResult } from 'minisearch'
import type { Availability, Offers } from '../../../festival/availability'
import { dayOf, formatDay, formatShortDay, type Slot } from '../../../festival/slot'
import { type Subject, subjectPath } from '../../../festival/subject'
import { nameOf, tellAvailability, textsOf } from '../../text-search/describe-subject'
import { isSlip } from '../../text-search/is-slip'
import { readWords } from '../../text-search/read-words'
import type { SearchedContent } from './searched-content'

/** Somewhere that a search can lead to. */
export interface Place {
  id: number
  kind: 'Event' | 'Workshop' | 'Section' | 'Programme' | 'Team' | 'Page'
  title: string
  note: string
  href: string
  /** What it is also found by. */
  words: string
}

type Row = readonly [kind: Place['kind'], title: string, note: string, href: string, words?: string]

/** The days in full, so that a weekday finds what is on it. */
const wordsOf = (slots: readonly Slot[]) => slots.map(({ start }) => formatDay(dayOf(start))).join(' ')

/** The pages, and what a visitor may call what stands on them. */
const listPages = ({
  identity,
  shop,
  subjects,
  programme,
}: SearchedContent): (readonly [string, string, string, string])[] => [
  ['Events & Competitions', 'Every event, by section', '/events', 'competitions contests prizes rules'],
  ['Workshops', 'Every workshop, by craft', '/workshops', 'hands-on courses skills'],
  ['Delegate pass', 'The tiers, what they open, and how to buy one', '/delegate-pass', 'ticket fee price refund entry'],
  ['Accommodation', 'Request a room', '/accommodation', 'stay hostel hotel lodging room night pre-booking'],
  [
    'Schedule',
    'Day by day and hour by hour',
    '/schedule',
    `timetable time table programme dates when calendar ${wordsOf([...subjects, ...programme].flatMap(({ slots }) => slots))}`,
  ],
  ['My festival', 'What you starred, by day and hour', '/my-festival', 'stars favourites saved personal'],
  [
    'How to register',
    'Choose what is open; pay by UPI',
    '/events',
    'registration payment screenshot sign up upi coupon discount',
  ],
  [
    'Check my registration',
    'The status of what you sent, by e-mail',
    '/did-it-arrive',
    'receipt confirmation status certificate ticket lost id arrived',
  ],
  ['Shop', shop.item, '/shop', 'merchandise shirt tshirt t-shirt order buy'],
  [
    'About',
    `What ${identity.shortTitle} is, and where`,
    '/about',
    'college place venue address map location directions association holds',
  ],
  ['Contact', 'The organising team, and whom to call', '/contact', 'phone number help desk e-mail support queries'],
]

const tellFirstDay = ([first]: readonly Slot[]) => (first ? `${formatShortDay(dayOf(first.start))}. ` : '')

/** How visitors also write what the edition calls anaesthesiology. */
const anaesthesia = 'anaesthesia anesthesia anesthesiology'

const rowOf = (content: SearchedContent, subject: Subject, availability: Availability): Row => {
  const { kind, key, title, nickname, subtitle, summary, audience, slots } = subject
  const note = `${nickname ? title : subtitle}. ${tellFirstDay(slots)}${tellAvailability(subject, availability)}.`
  const meal = subject.lunch ? content.lunch.included : ''
  const words = [key, title, subtitle, summary, meal, wordsOf(slots), ...audience, ...textsOf(content, subject)]
  const told = words.join(' ')
  const found = /anaesthesi/i.test(told) ? `${told} ${anaesthesia}` : told
  return [kind === 'event' ? 'Event' : 'Workshop', nameOf(subject), note, subjectPath(subject), found]
}

const listPlaces = (content: SearchedContent, offers: Offers): Place[] => {
  const { subjects, sections, categories, programme, contactSections } = content
  const rows: Row[] = [
    ...subjects.map((subject) => rowOf(content, subject, offers.availabilityOf(subject))),
    ...sections.map(({ id, title, tagline }): Row => ['Section', title, tagline, `/events?section=${id}`]),
    ...categories.map(({ id, name, description }): Row => ['Section', name, description, `/workshops?category=${id}`]),
    ...programme.map(({ title, description, slots }): Row => {
      return ['Programme', title, tellFirstDay(slots) + description, '/schedule', wordsOf(slots)]
    }),
    ...contactSections.flatMap(({ name: section, people }) =>
      people.map(({ title, name }): Row => ['Team', title, `${name}. ${section}`, '/contact']),
    ),
    ...listPages(content).map(([title, note, href, words]): Row => ['Page', title, note, href, words]),
  ]
  return rows.map(([kind, title, note, href, words = ''], id) => ({ id, kind, title, note, href, words }))
}

const options = {
  boost: { title: 6, note: 2 },
  prefix: true,
  fuzzy: (term: string) => (term.length > 4 ? 2 : false),
  filter: ({ queryTerms, terms }: SearchResult) =>
    queryTerms.every((word) => terms.some((term) => term.startsWith(word) || isSlip(word, term))),
} as const

/** The search over an edition as things stand when it is opened. */
export const createPlaceSearch = (content: SearchedContent, offers: Offers) => {
  const places = listPlaces(content, offers)
  const index = new MiniSearch<Place>({
    fields: ['title', 'note', 'words'],
    tokenize: readWords,
    processTerm: (term) => term,
  })
  index.addAll(places)
  const isOpen = (subject: Subject) => offers.availabilityOf(subject) === 'open'
  const open = content.subjects.filter(isOpen).map(subjectPath)
  const askedFor = ['Schedule', 'Contact', ...(offers.tiers.length > 0 ? ['Delegate pass'] : [])]
  return {
    /**
     * Where a search leads, the best first, at most eight: what holds every word, else what holds one. Small slips and
     * unfinished words are forgiven (behaviour 11.6).
     */
    find: (query: string): readonly Place[] => {
      const all = index.search(query, { ...options, combineWith: 'AND' })
      const found = all.length > 0 ? all : index.search(query, options)
      return found.slice(0, 8).flatMap(({ id }) => places[id] ?? [])
    },
    /** What is offered before anything is typed: what is open, and the pages asked for most. */
    offered: [
      ...places.filter(({ href }) => open.includes(href)),
      ...places.filter(({ kind, title }) => kind === 'Page' && askedFor.includes(title)),
    ].slice(0, 8),
  }
}
