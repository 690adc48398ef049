import { type Ends, endOfFestival, lastCallOf, type Offers } from './availability'
import type { Edition, Tier } from './content'
import type { PassPrices } from './fee'
import { endOf, instantAt, type Slot } from './slot'
import { type Status, shortName } from './subject'

export const pricePasses = (tiers: readonly Pick<Tier, 'label' | 'price'>[]): PassPrices =>
  Object.fromEntries(tiers.map(({ label, price }) => [label, price]))

export interface Opened {
  title: string
  /** From when a pass is of no use for it: nobody can register any more, or its last part has begun. Milliseconds since 1970. */
  until: number
  /** Undefined for an item of the programme, which asks for no registration. */
  status?: Status
  audience: readonly string[]
}

type Passes = Pick<Edition, 'subjects' | 'programme' | 'tiers'>

/** Everything that a tier opens, in the order of time: each tier opens what those before it in the list do. */
export const listOpened = ({ label }: Pick<Tier, 'label'>, { subjects, programme, tiers }: Passes): Opened[] => {
  const labels = tiers.map((tier) => tier.label)
  const isWith = (needed = labels[0] ?? '') => labels.indexOf(needed) <= labels.indexOf(label)
  const lastBegin = (slots: readonly Slot[]) => Math.max(...slots.map(({ start }) => Date.parse(start)))
  return [
    ...subjects
      .filter(({ passRequired, fee }) => passRequired && isWith(fee.per === 'pass' ? fee.tier : undefined))
      .map((subject) => ({
        title: shortName(subject),
        until: lastCallOf(subject),
        status: subject.status,
        audience: subject.audience,
      })),
    ...programme
      .filter(({ tier }) => tier !== undefined && isWith(tier))
      .map(({ title, slots }) => ({ title, until: lastBegin(slots), audience: [] })),
  ].sort((one, other) => one.until - other.until)
}

/** "a, b and c". */
export const joinWords = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

const joinTitles = (opened: readonly Opened[]) => joinWords(opened.map(({ title }) => title))

/** What a pass is worth now: what can be registered for with it and for whom, and what else is still to come. */
export const tellOpened = (opened: readonly Opened[], { isPast }: Pick<Offers, 'isPast'>): string => {
  const ahead = opened.filter(({ until }) => !isPast(until))
  const open = ahead.filter(({ status }) => status === 'open')
  const shown = ahead.filter(({ status }) => status === undefined || status === 'with-pass')
  const audiences = [...new Set(open.flatMap(({ audience }) => audience))]
  const whom = open.length === 0 ? '' : `, ${open.length > 1 ? 'all ' : ''}for ${audiences.join(' or ')} students`
  const isOneAudience = open.every(({ audience }) => audience.length === audiences.length)
  return [
    `Open now: ${open.length > 0 ? joinTitles(open) : 'no workshop'}${isOneAudience ? whom : ''}.`,
    ...(shown.length > 0 ? [`Still to come: ${joinTitles(shown)}.`] : []),
  ].join(' ')
}

/**
 * A tier is sold until nothing that it opens can be registered for or is still to begin; one that opens nothing of the kind, to the
 * end of the festival. A room is, until the last night begins, where there are any.
 */
export const endsOf = (edition: Passes & Pick<Edition, 'identity' | 'accommodation'>): Ends => {
  const festival = endOfFestival(edition.identity)
  const tiers = edition.tiers.map((tier) => {
    const useful = listOpened(tier, edition).filter(({ status }) => status !== 'closed')
    return { label: tier.label, end: instantAt(useful.at(-1)?.until ?? festival) }
  })
  return { tiers, rooms: edition.accommodation?.lastNight, lastDay: edition.identity.lastDay }
}

/**
 * The latest instant up to now at which an edition's site began to say something else, or 0. A page says the same at it
 * as now, and two builds between the same sessions are alike. All are milliseconds since 1970.
 */
export const lastChangeAt = (
  now: number,
  edition: Parameters<typeof endsOf>[0] & { identity: Pick<Edition['identity'], 'countdownTarget'> },
): number => {
  const { tiers, rooms } = endsOf(edition)
  const sessions = [...edition.subjects, ...edition.programme]
    .flatMap(({ slots }) => slots)
    .flatMap((slot) => [Date.parse(slot.start), endOf(slot)])
  const changes = [
    Date.parse(edition.identity.countdownTarget),
    ...sessions,
    ...[...tiers.map(({ end }) => end), ...(rooms ? [rooms] : [])].map((end) => Date.parse(end)),
    endOfFestival(edition.identity),
  ]
  return Math.max(0, ...changes.filter((change) => change <= now))
}
