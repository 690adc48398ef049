import type { AccommodationContent } from '../../festival/content'
import { at } from '../../festival/slot'

export const accommodation: AccommodationContent = {
  roomType: 'Dormitory',
  prebookingFee: 35,
  lastNight: at('2027-03-07', '20:00'),
  notices: ['Bring your own pillow.'],
  phones: [{ label: 'Dormitory desk', number: '+91 00000 00000' }],
}
