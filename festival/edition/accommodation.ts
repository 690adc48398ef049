import type { AccommodationContent } from '#festival/content/content'
import { at } from '#festival/content/slot'
import { formatRupees } from '#festival/payment/fee'

const prebookingFee = 50

export const accommodation: AccommodationContent | undefined = {
  roomType: 'Non-AC',
  prebookingFee,
  lastNight: at('2025-10-12', '18:00'),
  notices: [
    'Only non-AC rooms are available.',
    `A pre-booking of ${formatRupees(prebookingFee)} is mandatory. It is paid by UPI, with the QR code of the form.`,
    'Please call first: confirm by phone that a room is free before you pay for the pre-booking.',
  ],
  phones: [{ label: 'Awards and Accommodation Secretary', number: '+91 00000 00000' }],
}
