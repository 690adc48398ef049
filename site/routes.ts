import type { ComponentType } from 'react'
import { defaultSubject, events, subjects, workshops } from '../festival/content/catalogue'
import { type FixedSubject, subjectPath } from '../festival/content/subject'
import { groupColours, optionalPages } from './built'

export interface PageProps {
  subjectKey?: string
  /** The key of a subject, or the ID of a section or category. */
  choice?: string
}

export interface PageDescription {
  title: string
  description: string
  plate?: string
  draft?: string
  /** Whether the page shows neither the splash nor the announcement. */
  isQuiet?: boolean
  /** Whether the page is a form without a draft. */
  isForm?: boolean
}

export interface PageModule {
  default: ComponentType<PageProps>
  describe: (props: PageProps) => PageDescription
}

/** The query parameter that chooses among a route's screens. */
export interface Choice {
  name: string
  values: readonly string[]
  /**
   * The screen for a missing or unknown choice. If undefined, the page is shown without a choice.
   */
  fallback?: string
}

export interface Route {
  /** The first path is the canonical one. */
  paths: readonly [string, ...string[]]
  page: string
  subjectKey?: string
  choice?: Choice
  /** Whether to keep the page out of the sitemap and search engines. */
  unlisted?: boolean
  /** Whether the page has no bottom navigation and no chatbot, and prints no footer. */
  isStandalone?: boolean
}

const listAliasPaths = (subject: FixedSubject): string[] =>
  subject.aliases?.map((slug) => subjectPath({ ...subject, slug })) ?? []

const subjectRoute = (subject: FixedSubject): Route => ({
  paths: [subjectPath(subject), ...listAliasPaths(subject)],
  page: subject.kind,
  subjectKey: subject.key,
})

const namedRoute = (page: string): Route => ({ paths: [`/${page}`], page })

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
  ...['rehearsal', 'ticket'].map((page) => ({
    ...namedRoute(page),
    unlisted: true,
    isStandalone: true,
  })),
  ...['my-festival', 'did-it-arrive', 'my-submission'].map((page) => ({
    ...namedRoute(page),
    unlisted: true,
  })),
]

export const hasPage = ({ href }: { href: string }): boolean =>
  routes.some(({ paths }) => paths.includes(href))

const pages = import.meta.glob<PageModule>('./routes/*.tsx')

/** Loads a page, or the not-found page if there is no route. */
export const loadPage = (route: Route | undefined): Promise<PageModule> => {
  const load = pages[`./routes/${route?.page ?? 'not-found'}.tsx`]
  return load ? load() : Promise.reject(new Error('No page'))
}

export interface Match {
  route: Route
  props: PageProps
}

/** Returns undefined for unknown paths. Choices are case-insensitive. */
export const matchAddress = (path: string, search: string): Match | undefined => {
  const trimmed = path.replace(/(.)\/+$/, '$1')
  const route = routes.find((candidate) => candidate.paths.includes(trimmed))
  if (!route) {
    return undefined
  }
  const asked = route.choice && new URLSearchParams(search).get(route.choice.name)?.toLowerCase()
  const choice =
    route.choice?.values.find((value) => value.toLowerCase() === asked) ?? route.choice?.fallback
  const props: PageProps = {}
  if (route.subjectKey) {
    props.subjectKey = route.subjectKey
  }
  if (choice) {
    props.choice = choice
  }
  return { route, props }
}
