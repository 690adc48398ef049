import type { Offers } from './availability'
import type { Instant } from './slot'
import type { Status } from './subject'

export interface Opened {
  title: string
  /** From when a pass is of no use for it: nobody can register any more, or its last part has begun. Milliseconds since 1970. */
  until: number
  /** Undefined for an item of the programme, which asks for no registration. */
  status?: Status
  closesAt?: Instant
  audience: readonly string[]
}

/** "a, b and c". */
export const joinWords = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

const joinTitles = (opened: readonly Opened[]) => joinWords(opened.map(({ title }) => title))

/** What a pass is worth now: what can be registered for with it and for whom, and what else is still to come. */
export const tellOpened = (
  opened: readonly Opened[],
  { isPast, hasClosed }: Pick<Offers, 'isPast' | 'hasClosed'>,
): string => {
  const ahead = opened.filter(({ until }) => !isPast(until))
  const open = ahead.filter((one) => one.status === 'open' && !hasClosed(one))
  const shown = ahead.filter(({ status }) => status === undefined || status === 'with-pass')
  const audiences = [...new Set(open.flatMap(({ audience }) => audience))]
  const whom = open.length === 0 ? '' : `, ${open.length > 1 ? 'all ' : ''}for ${audiences.join(' or ')} students`
  const isOneAudience = open.every(({ audience }) => audience.length === audiences.length)
  return [
    `Open now: ${open.length > 0 ? joinTitles(open) : 'no workshop'}${isOneAudience ? whom : ''}.`,
    ...(shown.length > 0 ? [`Still to come: ${joinTitles(shown)}.`] : []),
  ].join(' ')
}
