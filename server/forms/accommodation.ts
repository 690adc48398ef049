import type { Hono } from 'hono'
import * as v from 'valibot'
import { accommodation } from '#edition/accommodation'
import { identity } from '#edition/identity'
import { privacy } from '#edition/privacy'
import { subjects } from '../../festival/content/catalogue'
import type { AccommodationContent } from '../../festival/content/content'
import { formatPlace } from '../../festival/content/place'
import { at, formatDay, formatTime, isRealDay } from '../../festival/content/slot'
import { nameSubject } from '../../festival/content/stored-names'
import { parseBody } from '../../festival/contract/problem'
import { type AccommodationReceipt, accommodationSchema } from '../../festival/forms/accommodation'
import { writeAge } from '../../festival/forms/age'
import { formPaths } from '../../festival/forms/api'
import { details, formatAnswers } from '../../festival/forms/details'
import { formatRupees } from '../../festival/payment/fee'
import type { AccommodationRow, DbOrTransaction } from '../db/schema'
import { insertOnce } from '../db/transact'
import { refuseFields } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import { createConfirmationReader } from '../mail/confirmation'
import {
  answerFacts,
  answerTexts,
  type EmailContent,
  fact,
  group,
  link,
  nextStepText,
  optionalText,
  paymentFacts,
  referenceText,
  untrustedText,
} from '../mail/email-content'
import type { Availability } from './availability'
import { insertUnderDrawnId } from './entry-ids'
import type { Form, ReceiptFields } from './form'
import { formRoutes, type Submit } from './submit'

const dayPart = (localTime: string) => localTime.slice(0, 10)

export const accommodationForm = (
  availability: Availability,
  rooms: AccommodationContent,
): Form<'accommodation'> => ({
  kind: 'accommodation',
  refuse: availability.refuseRoom,

  insert: (transaction, { events, age, ...kept }, { id, now }) =>
    insertAccommodation(transaction, {
      ...kept,
      id,
      age: writeAge(age),
      room_type: rooms.roomType,
      check_in: dayPart(kept.arrival),
      check_out: dayPart(kept.departure),
      booking_time: now.toISOString(),
      events: events.map(nameSubject).join(', '),
      event_keys: JSON.stringify(events),
      amount: rooms.prebookingFee,
    }),

  find: (db, id) =>
    db.selectFrom('Accommodation').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

  toQueueFields: ({ amount }) => ({ event: '', amount, people: 1 }),

  makePayload: (row) =>
    v.parse(payloadSchema, { ...row, ...formatAnswers(details.accommodation, row) }),

  toReceipt: ({ request_id, booking_time, name, check_in, check_out, room_type }) =>
    ({
      request_id,
      booking_time,
      name,
      check_in,
      check_out,
      room_type,
    }) satisfies ReceiptFields<AccommodationReceipt>,
})

export const insertAccommodation = (
  db: DbOrTransaction,
  request: Omit<AccommodationRow, 'request_id'>,
  draw?: () => string,
): Promise<AccommodationRow> =>
  insertUnderDrawnId(
    (drawn, digits) => ({ ...request, request_id: `ACC-${drawn.slice(-digits)}` }),
    (row) => insertOnce(db.insertInto('Accommodation').values(row)),
    draw,
  )

export const accommodationRoutes = (
  submit: Submit,
  availability: Availability,
  rooms: AccommodationContent,
): Hono<HttpEnvironment> => {
  const form = accommodationForm(availability, rooms)
  const schema = accommodationSchema({ subjects, identity, isAgeAsked: privacy.askAge === true })
  return formRoutes(formPaths.accommodation, submit, (json) => {
    const parsed = parseBody(schema, json)
    if (!parsed.ok) {
      throw availability.refuseRoom() ?? refuseFields(parsed.errors)
    }
    return { form, body: parsed.value }
  })
}

/**
 * The e-mail's fields, as the organisers' templates name them. Add only optional ones (see
 * `mail/confirmation.ts`).
 */
const payloadSchema = v.object({
  name: untrustedText,
  ...answerTexts(details.accommodation),
  id_proof_url: v.string(),
  events: v.string(),
  participation_proof_url: v.string(),
  /** Local date and time in Asia/Kolkata: `2025-10-08T16:00`. */
  arrival: v.string(),
  departure: v.string(),
  transaction_id: untrustedText,
  payment_proof_url: v.string(),
  email: v.string(),
  phone: v.string(),
  request_id: optionalText,
  ...referenceText,
  /** Rupees. */
  amount: v.optional(v.number()),
})

export type AccommodationPayload = v.InferOutput<typeof payloadSchema>

/** Empty if the edition has no rooms. */
export const roomPhones = accommodation ? describePhones(accommodation) : ''

function describePhones({ phones }: AccommodationContent): string {
  const numbers = phones.map(({ label, number }) => `${number} (${label})`)
  return `To ask about your room, call ${numbers.join(' or ')}.`
}

const writeEmail = (payload: AccommodationPayload, address: string): EmailContent => {
  const number = payload.request_id || `(transaction ${payload.transaction_id})`
  const room = accommodation ? `${accommodation.roomType} room` : 'room'
  const paragraphs = [
    `Dear ${payload.name},`,
    `We have received your request for a ${room}. ${nextStepText}`,
    'Keep this e-mail, and quote the number below if you contact us.',
  ]
  if (roomPhones) {
    paragraphs.push(roomPhones)
  }
  const events = payload.events ? payload.events.split(', ') : ['None chosen']
  const payment = [fact('Transaction ID', payload.transaction_id), ...paymentFacts(payload)]
  if (payload.amount !== undefined) {
    payment.unshift(fact('Amount', formatRupees(payload.amount)))
  }
  return {
    subject: `We have received your accommodation request ${number}`,
    colour: 'lymph',
    kicker: 'Accommodation request received',
    title: 'Your request for a room',
    paragraphs,
    stamp: payload.request_id
      ? fact('Request number', payload.request_id)
      : fact('Transaction ID', payload.transaction_id),
    groups: [
      group(
        'Your stay',
        fact('Arrival', formatLocalTime(payload.arrival)),
        fact('Departure', formatLocalTime(payload.departure)),
        fact('Place', formatPlace(identity)),
        fact('Events', ...events),
        link('About the rooms', `${address}/accommodation`),
        link('Schedule', `${address}/schedule`),
      ),
      group(
        'The guest',
        fact('Name', payload.name),
        ...answerFacts(details.accommodation, payload),
        fact('E-mail', payload.email),
        fact('Phone', payload.phone),
      ),
      group('Pre-booking', ...payment),
      group(
        'Proofs',
        link('ID proof', payload.id_proof_url),
        link('Proof of participation', payload.participation_proof_url),
        link('Proof of payment', payload.payment_proof_url),
      ),
    ],
  }
}

/** Formats `2025-10-08T16:00` as "Wednesday, 8 October 2025, 4:00 PM". */
const formatLocalTime = (text: string): string => {
  const [day = '', hours = '', minutes = ''] = text.split(/[T:]/)
  if (!isRealDay(day) || !minutes) {
    return text
  }
  return `${formatDay(day)}, ${formatTime(at(day, `${hours}:${minutes}`))}`
}

export const accommodationConfirmation = createConfirmationReader({
  schema: payloadSchema,
  write: writeEmail,
})
