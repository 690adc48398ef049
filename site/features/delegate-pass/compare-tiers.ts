import type { Tier } from '../../../festival/content/content'

/** "Everything in Tier 1" names the tier whose contents it includes. */
const findNamed = (item: string, tiers: readonly Tier[]) =>
  tiers.find(({ label }) => item.includes(label))

const listIncluded = (tier: Tier, tiers: readonly Tier[]): string[] => {
  const others = tiers.filter((other) => other !== tier)
  return tier.includes.flatMap((item) => {
    const named = findNamed(item, others)
    return named ? listIncluded(named, others) : [item]
  })
}

export interface ComparedItem {
  item: string
  isIncluded: boolean
}

/** Lists the same items for each tier, keyed by the tier's value, so that they can be compared. */
export const compareTiers = (
  tiers: readonly Tier[],
): Readonly<Record<string, readonly ComparedItem[]>> => {
  const included = tiers.map((tier) => listIncluded(tier, tiers))
  const items = [...new Set(included.flat())]
  return Object.fromEntries(
    tiers.map(({ value }, index) => [
      value,
      items.map((item) => ({ item, isIncluded: included[index]?.includes(item) ?? false })),
    ]),
  )
}
