import type { Subject } from '../content/subject'
import { formatRupees } from '../payment/fee'
import type { Rupees } from '../payment/money'

/** A place is one entry: a person or a team. */
export interface OpenPlaces {
  /** `few`: less than a tenth is left. `full`: verified entries alone take all places. */
  level: 'free' | 'few' | 'full'
  left: number
  /** In UTC: when verified entries took the last place. */
  filledAt?: string
}

export type OpenPlacesByEvent = Readonly<Record<string, OpenPlaces>>

/**
 * The form shows this before the payment.
 * @param amount undefined if a pass covers the fee, 0 if the event is free
 * @returns undefined if the event has no limit
 */
export const describeOpenPlaces = (
  { places }: Pick<Subject, 'places'>,
  open: OpenPlaces | undefined,
  amount: Rupees | undefined,
): string | undefined => {
  if (places === undefined || !open) {
    return undefined
  }
  if (open.left > 0) {
    return `${open.left} of ${places} places left.`
  }
  if (amount === undefined) {
    return `All ${places} places may already be taken. There is nothing to pay, and your pass stays valid whether or not you get a place.`
  }
  if (amount === 0) {
    return `All ${places} places may already be taken. Later entries join the waiting list.`
  }
  return `Pay ${formatRupees(amount)} now. All ${places} places may be taken: if none becomes free before the event starts, we will refund your payment.`
}
