export type Waitlist = 'waiting' | 'lost'

/** Numbers of entries. `pending` entries are not verified yet. */
export interface EventPlaces {
  places: number
  placed: number
  pending: number
  waiting: number
}

/**
 * `unconfirmed`: verified, but earlier entries are still being checked. `number` is the position
 * on the waiting list, at worst.
 */
export type Standing =
  | { is: 'none' | 'place' | 'lost' }
  | { is: 'unconfirmed'; ahead: number; number: number }
  | { is: 'waiting'; number: number }

/** Follows a sentence that says that the payment is verified. */
export const describeStanding = (standing: Standing): string => {
  switch (standing.is) {
    case 'none':
      return ''
    case 'place':
      return 'Your place is confirmed.'
    case 'lost':
      return 'No place became free before the event started, so we will refund you.'
    case 'waiting':
      return `Waiting list, number ${standing.number}.`
    case 'unconfirmed': {
      const { ahead, number } = standing
      const entries = ahead === 1 ? '1 earlier entry is' : `${ahead} earlier entries are`
      return `Your place is not confirmed yet: ${entries} being checked. At worst you are number ${number} on the waiting list.`
    }
  }
}

/** For participants whose payment is not verified yet. */
export const describePlaces = (places: number): string =>
  `There are ${places} places, and this does not confirm one. When your payment is verified, we will tell you whether you have a place.`
