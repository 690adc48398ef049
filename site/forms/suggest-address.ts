import { countSlips } from '../lookup/edit-distance'

/** The domains of the mailboxes that most people in India have. */
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

/** Domains that are close to one of those, and are meant all the same. */
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

/** The longest domain that is looked at: the work grows with its length times that of each common one. */
const longest = 20

/**
 * The address that was probably meant, where the domain is one or two slips away from a common one; undefined for any
 * other (behaviour 5.46).
 */
export const suggestAddress = (typed: string): string | undefined => {
  const address = typed.trim()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 1 || domain.length > longest || common.includes(domain) || others.includes(domain)) {
    return undefined
  }
  const [nearest] = common
    .map((meant) => ({ meant, slips: countSlips(domain, meant) }))
    .sort((one, other) => one.slips - other.slips)
  return nearest && nearest.slips <= 2 ? `${address.slice(0, at)}@${nearest.meant}` : undefined
}
