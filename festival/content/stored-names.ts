import { tiers } from '#edition/delegate-pass'
import { findSubject } from './catalogue'
import type { Tier } from './content'
import { fullName } from './subject'

/** What a stored key is called in full; the key itself where the edition no longer has it. */
export const nameSubject = (key: string): string => {
  const subject = findSubject(key)
  return subject ? fullName(subject) : key
}

/** The tier that nobody is asked for, where there is no other. */
export const onlyTier: Tier | undefined = tiers.length === 1 ? tiers[0] : undefined

/** The tier of a stored value, `novus`; undefined for one that the edition does not have. */
export const findTier = (value: string): Tier | undefined =>
  tiers.find((tier) => tier.value === value)

/** The name of a stored tier, "NOVUS CEREBRI"; the value itself where the edition does not have it. */
export const nameTier = (value: string): string => findTier(value)?.name ?? value

/** A stored tier with its label, "Tier 2, MAGNUS CEREBRI"; the value itself where the edition does not have it. */
export const formatTier = (value: string): string => {
  const tier = findTier(value)
  return tier ? `${tier.label}, ${tier.name}` : value
}
