import type { Edition, Tier } from '../content/content'
import { findEnd, instantAt, type Slot } from '../content/slot'
import { shortName } from '../content/subject'
import type { PassPrices } from '../payment/fee'
import { findClosing, findEndOfFestival, type SaleEnds } from './availability'
import type { OpenedItem } from './opened'

export const pricePasses = (tiers: readonly Pick<Tier, 'label' | 'price'>[]): PassPrices =>
  Object.fromEntries(tiers.map(({ label, price }) => [label, price]))

type Passes = Pick<Edition, 'subjects' | 'programme' | 'tiers'>

/** Everything that a tier opens, in the order of time: each tier opens what those before it in the list do. */
export const listOpened = (
  { label }: Pick<Tier, 'label'>,
  { subjects, programme, tiers }: Passes,
): OpenedItem[] => {
  const labels = tiers.map((tier) => tier.label)
  const isWith = (needed = labels[0] ?? '') => labels.indexOf(needed) <= labels.indexOf(label)
  const lastBegin = (slots: readonly Slot[]) =>
    Math.max(...slots.map(({ start }) => Date.parse(start)))
  return [
    ...subjects
      .filter(
        ({ passRequired, fee }) =>
          passRequired && isWith(fee.per === 'pass' ? fee.tier : undefined),
      )
      .map((subject) => ({
        title: shortName(subject),
        until: findClosing(subject),
        status: subject.status,
        ...(subject.closesAt ? { closesAt: subject.closesAt } : {}),
        audience: subject.audience,
      })),
    ...programme
      .filter(({ tier }) => tier !== undefined && isWith(tier))
      .map(({ title, slots }) => ({ title, until: lastBegin(slots), audience: [] })),
  ].sort((one, other) => one.until - other.until)
}

/** What of it a pass is still of use for. */
const isUseful = ({ status }: OpenedItem) => status !== 'closed' && status !== 'cancelled'

/** What each tier opens and is of use for, by its label. */
export const listUsesByTier = (passes: Passes): Record<string, OpenedItem[]> =>
  Object.fromEntries(
    passes.tiers.map((tier) => [tier.label, listOpened(tier, passes).filter(isUseful)]),
  )

/**
 * A tier is sold until nothing that it opens can be registered for or is still to begin; one that opens nothing of the kind, to the
 * end of the festival. One whose subjects are all closed is not sold (behaviour 16.5). A room is, until the last night begins, where there are any.
 */
export const findSaleEnds = (
  edition: Passes & Pick<Edition, 'identity' | 'accommodation'>,
): SaleEnds => {
  const festival = findEndOfFestival(edition.identity)
  const tiers = edition.tiers.map((tier) => {
    const opened = listOpened(tier, edition)
    const end = opened.length === 0 ? festival : opened.filter(isUseful).at(-1)?.until
    return { label: tier.label, ...(end === undefined ? {} : { end: instantAt(end) }) }
  })
  return { tiers, rooms: edition.accommodation?.lastNight, lastDay: edition.identity.lastDay }
}

/**
 * The latest instant up to now at which an edition's site began to say something else, or 0. A page says the same at it
 * as now, and two builds between the same sessions are alike. All are milliseconds since 1970.
 */
export const lastChangeAt = (
  now: number,
  edition: Parameters<typeof findSaleEnds>[0] & {
    identity: Pick<Edition['identity'], 'countdownTarget'>
  },
): number => {
  const { tiers, rooms } = findSaleEnds(edition)
  const sessions = [...edition.subjects, ...edition.programme]
    .flatMap(({ slots }) => slots)
    .flatMap((slot) => [Date.parse(slot.start), findEnd(slot)])
  const changes = [
    Date.parse(edition.identity.countdownTarget),
    ...sessions,
    ...[...tiers.flatMap(({ end = [] }) => end), ...(rooms ? [rooms] : [])].map((end) =>
      Date.parse(end),
    ),
    findEndOfFestival(edition.identity),
  ]
  return Math.max(0, ...changes.filter((change) => change <= now))
}
