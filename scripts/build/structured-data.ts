import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { findSubject } from '../../festival/catalogue'
import { type Fee, firstListedPrice } from '../../festival/fee'
import { dayOf, type Slot } from '../../festival/slot'
import { fullName, registrationPath, type Status, type Subject, subjectPath } from '../../festival/subject'
import type { Screen } from '../../site/navigation/screen'
import { listCrumbs } from './crumbs'

/** A node of schema.org, as JSON-LD writes it. */
type Node = Record<string, unknown>

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

const scheduled: Node = {
  eventStatus: 'https://schema.org/EventScheduled',
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
}

const offer = (price: number, url: string, more: Node): Node => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'INR',
  url,
  ...more,
})

/** The price of the pass that opens a subject without a fee of its own. */
const passPrice = (fee: Fee & { per: 'pass' }): number | undefined =>
  (tiers.find((tier) => tier.label === fee.tier) ?? tiers[0])?.price

const offersOf = (subject: Subject, publicUrl: string): Node[] => {
  const { fee, status } = subject
  if (subject.feeAnnounced === false) return []
  const stands = { availability: availability[status] }
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

const eventOf = (subject: Subject, publicUrl: string, image: string | undefined): Node => {
  const url = publicUrl + subjectPath(subject)
  const slots = subject.slots.toSorted((one, other) => one.start.localeCompare(other.start))
  const [first, last] = [slots[0], slots.at(-1)]
  const offers = offersOf(subject, publicUrl)
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
    ...scheduled,
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

const festivalAt = (publicUrl: string, image: string | undefined): Node => ({
  '@context': 'https://schema.org',
  '@type': 'Festival',
  '@id': `${publicUrl}/#festival`,
  name: identity.title,
  description: identity.description,
  url: `${publicUrl}/`,
  ...(image && { image: [image] }),
  startDate: identity.firstDay,
  endDate: identity.lastDay,
  ...scheduled,
  location: place,
  organizer: organizerAt(publicUrl),
  offers: tiers.map((tier) =>
    offer(tier.price, `${publicUrl}/delegate-pass`, {
      name: `Delegate pass, ${tier.label}: ${tier.name}`,
      availability: availability.open,
    }),
  ),
})

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
 * own page, and below home the way there (behaviour 9.12). `image` is the whole address of the page's share image.
 */
export const structuredDataOf = (screen: Screen, publicUrl: string, image: string | undefined): Node[] => {
  if (!screen.match || screen.match.route.unlisted) return []
  const { route } = screen.match
  const subject = route.subject ? findSubject(route.subject) : undefined
  return [
    route.paths[0] === '/' ? festivalAt(publicUrl, image) : undefined,
    subject && eventOf(subject, publicUrl, image),
    breadcrumbsOf(screen, publicUrl),
  ].filter((node) => node !== undefined)
}
