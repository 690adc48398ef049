import type { Hono } from 'hono'
import * as v from 'valibot'
import { privacy } from '#edition/privacy'
import { defaultSubject } from '../../festival/content/catalogue'
import { describeCancellation, helpDeskContact } from '../../festival/content/help-desk'
import {
  findSubmissionLink,
  fullName,
  isConfirmedByEmail,
  listCalendarEntries,
  listSessions,
  mostMembers,
  type Subject,
  subjectPath,
} from '../../festival/content/subject'
import { linkDays } from '../../festival/contract/decision-mail'
import { describePlaces } from '../../festival/contract/places'
import { parseBody } from '../../festival/contract/problem'
import { writeAge } from '../../festival/forms/age'
import { formPaths } from '../../festival/forms/api'
import { details, formatAnswers } from '../../festival/forms/details'
import { approvalText, confirmLabel, oneForEachAddress } from '../../festival/forms/free'
import { describeTeamChange } from '../../festival/forms/own-team'
import {
  type CouponAnswer,
  formatMembers,
  normaliseCoupon,
  type RegistrationReceipt,
  registrationSchema,
} from '../../festival/forms/registration'
import type { Festival } from '../../festival/live/state'
import { amountDue, formatAmountDue } from '../../festival/payment/fee'
import { readTeam } from '../entries/entry'
import { drawNumbers, readArrivals } from '../entries/places'
import { ApiError, refuseFields } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import { createConfirmationReader } from '../mail/confirmation'
import {
  answerFacts,
  answerTexts,
  describeNextStep,
  type EmailContent,
  fact,
  group,
  link,
  optionalText,
  paymentFacts,
  referenceText,
  untrustedText,
  whenAndWhere,
} from '../mail/email-content'
import type { Availability } from './availability'
import type { CheckCoupon } from './coupons'
import { insertRegistration, type NextMillis } from './entry-ids'
import { type Form, type ReceiptFields, unknownEvent } from './form'
import { formRoutes, type Submit } from './submit'

export const registrationForm = (
  subject: Subject,
  checkCoupon: (code: string) => Promise<CouponAnswer>,
  nextMillis: NextMillis,
  availability: Availability,
  /** Maximum number of entries. Visitors' forms have none, because a visitor may have paid. */
  limit?: number,
): Form<'registration'> => ({
  kind: 'registration',
  lateness: () => availability.lateness(subject),
  async refuse({ coupon }) {
    const refusal = availability.refuseSubject(subject)
    if (refusal || normaliseCoupon(coupon) === '') {
      return refusal
    }
    const answer = await checkCoupon(coupon).catch((error: unknown) => {
      // Even above the guessing limit, the visitor can still register at full price.
      if (error instanceof ApiError) {
        return { valid: false, message: error.detail }
      }
      throw error
    })
    return answer.valid ? undefined : refuseFields([{ path: 'coupon', message: answer.message }])
  },

  insert(transaction, { event: event_id, members, coupon, utr = '', age, ...kept }, { id, now }) {
    const [{ name, phone, year }] = members
    const coupon_code = normaliseCoupon(coupon)
    return insertRegistration(
      transaction,
      {
        ...kept,
        id,
        event_id,
        name,
        phone,
        year,
        utr,
        coupon_code,
        age: writeAge(age),
        registration_time: now.toISOString(),
        team_members: JSON.stringify(members),
        coupon_applied: coupon_code === '' ? 'no' : 'yes',
        amount: amountDue(subject.fee, members.length, coupon_code !== '') ?? null,
      },
      nextMillis(now.getTime()),
    )
  },

  async onOpened(transaction, { registration_time }) {
    if (subject.places !== undefined) {
      await drawNumbers(transaction, subject.key)
    }
    if (limit === undefined) {
      return
    }
    const arrivals = await readArrivals(transaction, subject.key, new Date(registration_time))
    if (arrivals.length > limit) {
      throw new ApiError(
        'illegal',
        'All places are taken. Register this person anyway to put them on the waiting list.',
      )
    }
  },

  needsConfirmation: isConfirmedByEmail(subject),

  find: (db, id) =>
    db.selectFrom('EventRegistration').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

  toQueueFields: ({ event_id: event, amount, team_members }) => ({
    event,
    amount,
    people: readTeam(team_members).length,
  }),

  makePayload: (row, { members }, confirmPath) =>
    v.parse(payloadSchema, {
      ...row,
      ...prefixRegistrant({ ...row, ...formatAnswers(details.registration, row) }),
      event_key: row.event_id,
      event_name: fullName(subject),
      team_members: formatMembers(members),
      confirm_path: confirmPath,
    }),

  toReceipt: ({
    registration_id,
    event_id: event,
    name,
    team_members,
    registration_time,
    coupon_applied,
    amount,
  }) => {
    const receipt: ReceiptFields<RegistrationReceipt> = {
      registration_id,
      event,
      registrant_name: name,
      registration_time,
      coupon_applied,
      amount,
      event_name: fullName(subject),
      team: readTeam(team_members).map(({ name }) => name),
    }
    const submissionLink = findSubmissionLink(subject)
    if (submissionLink) {
      receipt.submission_link = submissionLink
    }
    return receipt
  },
})

const schemas = new WeakMap<Subject, ReturnType<typeof registrationSchema>>()

/** Cached, because creating a schema takes longer than checking a body. */
const chooseSchema = (subject: Subject) => {
  const schema = schemas.get(subject) ?? registrationSchema(subject, undefined, privacy.askAge)
  schemas.set(subject, schema)
  return schema
}

const anySchema = registrationSchema(
  { ...defaultSubject, passRequired: false },
  undefined,
  privacy.askAge,
)

const namesEvent = v.object({ event: v.string() })

/**
 * Checks the event first, because it decides how the other fields are checked. An event that is not
 * open is refused even if other fields are wrong.
 */
export const registrationRoutes = (
  submit: Submit,
  checkCoupon: CheckCoupon,
  nextMillis: NextMillis,
  availability: Availability,
  festival: () => Festival,
): Hono<HttpEnvironment> =>
  formRoutes(formPaths.registration, submit, (json, { wide }) => {
    const find = (wanted: string) => festival().subjects.find(({ key }) => key === wanted)
    const subject = v.is(namesEvent, json) ? find(json.event) : undefined
    const parsed = parseBody(subject ? chooseSchema(subject) : anySchema, json)
    const errors = parsed.ok ? [] : parsed.errors
    if (!subject) {
      throw refuseFields([
        unknownEvent,
        ...errors.filter((error) => error.path !== unknownEvent.path),
      ])
    }
    if (!parsed.ok) {
      throw availability.refuseSubject(subject) ?? refuseFields(errors)
    }
    const decide = (code: string) => checkCoupon(subject, code, wide)
    return { form: registrationForm(subject, decide, nextMillis, availability), body: parsed.value }
  })

const prefixRegistrant = <Values extends object>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`registrant_${name}`, value]),
  ) as {
    [Name in keyof Values & string as `registrant_${Name}`]: Values[Name]
  }

/**
 * The e-mail's fields, as the organisers' templates name them. Add only optional ones (see
 * `mail/confirmation.ts`).
 */
const payloadSchema = v.object({
  registration_id: optionalText,
  event_name: v.string(),
  /** "Member 1: name (phone, year); Member 2: …". */
  team_members: untrustedText,
  registrant_name: untrustedText,
  delegate_id: untrustedText,
  registrant_email: v.string(),
  registrant_phone: v.string(),
  ...prefixRegistrant(answerTexts(details.registration)),
  registrant_year: untrustedText,
  payment_screenshot_url: v.string(),
  coupon_code: v.string(),
  /** Rupees; null if a delegate pass covers the fee. */
  amount: v.optional(v.nullable(v.number()), null),
  ...referenceText,
  utr: optionalText,
  event_key: optionalText,
  /** The path of the private link. Set if the participant must confirm the registration. */
  confirm_path: v.optional(v.string()),
  /** Why the registration cannot be confirmed. Added when the e-mail is sent. */
  obstacle: v.optional(v.string()),
})

export type RegistrationPayload = v.InferOutput<typeof payloadSchema>

const describeNext = (payload: RegistrationPayload): string => {
  const { amount, confirm_path, event_name, obstacle } = payload
  if (obstacle) {
    return obstacle
  }
  if (confirm_path) {
    return `To register for ${event_name}, open the link below within ${linkDays.status} days and press “${confirmLabel}”. ${oneForEachAddress} If you did not send the form, you do not need to do anything.`
  }
  const next = describeNextStep(amount === null ? 'registration' : 'payment')
  return `We have received your registration. ${amount === 0 ? approvalText : next}`
}

const writeEmail = (
  payload: RegistrationPayload,
  address: string,
  subjects: readonly Subject[],
): EmailContent => {
  const subject = subjects.find(({ key }) => key === payload.event_key)
  const isCancelled = subject?.status === 'cancelled'
  const paragraphs = [
    `Dear ${payload.registrant_name},`,
    isCancelled ? describeCancellation(payload.event_name, payload.amount) : describeNext(payload),
  ]
  if (!payload.obstacle) {
    paragraphs.push(
      'Keep this e-mail, and quote the ID below if you contact us or want something corrected.',
    )
  }
  if (subject?.places && !isCancelled) {
    paragraphs.push(describePlaces(subject.places, payload.amount))
  }
  if (subject && mostMembers(subject.teamSize) > 1 && !isCancelled) {
    paragraphs.push(describeTeamChange(helpDeskContact))
  }
  const members = splitMembers(payload.team_members)
  const team = [
    fact('Registered by', payload.registrant_name),
    fact('Year of study', payload.registrant_year),
    fact('Members', ...members),
    ...answerFacts(prefixRegistrant(details.registration), payload),
  ]
  if (payload.delegate_id) {
    team.push(fact('Delegate Pass ID', payload.delegate_id))
  }
  const payment = [fact('Amount', formatAmountDue(payload.amount))]
  if (payload.coupon_code !== '') {
    payment.push(fact('Coupon', payload.coupon_code))
  }
  payment.push(...paymentFacts(payload), link('Screenshot', payload.payment_screenshot_url))
  const groups = [
    group(members.length > 1 ? 'The team' : 'Your details', ...team),
    group(
      'How to reach you',
      fact('E-mail', payload.registrant_email),
      fact('Phone', payload.registrant_phone),
    ),
  ]
  if (payload.amount !== 0) {
    groups.push(group('Payment', ...payment))
  }
  if (subject && !isCancelled) {
    const label = subject.kind === 'event' ? 'Event page' : 'Workshop page'
    const page = link(label, `${address}${subjectPath(subject)}`)
    groups.unshift(whenAndWhere(listSessions(subject), page))
  }
  const kicker = payload.confirm_path ? 'Not confirmed yet' : 'Registration received'
  const canConfirm = Boolean(payload.confirm_path) && !payload.obstacle && !isCancelled
  const subjectStart = canConfirm ? 'Please confirm' : 'We have received'
  const content: EmailContent = {
    subject: `${subjectStart} your registration: ${payload.event_name} (${payload.registration_id})`,
    colour: 'artery',
    kicker,
    title: payload.event_name,
    paragraphs,
    stamp: fact('Registration ID', payload.registration_id),
    groups,
  }
  if (canConfirm) {
    content.action = { label: confirmLabel, address: `${address}${payload.confirm_path}` }
  }
  if (subject && !payload.obstacle) {
    content.sessions = { fileName: `${subject.slug}.ics`, entries: listCalendarEntries(subject) }
  }
  return content
}

/** Splits before "Member N: " only, because names may contain semicolons. */
const splitMembers = (team: string): string[] => team.split(/; (?=Member \d+: )/)

export const registrationConfirmation = createConfirmationReader({
  schema: payloadSchema,
  write: writeEmail,
})
