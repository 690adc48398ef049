/**
 * A coupon as it is compared: letters, digits and the exclamation mark only, in upper case (behaviour 3.5).
 * The form shows the text this way while it is typed.
 */
export const normaliseCoupon = (text: string): string => text.replace(/[^a-z0-9!]/gi, '').toUpperCase()

/** The answer to a coupon check. */
export interface CouponAnswer {
  valid: boolean
  message: string
  /** The first listed price with 5% off, in rupees; only where the coupon holds. */
  price?: number
}
