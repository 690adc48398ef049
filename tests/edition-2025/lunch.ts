import type { LunchContent } from '../../festival/content'

export const lunch: LunchContent = {
  included: 'Inclusive of lunch',
  excluded: 'Lunch is not included. Ask the help desk for it, at extra cost.',
}
