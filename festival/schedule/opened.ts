import type { Instant } from '../content/slot'
import type { Status } from '../content/subject'
import type { Offers } from './availability'

export interface OpenedItem {
  title: string
  /** When registration ends or, if earlier, the last part begins. In milliseconds since 1970. */
  until: number
  /** Missing for items that need no registration. */
  status?: Status
  closesAt?: Instant
  audience: readonly string[]
}

/** Returns, for example, "a, b and c". */
export const joinWords = (words: readonly string[]): string => {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}

const joinTitles = (opened: readonly OpenedItem[]) => joinWords(opened.map(({ title }) => title))

const splitOpened = (
  opened: readonly OpenedItem[],
  { isPast, hasClosed }: Pick<Offers, 'isPast' | 'hasClosed'>,
) => {
  const ahead = opened.filter(({ until }) => !isPast(until))
  return {
    open: ahead.filter((subject) => subject.status === 'open' && !hasClosed(subject)),
    toCome: ahead.filter(({ status }) => status === undefined || status === 'with-pass'),
  }
}

/** Returns, for example, "Smart AI and Vivantia, all for medical students". */
const joinOpenTitles = (open: readonly OpenedItem[]) => {
  const audiences = [...new Set(open.flatMap(({ audience }) => audience))]
  const isOneAudience = open.every(({ audience }) => audience.length === audiences.length)
  if (audiences.length === 0 || !isOneAudience) {
    return joinTitles(open)
  }
  const all = open.length > 1 ? 'all ' : ''
  return `${joinTitles(open)}, ${all}for ${audiences.join(' or ')} students`
}

export const describeOpened = (
  opened: readonly OpenedItem[],
  offers: Pick<Offers, 'isPast' | 'hasClosed'>,
): string => {
  const { open, toCome } = splitOpened(opened, offers)
  const now = open.length > 0 ? `Open now: ${joinOpenTitles(open)}.` : 'No workshop is open now.'
  return toCome.length > 0 ? `${now} Still to come: ${joinTitles(toCome)}.` : now
}

/** For pages that have no other text about passes. */
export const describePassWorth = (
  label: string,
  opened: readonly OpenedItem[],
  offers: Pick<Offers, 'isPast' | 'hasClosed'>,
): string => {
  const { open, toCome } = splitOpened(opened, offers)
  if (open.length === 0 && toCome.length === 0) {
    return 'No workshop is open with a delegate pass now.'
  }
  if (open.length === 0) {
    return `No workshop is open with a delegate pass now. Still to come with ${label}: ${joinTitles(toCome)}.`
  }
  const now = `Open now with a delegate pass: ${joinOpenTitles(open)}.`
  return toCome.length > 0 ? `${now} Still to come: ${joinTitles(toCome)}.` : now
}
