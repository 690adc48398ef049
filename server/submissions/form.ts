import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Receipt } from '../../festival/api'
import type { FieldError } from '../../festival/problem'
import type { DbOrTransaction, SubmissionKind, Tables } from '../db/schema'

/**
 * What one of the three forms needs beyond the common path. The row alone gives the answer, so a repeated request is
 * answered from the table in the same words.
 */
export interface Form<Body extends { email: string }, Row> {
  kind: SubmissionKind
  /** How a walk-in paid: part of what its key stands for. */
  paidAs?: string
  /**
   * Decides whether a new record may be made of this body; a repeated request is not asked again.
   * @throws ApiError
   */
  authorize: (body: Body) => void | Promise<void>
  /**
   * Counts the record that is about to be made, once nothing stands against it any more, and the bytes of its files.
   * @throws ApiError `too-many-requests`
   */
  count?: (bytes: number) => Promise<void>
  insert: (transaction: Transaction<Tables>, body: Body, origin: { id: string; now: Date }) => Promise<Row>
  /** Notes something beside the record once it stands in the organisers' queue, in the same transaction. */
  opened?: (transaction: Transaction<Tables>, row: Row) => Promise<void>
  find: (db: DbOrTransaction, id: string) => Promise<Row>
  /** What the organisers sort and count it by: a subject's key, a pass's tier, nothing for a room; rupees; how many come. */
  countedAs: (row: Row) => { event: string; amount: number | null; people: number }
  /** The specification's e-mail payload of this kind. */
  payloadOf: (row: Row, body: Body) => object
  toReceipt: (row: Row) => Omit<Receipt, 'confirmation'>
}

/** A body that has been checked, and the form that takes it. */
export interface Submission<Body extends { email: string }, Row> {
  form: Form<Body, Row>
  body: Body
}

/** What tells one body that was sent under a key from another. */
export const hashBody = ({ kind, paidAs }: { kind: SubmissionKind; paidAs?: string }, body: object): string =>
  createHash('sha256')
    .update(JSON.stringify(paidAs === undefined ? [kind, body] : [kind, body, paidAs]))
    .digest('hex')

/** What a body hears that names an event or workshop which the edition doesn't have. */
export const unknownEvent: FieldError = { path: 'event', message: 'Choose an event or workshop of the festival.' }
