import type { Transaction } from 'kysely'
import type { FieldError } from '../../festival/problem'
import { formats, type ProofField } from '../../festival/upload'
import type { DbOrTransaction, SubmissionKind, Tables } from '../db/schema'

/** A file that a body refers to; the record is saved only if our upload call gave it out for this purpose. */
export interface UploadClaim {
  /** The field of the body that holds the address. */
  field: string
  url: string
  /** The preset and the formats that the field takes. */
  preset: ProofField['preset']
  formats: readonly string[]
  /** Whether no record may refer to it yet. */
  isFresh?: boolean
}

/** What a body claims: for each of its form's fields, by `festival/upload.ts`, the address that stands in it. */
export const claimsOf = <Field extends string>(
  fields: Readonly<Record<Field, ProofField>>,
  body: Readonly<Record<NoInfer<Field>, string>>,
): UploadClaim[] => {
  const claims: UploadClaim[] = []
  for (const field in fields) {
    const { preset, takes } = fields[field]
    claims.push({ field, url: body[field], preset, formats: takes.map((type) => formats[type]) })
  }
  return claims
}

/** What every record gets with it. */
export interface RecordOrigin {
  id: string
  now: Date
}

/**
 * What one of the three forms needs beyond the common path. The row alone gives the answer, so a repeated request is
 * answered from the table in the same words.
 */
export interface Form<Body extends { email: string }, Row> {
  kind: SubmissionKind
  messages: { saveFailed: string; emailFailed: string }
  /** How a walk-in paid: part of what its key stands for. */
  paidAs?: string
  /**
   * Decides whether a new record may be made of this body; a repeated request is not asked again.
   * @throws ApiError
   */
  authorize: (body: Body) => void | Promise<void>
  /**
   * Counts the record that is about to be made, once nothing stands against it any more.
   * @throws ApiError `too-many-requests`
   */
  count?: () => Promise<void>
  uploadsOf: (body: Body) => UploadClaim[]
  insert: (transaction: Transaction<Tables>, body: Body, origin: RecordOrigin) => Promise<Row>
  /** Notes something beside the record once it stands in the organisers' queue, in the same transaction. */
  opened?: (transaction: Transaction<Tables>, row: Row) => Promise<void>
  find: (db: DbOrTransaction, id: string) => Promise<Row>
  /** What the organisers sort it by: a subject's key, a pass's tier, nothing for a room. */
  eventOf: (row: Row) => string
  /** The specification's e-mail payload of this kind. */
  payloadOf: (row: Row, body: Body) => object
  toReceipt: (row: Row) => object
  /** The id that the registrant holds, where there is one. */
  registrationIdOf: (row: Row) => string | undefined
}

/** A body that has been checked, and the form that takes it. */
export interface Submission<Body extends { email: string }, Row> {
  form: Form<Body, Row>
  body: Body
}

/** What a body hears that names an event or workshop which the edition doesn't have. */
export const unknownEvent: FieldError = { path: 'event', message: 'Choose an event or workshop of the festival.' }
