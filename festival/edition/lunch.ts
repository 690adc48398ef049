import type { LunchContent } from '../content'

export const lunch: LunchContent = {
  included: 'Inclusive of lunch',
  excluded: 'Lunch is not included. It is available at extra cost, on request to the help desk.',
}
