import type { Fee } from './fee'

/** The first price that the fee lists, in rupees; undefined where there is none to discount (behaviour 3.4). */
export const firstListedPrice = (fee: Fee): number | undefined => {
  if (fee.per === 'pass') return undefined
  return fee.per === 'member-count' ? fee.single : fee.amount
}

/** What a coupon takes off, in rupees: 5% of the first listed price, so that price minus it is the rounded 95%. */
export const couponDiscount = (fee: Fee): number => {
  const price = firstListedPrice(fee) ?? 0
  return price - Math.round((price * 95) / 100)
}

/** What a team of this many pays, in rupees; undefined where the fee is that of a delegate pass (behaviour 3.3). */
export const amountDue = (fee: Fee, memberCount: number, couponHolds = false): number | undefined => {
  if (fee.per === 'pass') return undefined
  const full = fee.per === 'member-count' ? (memberCount > 1 ? fee.team : fee.single) : fee.amount
  return couponHolds ? full - couponDiscount(fee) : full
}
