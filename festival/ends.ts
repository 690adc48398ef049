import { type Ends, endOfFestival } from './availability'
import type { Edition, Tier } from './content'
import type { PassPrices } from './fee'
import { endOf, instantAt, type Slot } from './slot'

/** What these tiers cost. */
export const pricePasses = (tiers: readonly Pick<Tier, 'label' | 'price'>[]): PassPrices =>
  Object.fromEntries(tiers.map(({ label, price }) => [label, price]))

/** Something that a pass opens. */
export interface Opened {
  title: string
  /** When its last session begins, and so the last moment at which a pass is of use for it. */
  begins: number
  /** Whether it takes no registrations, for the organisers closed it. */
  isClosed: boolean
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
        title: subject.nickname ?? subject.title,
        begins: lastBegin(subject.slots),
        isClosed: subject.status === 'closed',
      })),
    ...programme
      .filter(({ tier }) => tier !== undefined && isWith(tier))
      .map(({ title, slots }) => ({ title, begins: lastBegin(slots), isClosed: false })),
  ].sort((one, other) => one.begins - other.begins)
}

/**
 * A tier is sold until the last session that it opens begins, those included that take no registrations; one that opens
 * nothing by itself, to the end of the festival. A room is, until the last night begins.
 */
export const endsOf = (edition: Passes & Pick<Edition, 'identity' | 'accommodation'>): Ends => {
  const festival = instantAt(endOfFestival(edition.identity))
  const tiers = edition.tiers.map((tier) => ({
    label: tier.label,
    end:
      listOpened(tier, edition)
        .map(({ begins }) => instantAt(begins))
        .at(-1) ?? festival,
  }))
  return { tiers, rooms: edition.accommodation.lastNight, lastDay: edition.identity.lastDay }
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
    ...[...tiers.map(({ end }) => end), rooms].map((end) => Date.parse(end)),
    endOfFestival(edition.identity),
  ]
  return Math.max(0, ...changes.filter((change) => change <= now))
}
