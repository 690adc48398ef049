import type { ComponentType } from 'react'
import { defaultSubject, events, subjects, workshops } from '../festival/content/catalogue'
import { type FixedSubject, subjectPath } from '../festival/content/subject'
import { groupColours, optionalPages } from './built'

export interface PageProps {
  subject?: string
  /** The chosen screen of an address with a query: an event's key, a section's or a category's id. */
  choice?: string
}

/** What a page says of itself: title, description and the words of its kind of plate. */
export interface PageDescription {
  title: string
  description: string
  plate?: string
  draft?: string
  /** Nothing stands before it: neither splash nor announcement (behaviour 9.20). */
  isQuiet?: boolean
}

export interface PageModule {
  default: ComponentType<PageProps>
  describe: (props: PageProps) => PageDescription
}

/** The part of an address after `?` that chooses among a route's screens. */
export interface Choice {
  name: string
  values: readonly string[]
  /** The choice of an address that makes none, or one that does not exist; undefined shows the page without one. */
  fallback?: string
}

export interface Route {
  /** Every address that leads here; the first is the canonical one. */
  paths: readonly [string, ...string[]]
  page: string
  subject?: string
  choice?: Choice
  /** Kept out of the sitemap and of search engines. */
  unlisted?: boolean
  /** Shows without the bottom navigation and the chatbot (behaviour 9.4). */
  isStandalone?: boolean
}

const subjectRoute = (subject: FixedSubject): Route => ({
  paths: [
    subjectPath(subject),
    ...(subject.aliases ?? []).map((slug) => subjectPath({ ...subject, slug })),
  ],
  page: subject.kind,
  subject: subject.key,
})

const namedRoute = (page: string): Route => ({ paths: [`/${page}`], page })

/** Every address of the site (behaviour 9.1). */
export const routes: readonly Route[] = [
  { paths: ['/'], page: 'home' },
  {
    paths: ['/events'],
    page: 'events',
    choice: { name: 'section', values: Object.keys(groupColours.event) },
  },
  ...events.map(subjectRoute),
  {
    paths: ['/workshops'],
    page: 'workshops',
    choice: { name: 'category', values: Object.keys(groupColours.workshop) },
  },
  ...workshops.map(subjectRoute),
  {
    paths: ['/register', '/event-registration'],
    page: 'register',
    choice: {
      name: 'event',
      values: subjects.map((subject) => subject.key),
      fallback: defaultSubject.key,
    },
  },
  ...[...optionalPages, 'about', 'contact', 'privacy', 'schedule'].map(namedRoute),
  { ...namedRoute('rehearsal'), unlisted: true, isStandalone: true },
  ...['my-festival', 'did-it-arrive', 'my-submission'].map((page) => ({
    ...namedRoute(page),
    unlisted: true,
  })),
]

/** Whether this edition has the page of a link (behaviour 1.14). */
export const hasPage = ({ href }: { href: string }): boolean =>
  routes.some(({ paths }) => paths.includes(href))

const pages = import.meta.glob<PageModule>('./routes/*.tsx')

/** Fetches a page's module; that of the page for unknown addresses where there is no route. */
export const loadPage = (route: Route | undefined): Promise<PageModule> => {
  const load = pages[`./routes/${route?.page ?? 'not-found'}.tsx`]
  return load ? load() : Promise.reject(new Error('No page'))
}

/** An address that the table knows, read into its route and what the page is given. */
export interface Match {
  route: Route
  props: PageProps
}

/** Reads an address by the table; undefined for one that it does not have. A choice is compared without regard to case. */
export const matchAddress = (path: string, search: string): Match | undefined => {
  const trimmed = path.replace(/(.)\/+$/, '$1')
  const route = routes.find((candidate) => candidate.paths.includes(trimmed))
  if (!route) {
    return undefined
  }
  const asked = route.choice && new URLSearchParams(search).get(route.choice.name)?.toLowerCase()
  const choice =
    route.choice?.values.find((value) => value.toLowerCase() === asked) ?? route.choice?.fallback
  return {
    route,
    props: { ...(route.subject && { subject: route.subject }), ...(choice && { choice }) },
  }
}
