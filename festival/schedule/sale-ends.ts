import type { Edition, Tier } from '../content/content'
import { findEnd, instantAt, type Slot } from '../content/slot'
import { type Subject, shortName } from '../content/subject'
import type { PassPrices } from '../payment/fee'
import { findClosing, findEndOfFestival, type SaleEnds, type TierEnd } from './availability'
import type { OpenedItem } from './opened'

export const pricePasses = (tiers: readonly Pick<Tier, 'label' | 'price'>[]): PassPrices =>
  Object.fromEntries(tiers.map(({ label, price }) => [label, price]))

type Passes = Pick<Edition, 'subjects' | 'programme' | 'tiers'>

const toOpenedItem = (subject: Subject): OpenedItem => {
  const { status, closesAt, audience } = subject
  const item: OpenedItem = {
    title: shortName(subject),
    until: findClosing(subject),
    status,
    audience,
  }
  if (closesAt) {
    item.closesAt = closesAt
  }
  return item
}

/** `needed` is the label of the lowest tier, by default the first. */
export const listIncludingTiers = <Included extends Pick<Tier, 'label'>>(
  needed: string | undefined,
  tiers: readonly Included[],
): Included[] =>
  tiers.slice(
    Math.max(
      0,
      tiers.findIndex(({ label }) => label === needed),
    ),
  )

/** Sorted by time. A tier includes everything that the previous tiers include. */
export const listOpened = (
  { label }: Pick<Tier, 'label'>,
  { subjects, programme, tiers }: Passes,
): OpenedItem[] => {
  const isWith = (needed?: string) =>
    listIncludingTiers(needed, tiers).some((tier) => tier.label === label)
  const lastBegin = (slots: readonly Slot[]) =>
    Math.max(...slots.map(({ start }) => Date.parse(start)))
  return [
    ...subjects
      .filter(
        ({ passRequired, fee }) =>
          passRequired && isWith(fee.per === 'pass' ? fee.tier : undefined),
      )
      .map(toOpenedItem),
    ...programme
      .filter(({ tier }) => tier !== undefined && isWith(tier))
      .map(({ title, slots }) => ({ title, until: lastBegin(slots), audience: [] })),
  ].sort((left, right) => left.until - right.until)
}

const isUseful = ({ status }: OpenedItem) => status !== 'closed' && status !== 'cancelled'

/** Keyed by the label of the tier. */
export const listUsesByTier = (passes: Passes): Record<string, OpenedItem[]> =>
  Object.fromEntries(
    passes.tiers.map((tier) => [tier.label, listOpened(tier, passes).filter(isUseful)]),
  )

/**
 * A tier is sold while any of its items is open or upcoming; until the end of the festival if it
 * has no items; not at all if all its items are closed. Rooms are sold until the last night begins.
 */
export const findSaleEnds = (
  edition: Passes & Pick<Edition, 'identity' | 'accommodation'>,
): SaleEnds => {
  const festival = findEndOfFestival(edition.identity)
  const tiers = edition.tiers.map((tier) => {
    const opened = listOpened(tier, edition)
    const end = opened.length === 0 ? festival : opened.filter(isUseful).at(-1)?.until
    const tierEnd: TierEnd = { label: tier.label }
    if (end !== undefined) {
      tierEnd.end = instantAt(end)
    }
    return tierEnd
  })
  return { tiers, rooms: edition.accommodation?.lastNight, lastDay: edition.identity.lastDay }
}

/**
 * Returns the last moment before `now` at which the site changed, or 0, so that two builds between
 * the same sessions are identical. In milliseconds since 1970.
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
  const ends = tiers.flatMap(({ end }) => end ?? [])
  if (rooms) {
    ends.push(rooms)
  }
  const changes = [
    Date.parse(edition.identity.countdownTarget),
    ...sessions,
    ...ends.map((end) => Date.parse(end)),
    findEndOfFestival(edition.identity),
  ]
  return Math.max(0, ...changes.filter((change) => change <= now))
}
