import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { findSubject } from '../festival/catalogue'
import { fullName, type Subject, subjectPath } from '../festival/subject'
import { canonicalPath } from '../site/canonical-path'
import type { Screen } from '../site/navigation/screen'

/** A step of the way from the home page to a page. */
export interface Crumb {
  name: string
  path: string
}

const home: Crumb = { name: identity.title, path: '/' }
const events: Crumb = { name: 'Events & Competitions', path: '/events' }
const workshops: Crumb = { name: 'Workshops', path: '/workshops' }

const groupCrumbs = (id: string): Crumb[] => {
  const section = sections.find((candidate) => candidate.id === id)
  if (section) return [events, { name: section.title, path: `/events?section=${id}` }]
  const category = categories.find((candidate) => candidate.id === id)
  return category ? [workshops, { name: category.name, path: `/workshops?category=${id}` }] : []
}

const subjectCrumbs = (subject: Subject): Crumb[] => [
  ...groupCrumbs(subject.group),
  { name: fullName(subject), path: subjectPath(subject) },
]

/** The way from the home page to a screen, the screen itself last. */
export const listCrumbs = ({ match, description }: Screen): Crumb[] => {
  if (!match) return []
  const { route, props } = match
  const path = canonicalPath(match)
  if (path === '/') return [home]
  const subject = findSubject(props.subject ?? props.choice ?? '')
  if (subject && route.subject) return [home, ...subjectCrumbs(subject)]
  if (subject) return [home, ...subjectCrumbs(subject), { name: 'Registration', path }]
  const group = groupCrumbs(props.choice ?? '')
  if (group.length > 0) return [home, ...group]
  return [home, { name: description.title.split(' · ')[0] ?? description.title, path }]
}
