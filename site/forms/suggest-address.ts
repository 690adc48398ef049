import { countSlips } from '../lookup/edit-distance'

/** The most common mail domains in India. */
const common = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'yahoo.in',
  'outlook.com',
  'hotmail.com',
  'rediffmail.com',
  'icloud.com',
  'live.com',
]

/** Valid domains that are close to a common one. */
const others = [
  'googlemail.com',
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'outlook.in',
  'hotmail.co.in',
  'live.in',
  'me.com',
  'mac.com',
  'zoho.com',
]

/** The maximum length of a domain that is compared, to limit the work. */
const longest = 20

/** Suggests an address if its domain is one or two typos away from a common one. */
export const suggestAddress = (typed: string): string | undefined => {
  const address = typed.trim()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 1 || domain.length > longest || common.includes(domain) || others.includes(domain)) {
    return undefined
  }
  const [nearest] = common
    .map((meant) => ({ meant, slips: countSlips(domain, meant) }))
    .sort((left, right) => left.slips - right.slips)
  return nearest && nearest.slips <= 2 ? `${address.slice(0, at)}@${nearest.meant}` : undefined
}
