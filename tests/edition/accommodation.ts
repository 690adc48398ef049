import type { AccommodationContent } from '../../festival/content'

export const accommodation: AccommodationContent = {
  roomType: 'Dormitory',
  prebookingFee: 35,
  notices: ['Bring your own pillow.'],
  phones: [{ label: 'Dormitory desk', number: '+91 00000 00000' }],
}
