import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { NoticeShown } from '../../festival/content/privacy'
import type { FieldError } from '../../festival/contract/problem'
import type { FormKind, Forms, Receipt } from '../../festival/forms/api'
import type { Saved } from '../../festival/forms/registration'
import type { Referenced } from '../../festival/payment/upi'
import type { Lateness } from '../../festival/schedule/availability'
import type { DbOrTransaction, EntryRows, Tables } from '../db/schema'
import type { ApiError } from '../http/api-error'
import type { UndoCount } from '../http/environment'

/**
 * What one of the three forms needs beyond the common path. The row alone gives the answer, so a repeated request is
 * answered from the table in the same words.
 */
export interface Form<Kind extends FormKind = FormKind> {
  kind: Kind
  /** How a walk-in paid: part of what its key stands for. */
  paidAs?: string
  /** Why no new record may be made of this body; a repeated request is not asked again. */
  refuse: (body: Forms[Kind]['body']) => ApiError | undefined | Promise<ApiError | undefined>
  /** Whether what is not refused comes late: after it closed, or to what is cancelled. */
  lateness?: (body: Forms[Kind]['body']) => Lateness | undefined
  /**
   * Counts the record that is about to be made, once nothing stands against it any more, and the bytes of its files.
   * @returns a function that undoes the count if the record could not be saved
   * @throws ApiError `too-many-requests`
   */
  count?: (bytes: number) => Promise<UndoCount>
  /** Makes the record; the payment reference and the version of the privacy notice are empty if the form did not send them. */
  insert: (
    transaction: Transaction<Tables>,
    body: Forms[Kind]['body'] & Referenced & NoticeShown,
    origin: { id: string; now: Date },
  ) => Promise<EntryRows[Kind]>
  /** Notes something beside the record once it stands in the organisers' queue, in the same transaction. */
  onOpened?: (transaction: Transaction<Tables>, row: EntryRows[Kind]) => Promise<void>
  /** Whether a decision that comes with it is told in the place of its confirmation. */
  holdsConfirmation?: (row: EntryRows[Kind]) => boolean
  find: (db: DbOrTransaction, id: string) => Promise<EntryRows[Kind]>
  /** What the organisers sort and count it by: a subject's key, a pass's tier, nothing for a room; rupees; how many come. */
  toQueueFields: (row: EntryRows[Kind]) => { event: string; amount: number | null; people: number }
  makePayload: (row: EntryRows[Kind], body: Forms[Kind]['body']) => object
  toReceipt: (row: EntryRows[Kind]) => ReceiptFields<Receipt>
}

/** What a form tells of a record beside what each receipt has. */
export type ReceiptFields<Receipt extends Saved> = Omit<Receipt, keyof Saved>

/** A body that has been checked, and the form that takes it. */
export interface CheckedForm<Kind extends FormKind = FormKind> {
  form: Form<Kind>
  body: Forms[Kind]['body']
}

/** A body that came for a form, under its key, from a network. */
export interface SubmittedForm<Kind extends FormKind> extends CheckedForm<Kind> {
  key: string
  network: string
}

/**
 * What tells one body that was sent under a key from another. The version of the privacy notice is no part of it: a form is
 * sent again as the same form from a page that was loaded before or after the notice changed.
 */
export const hashBody = ({ kind, paidAs }: Pick<Form, 'kind' | 'paidAs'>, body: object): string => {
  const { privacy_notice: _, ...answers }: { privacy_notice?: unknown } = body
  return createHash('sha256')
    .update(JSON.stringify(paidAs === undefined ? [kind, answers] : [kind, answers, paidAs]))
    .digest('hex')
}

/** What a body hears that names an event or workshop which the edition doesn't have. */
export const unknownEvent: FieldError = {
  path: 'event',
  message: 'Choose an event or workshop of the festival.',
}
