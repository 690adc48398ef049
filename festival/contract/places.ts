import type { Rupees } from '../payment/money'

export type Waitlist = 'waiting' | 'lost'

/** Numbers of entries. `pending` entries are not verified yet. */
export interface EventPlaces {
  places: number
  placed: number
  pending: number
  waiting: number
}

/** For organisers: "38 of 40 places, 6 pending, 3 waiting". */
export const describePlaceCount = ({ places, placed, pending, waiting }: EventPlaces): string =>
  `${placed} of ${places} places, ${pending} pending, ${waiting} waiting`

/**
 * `number` is the position on the waiting list, at worst: some of the `unchecked` earlier entries
 * may be rejected.
 */
export type Standing =
  | { is: 'none' | 'place' | 'lost' }
  | { is: 'waiting'; number: number; unchecked: number }

/** @param amount null if a pass covers the fee, 0 if the event is free */
const describeMissedPlace = (amount: Rupees | null | undefined): string => {
  if (amount === null) {
    return 'If no place becomes free, your pass stays valid.'
  }
  return amount === 0
    ? ''
    : 'If no place becomes free before the event starts, we will refund your payment.'
}

/** For use after a sentence that says that the payment or registration is verified. */
export const describeStanding = (standing: Standing, amount: Rupees | null | undefined): string => {
  switch (standing.is) {
    case 'none':
      return ''
    case 'place':
      return 'Your place is confirmed.'
    case 'lost':
      return amount === 0 || amount === null
        ? 'No place became free before the event started.'
        : 'No place became free before the event started, so we will refund your payment.'
    case 'waiting': {
      const { number, unchecked } = standing
      const next = `We will e-mail you if you get a place. ${describeMissedPlace(amount)}`.trim()
      if (unchecked === 0) {
        return `Waiting list, number ${number}. ${next}`
      }
      const entries = unchecked === 1 ? '1 earlier entry is' : `${unchecked} earlier entries are`
      return `Your place is not confirmed yet: ${entries} being checked. At worst you are number ${number} on the waiting list. ${next}`
    }
  }
}

/** For participants whose entry is not verified yet. */
export const describePlaces = (places: number, amount: Rupees | null): string => {
  const count = places === 1 ? 'There is 1 place.' : `There are ${places} places.`
  const what = amount ? 'payment' : 'registration'
  return `${count} When we have checked your ${what}, we will tell you whether you have a place. ${describeMissedPlace(amount)}`.trim()
}
