import { Hono } from 'hono'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { type AccommodationReceipt, type AccommodationRequest, accommodationSchema } from '../../festival/accommodation'
import { formPaths } from '../../festival/api'
import { formatRequestId } from '../../festival/ids'
import { accommodationMessages } from '../../festival/messages'
import { parseBody } from '../../festival/problem'
import { nameSubject } from '../../festival/stored-names'
import { proofFields } from '../../festival/upload'
import type { AccommodationRow, DbOrTransaction } from '../db/schema'
import { insertOnce } from '../db/transact'
import { refuseFields } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import type { AccommodationPayload } from './accommodation-email'
import type { Doors } from './availability'
import { insertUnderDrawnId } from './draw-id'
import { claimsOf, type Form } from './form'
import { addSubmission } from './routes'
import type { Submit } from './submit'

/** The date part of a local date and time: `2025-10-08T16:00` gives `2025-10-08`. */
const dayPart = (localTime: string) => localTime.slice(0, 10)

/** How an accommodation request takes the common path (behaviour 7.7). */
export const accommodationForm = (doors: Doors): Form<AccommodationRequest, AccommodationRow> => ({
  kind: 'accommodation',
  messages: accommodationMessages,
  authorize() {
    const refusal = doors.roomError()
    if (refusal) throw refusal
  },

  uploadsOf: (body) => claimsOf(proofFields.accommodation, body),

  insert: (transaction, body, { id, now }) =>
    insertAccommodation(transaction, {
      id,
      name: body.name,
      email: body.email,
      phone: body.phone,
      room_type: accommodation.roomType,
      check_in: dayPart(body.arrival),
      check_out: dayPart(body.departure),
      booking_time: now.toISOString(),
      payment_proof_url: body.payment_proof_url,
      college: body.college,
      id_proof_url: body.id_proof_url,
      events: body.events.map(nameSubject).join(', '),
      event_keys: JSON.stringify(body.events),
      participation_proof_url: body.participation_proof_url,
      arrival: body.arrival,
      departure: body.departure,
      transaction_id: body.transaction_id,
      amount: accommodation.prebookingFee,
      payment_reference: body.payment_reference ?? '',
    }),

  find: findAccommodation,

  eventOf: () => '',

  payloadOf: (row): AccommodationPayload => ({
    name: row.name,
    college: row.college,
    id_proof_url: row.id_proof_url,
    events: row.events,
    participation_proof_url: row.participation_proof_url,
    arrival: row.arrival,
    departure: row.departure,
    transaction_id: row.transaction_id,
    payment_proof_url: row.payment_proof_url,
    email: row.email,
    phone: row.phone,
    request_id: row.request_id,
    payment_reference: row.payment_reference,
    amount: row.amount,
  }),

  toReceipt: (row): Omit<AccommodationReceipt, 'confirmation'> => ({
    request_id: row.request_id,
    booking_time: row.booking_time,
    name: row.name,
    email: row.email,
    check_in: row.check_in,
    check_out: row.check_out,
    room_type: row.room_type,
    payment_reference: row.payment_reference,
  }),

  registrationIdOf: (row) => row.request_id,
})

const insertUnlessTaken = async (db: DbOrTransaction, row: AccommodationRow): Promise<boolean> => {
  return insertOnce(db.insertInto('Accommodation').values(row))
}

/**
 * Saves a request under a random number that no other has (behaviour 4.5).
 * @throws Error when no free number was drawn
 */
export const insertAccommodation = (
  db: DbOrTransaction,
  request: Omit<AccommodationRow, 'request_id'>,
  draw?: () => string,
): Promise<AccommodationRow> =>
  insertUnderDrawnId(
    (drawn, digits) => ({ ...request, request_id: formatRequestId(drawn, digits) }),
    (row) => insertUnlessTaken(db, row),
    draw,
  )

const findAccommodation = (db: DbOrTransaction, id: string): Promise<AccommodationRow> =>
  db.selectFrom('Accommodation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** `POST /api/accommodations`. */
export const accommodationRoutes = (submit: Submit, doors: Doors): Hono<HttpEnvironment> => {
  const form = accommodationForm(doors)
  const schema = accommodationSchema({ subjects, identity })
  return addSubmission(new Hono<HttpEnvironment>(), formPaths.accommodation, submit, (json) => {
    const parsed = parseBody(schema, json)
    if (!parsed.ok) throw doors.roomError() ?? refuseFields(parsed.errors)
    return { form, body: parsed.value }
  })
}
