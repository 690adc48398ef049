import MiniSearch from 'minisearch'
import { subjects } from '#edition/catalogue'
import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { contactSections } from '#edition/people'
import { programme } from '#edition/programme'
import { shop } from '#edition/shop'
import { dayOf, formatShortDay } from '../../festival/slot'
import { type Subject, subjectPath } from '../../festival/subject'
import { detailsOf, nameOf, tellStatus } from './describe-subject'
import type { Standing } from './standing'
import { readWords } from './words'

/** Somewhere that a search can lead to. */
export interface Place {
  id: number
  kind: 'Event' | 'Workshop' | 'Section' | 'Programme' | 'Team' | 'Page'
  title: string
  note: string
  href: string
}

interface IndexedPlace extends Place {
  /** What it is also found by. */
  text: string
}

const placeSubject = (standing: Standing) => (subject: Subject) => {
  const details = detailsOf(subject)
  const [first] = subject.slots
  return {
    kind: subject.kind === 'event' ? ('Event' as const) : ('Workshop' as const),
    title: nameOf(subject),
    note: `${subject.nickname ? subject.title : subject.subtitle}. ${first ? `${formatShortDay(dayOf(first.start))}. ` : ''}${tellStatus(subject, standing)}.`,
    href: subjectPath(subject),
    text: [
      subject.key,
      subject.title,
      subject.subtitle,
      subject.summary,
      ...subject.audience,
      ...(details.topics ?? []),
      ...(details.themes ?? []),
      ...(details.categories ?? []),
      ...(details.rules ?? []),
      ...(details.abstract ?? []),
      ...(details.presentation ?? []),
    ].join(' '),
  }
}

/** The pages, and what a visitor may call what stands on them. */
const pages: readonly (readonly [title: string, note: string, href: string, words: string])[] = [
  ['Events & Competitions', 'Every event, by section', '/events', 'competitions contests prizes rules'],
  ['Workshops', 'Every workshop, by craft', '/workshops', 'hands-on courses skills'],
  [
    'Delegate pass',
    'The tiers, what they open, and how to buy one',
    '/delegate-pass',
    'ticket fee price tier refund entry',
  ],
  ['Accommodation', 'Request a room', '/accommodation', 'stay hostel hotel room lodging night pre-booking'],
  ['Schedule', 'Day by day and hour by hour', '/schedule', 'timetable time table programme dates when calendar'],
  ['My festival', 'What you starred, by day and hour', '/my-festival', 'stars favourites saved personal'],
  [
    'How to register',
    'Choose something that is open; pay by UPI',
    '/events',
    'registration payment pay upi screenshot sign up',
  ],
  ['Shop', shop.item, '/shop', 'merchandise shirt order buy'],
  [
    'About',
    `What ${identity.shortTitle} is, and who holds it`,
    '/about',
    'college place venue where address association',
  ],
  [
    'Contact',
    'The organising team, and whom to call',
    '/contact',
    'phone number help desk call e-mail support queries',
  ],
]

const listPlaces = (standing: Standing): IndexedPlace[] =>
  [
    ...subjects.map(placeSubject(standing)),
    ...sections.map(({ id, title, tagline }) => ({
      kind: 'Section' as const,
      title,
      note: tagline,
      href: `/events?section=${id}`,
      text: '',
    })),
    ...categories.map(({ id, name, description }) => ({
      kind: 'Section' as const,
      title: name,
      note: description,
      href: `/workshops?category=${id}`,
      text: '',
    })),
    ...programme.map(({ title, description, slots: [first] }) => ({
      kind: 'Programme' as const,
      title,
      note: first ? `${formatShortDay(dayOf(first.start))}. ${description}` : description,
      href: '/schedule',
      text: '',
    })),
    ...contactSections.flatMap((section) =>
      section.people.map(({ title, name }) => ({
        kind: 'Team' as const,
        title,
        note: `${name}. ${section.name}`,
        href: '/contact',
        text: '',
      })),
    ),
    ...pages.map(([title, note, href, text]) => ({ kind: 'Page' as const, title, note, href, text })),
  ].map((place, id) => ({ ...place, id }))

const options = {
  boost: { title: 6, note: 2 },
  prefix: true,
  fuzzy: (term: string) => (term.length > 6 ? 2 : term.length > 3 ? 1 : false),
} as const

/** The search as things stand when it is opened. */
export interface PlaceSearch {
  /**
   * Where a search leads, the best first, at most eight: what holds every word, else what holds one. Small slips and
   * unfinished words are forgiven (behaviour 11.6).
   */
  find: (query: string) => readonly Place[]
  /** What is offered before anything is typed: what is open, and the pages asked for most. */
  offered: readonly Place[]
}

export const createPlaceSearch = (standing: Standing): PlaceSearch => {
  const places = listPlaces(standing)
  const index = new MiniSearch<IndexedPlace>({
    fields: ['title', 'note', 'text'],
    tokenize: readWords,
    processTerm: (term) => term,
  })
  index.addAll(places)
  const open = subjects.filter((subject) => standing.availabilityOf(subject) === 'open').map(subjectPath)
  const askedFor = ['Schedule', 'Contact', ...(standing.isSaleOver ? [] : ['Delegate pass'])]
  return {
    find: (query) => {
      const all = index.search(query, { ...options, combineWith: 'AND' })
      const found = all.length > 0 ? all : index.search(query, options)
      return found.slice(0, 8).flatMap(({ id }) => places.filter((place) => place.id === id))
    },
    offered: [
      ...places.filter(({ href }) => open.includes(href)),
      ...places.filter(({ kind, title }) => kind === 'Page' && askedFor.includes(title)),
    ].slice(0, 8),
  }
}
