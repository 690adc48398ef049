import { tiers } from '#edition/delegate-pass'
import type { Tier } from './content'

/** The tier of a stored value, `novus`; undefined for one that the edition does not have. */
export const findTier = (value: string): Tier | undefined => tiers.find((tier) => tier.value === value)

/** The name of a stored tier, "NOVUS CEREBRI"; the value itself where the edition does not have it. */
export const nameTier = (value: string): string => findTier(value)?.name ?? value
