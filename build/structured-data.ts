import { tiers } from '#edition/delegate-pass'
import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { endOfSubject, lastCallOf, type Offers, offersAt } from '../festival/availability'
import { findSubject } from '../festival/catalogue'
import { endsOf } from '../festival/ends'
import { type Fee, firstListedPrice } from '../festival/fee'
import { dayOf, type Instant, instantAt, type Slot } from '../festival/slot'
import { fullName, registrationPath, type Status, type Subject, subjectPath } from '../festival/subject'
import { wholeEdition } from '../festival/whole-edition'
import { canonicalPath } from '../site/canonical-path'
import type { Screen } from '../site/navigation/navigation'

/** A node of schema.org, as JSON-LD writes it. */
type Node = Record<string, unknown>

/** What the data are made for: where the site is published, and when. */
export interface Publication {
  /** Without a slash at the end. */
  publicUrl: string
  /** The whole address of the page's share image. */
  image: string | undefined
  /** Milliseconds since 1970. */
  now: number
  /** Whether what has ended closes (behaviour 2.8). */
  isPublic: boolean
}

const availability: Readonly<Record<Status, string>> = {
  open: 'https://schema.org/InStock',
  closed: 'https://schema.org/SoldOut',
  soon: 'https://schema.org/PreOrder',
  'with-pass': 'https://schema.org/InStock',
}

const place: Node = {
  '@type': 'Place',
  name: identity.college,
  address: {
    '@type': 'PostalAddress',
    streetAddress: identity.address.join(', '),
    addressLocality: identity.city,
    addressCountry: 'IN',
  },
}

const organizerAt = (publicUrl: string): Node => ({
  '@type': 'Organization',
  name: identity.association,
  url: `${publicUrl}/`,
  email: identity.email,
})

/** Of what is over nothing is said: schema.org has no word for it, and the dates tell. */
const statusOf = (isOver: boolean): Node => (isOver ? {} : { eventStatus: 'https://schema.org/EventScheduled' })

const inPerson: Node = { eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode' }

/** Until when an offer stands, so that a page that nobody builds anew is not wrong after it (behaviour 2.12). */
const untilEnd = (end: Instant, { isPublic }: Publication): Node =>
  isPublic ? { availabilityEnds: end, validThrough: end } : {}

const offer = (price: number, url: string, more: Node): Node => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'INR',
  url,
  ...more,
})

const ends = endsOf(wholeEdition)

const offersNow = ({ now, isPublic }: Publication): Offers => offersAt(ends, now, isPublic)

/** The price of the pass that opens a subject without a fee of its own. */
const passPrice = (fee: Fee & { per: 'pass' }): number | undefined =>
  (tiers.find((tier) => tier.label === fee.tier) ?? tiers[0])?.price

const offersOf = (subject: Subject, publication: Publication): Node[] => {
  const { fee, status } = subject
  const { publicUrl } = publication
  const standing = offersNow(publication).availabilityOf(subject)
  if (subject.feeAnnounced === false || standing === 'over' || standing === 'begun') return []
  const end = standing === 'closed' ? endOfSubject(subject) : lastCallOf(subject)
  const stands = { availability: availability[standing], ...untilEnd(instantAt(end), publication) }
  const url = publicUrl + (status === 'with-pass' ? '/delegate-pass' : registrationPath(subject))
  if (fee.per === 'member-count')
    return [
      offer(fee.single, url, { ...stands, name: 'Single member' }),
      offer(fee.team, url, { ...stands, name: `Team of ${subject.teamSize}` }),
    ]
  const price = fee.per === 'pass' ? passPrice(fee) : firstListedPrice(fee)
  return price === undefined
    ? []
    : [offer(price, url, { ...stands, ...(fee.per === 'pass' && { name: 'Delegate pass' }) })]
}

/** When a slot is; where no clock time is announced, the day alone. */
const timesOf = (slot: Slot): Node =>
  slot.part ? { startDate: dayOf(slot.start) } : { startDate: slot.start, ...(slot.end && { endDate: slot.end }) }

/** A round that the content calls online, which is the only kind that may come before the festival (behaviour 1.5). */
const isOnline = (slot: Slot) => /online/i.test(slot.label ?? '')

const eventOf = (subject: Subject, publication: Publication): Node => {
  const { publicUrl, image } = publication
  const url = publicUrl + subjectPath(subject)
  const slots = subject.slots.toSorted((one, other) => one.start.localeCompare(other.start))
  const [first, last] = [slots[0], slots.at(-1)]
  const offers = offersOf(subject, publication)
  const rounds = slots.map((slot) => ({
    '@type': 'Event',
    name: `${fullName(subject)}: ${slot.label}`,
    ...timesOf(slot),
    location: isOnline(slot) ? { '@type': 'VirtualLocation', url } : place,
  }))
  return {
    '@context': 'https://schema.org',
    '@type': subject.kind === 'workshop' ? 'EducationEvent' : 'Event',
    '@id': `${url}#event`,
    name: fullName(subject),
    description: subject.summary,
    url,
    ...(image && { image: [image] }),
    ...(first && timesOf(first)),
    ...(last && last !== first && { endDate: timesOf(last).endDate ?? dayOf(last.start) }),
    ...statusOf(offersNow(publication).availabilityOf(subject) === 'over'),
    ...inPerson,
    ...(slots.some(isOnline) && { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' }),
    location: slots.some(isOnline) ? [place, { '@type': 'VirtualLocation', url }] : place,
    organizer: organizerAt(publicUrl),
    superEvent: {
      '@type': 'Festival',
      '@id': `${publicUrl}/#festival`,
      name: identity.title,
      startDate: identity.firstDay,
      location: place,
    },
    ...(offers.length > 0 && { offers }),
    ...(rounds.length > 1 && { subEvent: rounds }),
  }
}

const festivalOf = (publication: Publication): Node => {
  const { publicUrl, image } = publication
  const offers = offersNow(publication)
  const sold = offers.tiers.flatMap(({ label, end }) => {
    const tier = tiers.find((one) => one.label === label)
    const more = { name: `Delegate pass, ${label}: ${tier?.name}`, availability: availability.open }
    return tier ? offer(tier.price, `${publicUrl}/delegate-pass`, { ...more, ...untilEnd(end, publication) }) : []
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'Festival',
    '@id': `${publicUrl}/#festival`,
    name: identity.title,
    description: identity.description,
    url: `${publicUrl}/`,
    ...(image && { image: [image] }),
    startDate: identity.firstDay,
    endDate: identity.lastDay,
    ...statusOf(offers.isOver),
    ...inPerson,
    location: place,
    organizer: organizerAt(publicUrl),
    ...(sold.length > 0 && { offers: sold }),
  }
}

const breadcrumbsOf = (screen: Screen, publicUrl: string): Node | undefined => {
  const crumbs = listCrumbs(screen)
  if (crumbs.length < 2) return undefined
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  }
}

/**
 * What a page tells search engines in schema.org's words: the festival on its home page, the event or workshop on its
 * own page, and below home the way there (behaviour 9.12).
 */
export const structuredDataOf = (screen: Screen, publication: Publication): Node[] => {
  if (!screen.match || screen.match.route.unlisted) return []
  const { route } = screen.match
  const subject = route.subject ? findSubject(route.subject) : undefined
  return [
    route.paths[0] === '/' ? festivalOf(publication) : undefined,
    subject && eventOf(subject, publication),
    breadcrumbsOf(screen, publication.publicUrl),
  ].filter((node) => node !== undefined)
}

/** A step of the way from the home page to a page. */
interface Crumb {
  name: string
  path: string
}

const hubs = [
  { groups: sections, name: 'Events & Competitions', path: '/events', query: 'section' },
  { groups: categories, name: 'Workshops', path: '/workshops', query: 'category' },
]

const groupCrumbs = (id: string): Crumb[] =>
  hubs.flatMap(({ groups, name, path, query }) => {
    const group = groups.find((one) => one.id === id)
    return group
      ? [
          { name, path },
          { name: group.title, path: `${path}?${query}=${id}` },
        ]
      : []
  })

/** The way from the home page to a screen, the screen itself last. */
const listCrumbs = ({ match, description }: Screen): Crumb[] => {
  const home = { name: identity.title, path: '/' }
  if (!match) return []
  const { route, props } = match
  const path = canonicalPath(match)
  if (path === '/') return [home]
  const subject = findSubject(props.subject ?? props.choice ?? '')
  if (subject) {
    const way = [home, ...groupCrumbs(subject.group), { name: fullName(subject), path: subjectPath(subject) }]
    return route.subject ? way : [...way, { name: 'Registration', path }]
  }
  const group = groupCrumbs(props.choice ?? '')
  if (group.length > 0) return [home, ...group]
  return [home, { name: description.title.split(' · ')[0] ?? description.title, path }]
}
