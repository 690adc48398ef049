import type { Edition } from '../content/content'
import { mostMembers, type Subject, type TeamSize } from '../content/subject'
import type { Rupees } from './money'

export type Fee = Edition['subjects'][number]['fee']

/** Returns, for example, "₹1,500", with Indian digit grouping. */
export const formatRupees = (amount: Rupees): string => {
  const digits = String(amount)
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  return `₹${head ? `${head},` : ''}${digits.slice(-3)}`
}

/** Whether the form includes a payment, with its QR code, coupon and UTR. */
export const isPaid = ({ per }: Fee): boolean => per !== 'pass' && per !== 'free'

/** Returns, for example, "₹300 (Single) / ₹400 (Team of 2)". */
export const formatFee = (fee: Fee, teamSize: TeamSize): string => {
  switch (fee.per) {
    case 'member-count':
      return `${formatRupees(fee.single)} (Single) / ${formatRupees(fee.team)} (Team of ${mostMembers(teamSize)})`
    case 'member':
      return `${formatRupees(fee.amount)} per member`
    case 'free':
      return 'Free'
    case 'team':
      return `${formatRupees(fee.amount)} per team`
    case 'entry':
      return formatRupees(fee.amount)
    case 'pass':
      return fee.tier ? `Included with the ${fee.tier} Delegate Pass` : 'Delegate Pass Required'
  }
}

/** Keyed by the label of the tier. */
export type PassPrices = Readonly<Record<string, Rupees>>

/** Returns, for example, "₹600 + delegate pass (₹1,100 or ₹1,300 in total)". */
export const formatTotal = (
  { fee, teamSize, passRequired }: Pick<Subject, 'fee' | 'teamSize' | 'passRequired'>,
  prices: PassPrices,
): string => {
  const own = formatFee(fee, teamSize)
  if (!passRequired) {
    return own
  }
  const more = fee.per === 'entry' ? fee.amount : 0
  const tier = fee.per === 'pass' && fee.tier
  const sums = Object.entries(prices)
    .flatMap(([label, price]) => (!tier || label === tier ? formatRupees(price + more) : []))
    .join(' or ')
  if (fee.per !== 'pass') {
    return `${own} + delegate pass (${sums}${more ? ' in total' : ''})`
  }
  return `${own} (${sums})${tier ? '' : ', nothing more to pay'}`
}

/** Returns undefined if there is no price to discount. */
export const firstListedPrice = (fee: Fee, memberCount = 1): Rupees | undefined => {
  switch (fee.per) {
    case 'pass':
    case 'free':
      return undefined
    case 'member-count':
      return fee.single
    case 'member':
      return fee.amount * memberCount
    default:
      return fee.amount
  }
}

/**
 * Returns 5 % of the first listed price, or of the total if the fee is per member. Rounded so that
 * the remaining amount is 95 %, rounded.
 */
export const couponDiscount = (fee: Fee, memberCount = 1): Rupees => {
  const price = firstListedPrice(fee, memberCount) ?? 0
  return price - Math.round((price * 95) / 100)
}

const fullFee = (fee: Exclude<Fee, { per: 'pass' }>, memberCount: number): Rupees => {
  switch (fee.per) {
    case 'free':
      return 0
    case 'member':
      return fee.amount * memberCount
    case 'member-count':
      return memberCount > 1 ? fee.team : fee.single
    default:
      return fee.amount
  }
}

/** Returns undefined if a pass covers the fee, and 0 for a free event. */
export const amountDue = (
  fee: Fee,
  memberCount: number,
  isCouponValid = false,
): Rupees | undefined => {
  if (fee.per === 'pass') {
    return undefined
  }
  const full = fullFee(fee, memberCount)
  return isCouponValid ? full - couponDiscount(fee, memberCount) : full
}

export const formatAmountDue = (rupees: Rupees | null): string => {
  if (rupees === null) {
    return 'Covered by the delegate pass'
  }
  return rupees === 0 ? 'Free' : formatRupees(rupees)
}

/** Passes are not refunded. */
export const describeMoneyBack = ({ fee }: Pick<Subject, 'fee'>): string =>
  isPaid(fee) ? ' Everyone who paid will be refunded.' : ''
