import * as v from 'valibot'
import type { SubmissionKind } from '../db/schema'
import { breakLinks } from './break-links'

/**
 * What each confirmation e-mail carries, by the field names that the organisers' earlier templates use, and kept as
 * JSON with the outgoing message (behaviour 7.11). Texts may be empty where the registrant had nothing to give.
 *
 * A message may be sent by a later version than the one that wrote it, so what is stored stays readable: a new field is
 * `v.optional`, and none is renamed, removed or narrowed (behaviour 7.22). When the shape grows, what the version before
 * stored is added to `stored-payloads/` as its next version; a test sends every one of them.
 */
export const registrationPayloadSchema = v.object({
  registration_id: v.string(),
  event_name: v.string(),
  /** "Member 1: name (phone, year); Member 2: …". */
  team_members: v.string(),
  registrant_name: v.string(),
  delegate_id: v.string(),
  registrant_email: v.string(),
  registrant_phone: v.string(),
  registrant_institution: v.string(),
  registrant_year: v.string(),
  registrant_category: v.string(),
  payment_screenshot_url: v.string(),
  coupon_code: v.string(),
  /** Rupees; null where the fee is that of a delegate pass. */
  amount: v.nullable(v.number()),
})

export const delegatePassPayloadSchema = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  institution: v.string(),
  /** The tier's value: `novus`. */
  tier: v.string(),
  paymentScreenshotUrl: v.string(),
  /** Twelve digits. */
  delegateIdRaw: v.string(),
  registrationId: v.string(),
})

export const accommodationPayloadSchema = v.object({
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
})

export type RegistrationPayload = v.InferOutput<typeof registrationPayloadSchema>
export type DelegatePassPayload = v.InferOutput<typeof delegatePassPayloadSchema>
export type AccommodationPayload = v.InferOutput<typeof accommodationPayloadSchema>

/** The fields that hold what a registrant typed freely, of all kinds. */
const typedFields = new Set([
  'team_members',
  'registrant_name',
  'registrant_institution',
  'registrant_year',
  'delegate_id',
  'name',
  'institution',
  'college',
  'transaction_id',
])

/** What of each payload a template service gets: the fields that the organisers' templates know, and no others. */
const templateSchemas = {
  registration: v.omit(registrationPayloadSchema, ['registration_id', 'amount']),
  'delegate-pass': delegatePassPayloadSchema,
  accommodation: accommodationPayloadSchema,
} as const satisfies Record<SubmissionKind, v.GenericSchema<unknown, Record<string, string>>>

/** What was typed carries no links there either. @throws ValiError when the payload is not one of this kind. */
export const templateParamsOf = (kind: SubmissionKind, payload: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(v.parse(templateSchemas[kind], payload)).map(([name, value]) => [
      name,
      typedFields.has(name) ? breakLinks(value) : value,
    ]),
  )
