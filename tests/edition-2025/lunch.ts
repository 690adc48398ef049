import type { LunchContent } from '../../festival/content'

export const lunch: LunchContent = {
  included: 'Inclusive of lunch',
  excluded: 'Lunch is not included. You can order it at the help desk for an extra charge.',
}
