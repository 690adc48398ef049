import type { AccommodationContent } from '../content'

export const accommodation: AccommodationContent = {
  roomType: 'Non-AC',
  prebookingFee: 50,
  notices: [
    'Only non-AC rooms are available.',
    'A pre-booking is mandatory. It is paid by UPI, with the QR code of the form.',
    'Please call first: confirm by phone that a room is free before you pay for the pre-booking.',
  ],
  phones: [{ label: 'Awards and Accommodation Secretary', number: '+91 00000 00000' }],
}
