import { amountDue } from '../../../festival/amount-due'
import { type CouponAnswer, normaliseCoupon } from '../../../festival/coupon'
import { registrationMessages } from '../../../festival/messages'
import { labelCategory } from '../../../festival/registrant'
import { formatMembers, type Registration, type RegistrationReceipt, readTeam } from '../../../festival/registration'
import { fullName, type Subject } from '../../../festival/subject'
import { proofFields } from '../../../festival/upload'
import type { EventRegistrationRow } from '../../db/schema'
import { ApiError, refuseFields } from '../../http/api-error'
import { claimsOf, type Form } from '../../submissions/handler'
import type { Doors } from '../../submissions/open-doors'
import type { RegistrationPayload } from './confirmation'
import { findRegistration, insertRegistration } from './queries'
import type { NextMillis } from './unique-millis'

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
