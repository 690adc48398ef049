import { tiers } from '#edition/delegate-pass'
import { findSubject } from './catalogue'
import type { Tier } from './content'
import { fullName } from './subject'

/** The full name of a stored key, or the key itself if the edition no longer has it. */
export const nameSubject = (key: string): string => {
  const subject = findSubject(key)
  return subject ? fullName(subject) : key
}

/** Set if the edition has a single tier, so that forms need not ask for it. */
export const onlyTier: Tier | undefined = tiers.length === 1 ? tiers[0] : undefined

/** By the stored value, `novus`. Undefined if the edition does not have it. */
export const findTier = (value: string): Tier | undefined =>
  tiers.find((tier) => tier.value === value)

/** "NOVUS CEREBRI", or the stored value if the edition does not have the tier. */
export const nameTier = (value: string): string => findTier(value)?.name ?? value

/** "Tier 2, MAGNUS CEREBRI", or the stored value if the edition does not have the tier. */
export const formatTier = (value: string): string => {
  const tier = findTier(value)
  return tier ? `${tier.label}, ${tier.name}` : value
}
