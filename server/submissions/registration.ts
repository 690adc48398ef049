import { Hono } from 'hono'
import * as v from 'valibot'
import { amountDue } from '../../festival/amount-due'
import { formPaths } from '../../festival/api'
import { defaultSubject, findSubject } from '../../festival/catalogue'
import { eventNumberAt, firstLongNumber, formatEventRegistrationId, nextEventNumber } from '../../festival/ids'
import { registrationMessages } from '../../festival/messages'
import { parseBody } from '../../festival/problem'
import {
  type CouponAnswer,
  formatMembers,
  normaliseCoupon,
  type Registration,
  type RegistrationReceipt,
  readTeam,
  registrationSchema,
} from '../../festival/registration'
import { labelCategory } from '../../festival/stored-names'
import { fullName, type Subject } from '../../festival/subject'
import { proofFields } from '../../festival/upload'
import type { DbOrTransaction, EventRegistrationRow } from '../db/schema'
import { insertOnce } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import type { Doors } from './availability'
import { claimsOf, type Form, type Submission, unknownEvent } from './form'
import type { RegistrationPayload } from './registration-email'
import { addSubmission } from './routes'
import type { Submit } from './submit'

/** How an event registration takes the common path (behaviour 7.5). */
export const registrationForm = (
  subject: Subject,
  decideCoupon: (code: string) => Promise<CouponAnswer>,
  nextMillis: NextMillis,
  doors: Doors,
): Form<Registration, EventRegistrationRow> => ({
  kind: 'registration',
  messages: registrationMessages,

  async authorize({ coupon }) {
    const refusal = doors.refusalOf(subject)
    if (refusal) throw refusal
    if (normaliseCoupon(coupon) === '') return
    const answer = await decideCoupon(coupon).catch((error: unknown) => {
      // Others of this network guessed: that stands between the registrant and a discount, not the festival.
      if (error instanceof ApiError) return { valid: false, message: error.detail }
      throw error
    })
    if (!answer.valid) throw refuseFields([{ path: 'coupon', message: answer.message }])
  },

  uploadsOf: (body) => claimsOf(proofFields.registration, body),

  insert(transaction, body, { id, now }) {
    const [leader] = body.members
    const coupon = normaliseCoupon(body.coupon)
    return insertRegistration(
      transaction,
      {
        id,
        name: leader.name,
        email: body.email,
        phone: leader.phone,
        year: leader.year,
        event_id: subject.key,
        registration_time: now.toISOString(),
        payment_screenshot_url: body.payment_screenshot_url,
        team_members: JSON.stringify(body.members),
        coupon_applied: coupon === '' ? 'no' : 'yes',
        institution: body.institution,
        category: body.category,
        delegate_id: body.delegate_id,
        coupon_code: coupon,
        amount: amountDue(subject.fee, body.members.length, coupon !== '') ?? null,
        payment_reference: body.payment_reference ?? '',
        utr: body.utr ?? '',
      },
      nextMillis(now.getTime()),
    )
  },

  find: findRegistration,

  eventOf: (row) => row.event_id,

  payloadOf: (row, body): RegistrationPayload => ({
    registration_id: row.registration_id,
    event_name: fullName(subject),
    team_members: formatMembers(body.members),
    registrant_name: row.name,
    delegate_id: row.delegate_id,
    registrant_email: row.email,
    registrant_phone: row.phone,
    registrant_institution: row.institution,
    registrant_year: row.year,
    registrant_category: labelCategory(body.category),
    payment_screenshot_url: row.payment_screenshot_url,
    coupon_code: row.coupon_code,
    amount: row.amount,
    payment_reference: row.payment_reference,
    utr: row.utr,
    event_key: row.event_id,
  }),

  toReceipt: (row): Omit<RegistrationReceipt, 'confirmation'> => ({
    registration_id: row.registration_id,
    event: row.event_id,
    event_name: fullName(subject),
    registrant_name: row.name,
    team: readTeam(row.team_members),
    email: row.email,
    registration_time: row.registration_time,
    coupon_applied: row.coupon_applied,
    amount: row.amount,
    payment_reference: row.payment_reference,
  }),

  registrationIdOf: (row) => row.registration_id,
})

type NewRegistration = Omit<EventRegistrationRow, 'number' | 'registration_id'>

/** So many numbers in a row that are taken say that six digits have become scarce. */
const tries = 1_000

/** The table's constraint decides whether a number is free: whoever registers at the same time is waited for. */
const insertUnlessTaken = async (
  db: DbOrTransaction,
  registration: NewRegistration,
  number: number,
): Promise<EventRegistrationRow | undefined> => {
  const row = { ...registration, number, registration_id: formatEventRegistrationId(number) }
  return (await insertOnce(db.insertInto('EventRegistration').values(row))) ? row : undefined
}

/** One more than the longest so far. */
const findLong = async (db: DbOrTransaction): Promise<number> => {
  const { highest } = await db
    .selectFrom('EventRegistration')
    .select(({ fn }) => fn.max('number').as('highest'))
    .executeTakeFirstOrThrow()
  return Math.max(highest + 1, firstLongNumber)
}

/**
 * Saves a registration under its moment's number, or the first free one after it (behaviour 4.2, 4.4).
 * @throws Error when other registrations were quicker for every number that was tried
 */
const insertRegistration = async (
  db: DbOrTransaction,
  registration: NewRegistration,
  moment: number,
): Promise<EventRegistrationRow> => {
  let number = eventNumberAt(moment)
  for (let round = 0; round < tries; round += 1) {
    const row = await insertUnlessTaken(db, registration, number)
    if (row) return row
    number = nextEventNumber(number)
  }
  for (let round = 0; round < tries; round += 1) {
    const row = await insertUnlessTaken(db, registration, await findLong(db))
    if (row) return row
  }
  throw new Error('No registration number is free')
}

const findRegistration = (db: DbOrTransaction, id: string): Promise<EventRegistrationRow> =>
  db.selectFrom('EventRegistration').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Hands out each millisecond of the clock once. */
export type NextMillis = (now: number) => number

/** A clock that is back by more than this was set; by less, the registration only took its time to get here. */
const longestWayMs = 60_000

/**
 * Gives each registration of this process a millisecond of its own: the clock's, or the one after the last that was
 * given. In a rush many come within one, and trying numbers that are surely taken would cost each of them more than the
 * saving.
 */
export const createUniqueMillis = (): NextMillis => {
  let last = Number.NEGATIVE_INFINITY
  return (now) => {
    last = now > last || now < last - longestWayMs ? now : last + 1
    return last
  }
}

const schemas = new Map<Subject, ReturnType<typeof registrationSchema>>()

/** Made once for each subject: making one takes longer than checking a body by it. */
const schemaOf = (subject: Subject) => {
  const known = schemas.get(subject) ?? registrationSchema(subject)
  schemas.set(subject, known)
  return known
}

const namesEvent = v.object({ event: v.string() })

/**
 * Checks a registration's JSON. The event comes first, for it decides what the other fields must be: an unknown one is
 * named beside the fields that are wrong for any, and one that is not open is refused whatever else is wrong.
 * @throws ApiError
 */
export const readRegistration = (
  json: unknown,
  formOf: (subject: Subject) => Form<Registration, EventRegistrationRow>,
  doors: Doors,
): Submission<Registration, EventRegistrationRow> => {
  const subject = v.is(namesEvent, json) ? findSubject(json.event) : undefined
  const parsed = parseBody(schemaOf(subject ?? defaultSubject), json)
  const errors = parsed.ok ? [] : parsed.errors
  if (!subject) throw refuseFields([unknownEvent, ...errors.filter((error) => error.path !== unknownEvent.path)])
  if (parsed.ok) return { form: formOf(subject), body: parsed.value }
  throw doors.refusalOf(subject) ?? refuseFields(errors)
}

/** Whether a code that came from this network holds for the subject. */
type DecideCoupon = (subject: Subject, code: string, network: string) => Promise<CouponAnswer>

/** `POST /api/event-registrations`. */
export const registrationRoutes = (
  submit: Submit,
  decideCoupon: DecideCoupon,
  nextMillis: NextMillis,
  doors: Doors,
): Hono<HttpEnvironment> =>
  addSubmission(new Hono<HttpEnvironment>(), formPaths.registration, submit, (json, { wide }) =>
    readRegistration(
      json,
      (subject) => registrationForm(subject, (code) => decideCoupon(subject, code, wide), nextMillis, doors),
      doors,
    ),
  )
