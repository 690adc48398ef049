import { createHash, timingSafeEqual } from 'node:crypto'
import { type CouponAnswer, normaliseCoupon } from '../../../festival/coupon'
import { couponDiscount, firstListedPrice } from '../../../festival/fee'
import { couponMessages } from '../../../festival/messages'
import type { Subject } from '../../../festival/subject'

const digest = (text: string) => createHash('sha256').update(normaliseCoupon(text)).digest()

/** The server's word on a code; `configured` is the one known code, if any (behaviour 3.5). */
export const decideCoupon = (
  configured: string | undefined,
  subject: Pick<Subject, 'fee'>,
  code: string,
): CouponAnswer => {
  const isKnown = configured !== undefined && timingSafeEqual(digest(configured), digest(code))
  if (!isKnown) return { valid: false, message: couponMessages.invalid }
  const price = firstListedPrice(subject.fee)
  if (price === undefined) return { valid: false, message: couponMessages.nothingToDiscount }
  return { valid: true, message: couponMessages.valid, price: price - couponDiscount(subject.fee) }
}
