import * as v from 'valibot'
import { accommodation } from '#edition/accommodation'
import { identity } from '#edition/identity'
import { breakLinks } from '../../festival/break-links'
import { placeOf } from '../../festival/calendar'
import { formatRupees } from '../../festival/fee'
import { at, formatDay, formatTime } from '../../festival/slot'
import { confirmationOf } from '../mail/confirmation'
import { checkedNext, type EmailContent, fact, link, paymentFacts, typedFact } from '../mail/email-content'

/** What the e-mail carries, by the organisers’ field names. It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  name: v.string(),
  college: v.string(),
  id_proof_url: v.string(),
  /** The chosen events' names, joined by ", ". */
  events: v.string(),
  participation_proof_url: v.string(),
  /** Local date and time in Asia/Kolkata: `2025-10-08T16:00`. */
  arrival: v.string(),
  departure: v.string(),
  transaction_id: v.string(),
  payment_proof_url: v.string(),
  email: v.string(),
  phone: v.string(),
  request_id: v.optional(v.string(), ''),
  payment_reference: v.optional(v.string(), ''),
  /** Rupees. */
  amount: v.optional(v.number()),
})

export type AccommodationPayload = v.InferOutput<typeof payloadSchema>

const writeEmail = (payload: AccommodationPayload, address: string): EmailContent => ({
  subject: `We have received your accommodation request ${payload.request_id || `(transaction ${breakLinks(payload.transaction_id)})`}`,
  colour: 'lymph',
  kicker: 'Accommodation request received',
  title: 'Your request for a room',
  paragraphs: [
    `Dear ${breakLinks(payload.name)},`,
    `We have received your request for a ${accommodation.roomType} room. ${checkedNext}`,
    'Keep this e-mail: by the number below the organisers find your pre-booking.',
    `To ask about your room, call ${accommodation.phones.map(({ label, number }) => `${number} (${label})`).join(' or ')}.`,
  ],
  stamp: payload.request_id
    ? fact('Request number', payload.request_id)
    : typedFact('Transaction ID', payload.transaction_id),
  groups: [
    {
      title: 'Your stay',
      facts: [
        fact('Arrival', formatLocalTime(payload.arrival)),
        fact('Departure', formatLocalTime(payload.departure)),
        fact('Place', placeOf(identity)),
        fact('Events', ...(payload.events ? payload.events.split(', ') : ['None chosen'])),
        link('About the rooms', `${address}/accommodation`),
        link('Schedule', `${address}/schedule`),
      ],
    },
    {
      title: 'The guest',
      facts: [
        typedFact('Name', payload.name),
        typedFact('College', payload.college),
        fact('E-mail', payload.email),
        fact('Phone', payload.phone),
      ],
    },
    {
      title: 'Pre-booking',
      facts: [
        ...(payload.amount === undefined ? [] : [fact('Amount', formatRupees(payload.amount))]),
        typedFact('Transaction ID', payload.transaction_id),
        ...paymentFacts(payload),
      ],
    },
    {
      title: 'Proofs',
      facts: [
        link('ID proof', payload.id_proof_url),
        link('Proof of participation', payload.participation_proof_url),
        link('Proof of payment', payload.payment_proof_url),
      ],
    },
  ],
})

/** "Wednesday, 8 October 2025, 4:00 PM" from `2025-10-08T16:00`. */
const formatLocalTime = (text: string): string => {
  const [, year, month, date, hours, minutes] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(text) ?? []
  if (!minutes) return text
  const day = `${Number(year)}-${month}-${date}` as const
  return `${formatDay(day)}, ${formatTime(at(day, `${hours}:${minutes}`))}`
}

/** The confirmation of an accommodation request. */
export const accommodationConfirmation = confirmationOf({
  schema: payloadSchema,
  write: writeEmail,
  typed: ['name', 'college', 'transaction_id'],
  withheld: ['request_id', 'payment_reference', 'amount'],
})
