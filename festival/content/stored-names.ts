import { tiers } from '#edition/delegate-pass'
import { findSubject } from './catalogue'
import type { Tier } from './content'
import { fullName } from './subject'

/** Returns the key itself if the edition no longer contains the subject. */
export const nameSubject = (key: string): string => {
  const subject = findSubject(key)
  return subject ? fullName(subject) : key
}

export const onlyTier: Tier | undefined = tiers.length === 1 ? tiers[0] : undefined

export const findTier = (value: string): Tier | undefined =>
  tiers.find((tier) => tier.value === value)

/**
 * Returns, for example, "NOVUS CEREBRI", or the value itself if the edition does not contain the
 * tier.
 */
export const nameTier = (value: string): string => findTier(value)?.name ?? value

/**
 * Returns, for example, "Tier 2, MAGNUS CEREBRI", or the value itself if the edition does not
 * contain the tier.
 */
export const formatTier = (value: string): string => {
  const tier = findTier(value)
  return tier ? `${tier.label}, ${tier.name}` : value
}
