import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { subjectNames } from '../../festival/content/catalogue'
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
 * What each form adds to the common steps. Receipts are made from the row, so repeated requests get
 * the same answer. Only the event's submission link may have changed since.
 */
export interface Form<Kind extends FormKind = FormKind> {
  kind: Kind
  /** How a walk-in paid. Undefined for visitors' forms. Part of the hash (see `hashBody`). */
  paidAs?: string
  /** Returns why a new entry is refused. Not called for repeated requests. */
  refuse: (body: Forms[Kind]['body']) => ApiError | undefined | Promise<ApiError | undefined>
  /** Why an accepted form is late, if its subject has closed or is cancelled. */
  lateness?: (body: Forms[Kind]['body']) => Lateness | undefined
  /**
   * Counts the new entry and the bytes of its files, after all other checks.
   * @returns a function that reverses the count if the entry could not be saved
   * @throws ApiError `too-many-requests`
   */
  count?: (bytes: number) => Promise<UndoCount>
  insert: (
    transaction: Transaction<Tables>,
    body: Forms[Kind]['body'] & Referenced & NoticeShown,
    origin: { id: string; now: Date },
  ) => Promise<EntryRows[Kind]>
  /** Runs in the transaction that saves the entry, after its queue row has been inserted. */
  onOpened?: (transaction: Transaction<Tables>, row: EntryRows[Kind]) => Promise<void>
  /** Whether the participant must open the link in the confirmation. */
  needsConfirmation?: boolean
  /** Whether a decision e-mail replaces the confirmation. */
  holdsConfirmation?: (row: EntryRows[Kind]) => boolean
  find: (db: DbOrTransaction, id: string) => Promise<EntryRows[Kind]>
  /** `event` is a subject's key, a tier, or empty for a room; `amount` is in rupees. */
  toQueueFields: (row: EntryRows[Kind]) => { event: string; amount: number | null; people: number }
  /** `confirmPath` is set if the participant must open the link in the confirmation. */
  makePayload: (row: EntryRows[Kind], body: Forms[Kind]['body'], confirmPath?: string) => object
  toReceipt: (row: EntryRows[Kind]) => ReceiptFields<Receipt>
}

export type ReceiptFields<Receipt extends Saved> = Omit<Receipt, keyof Saved>

export interface CheckedForm<Kind extends FormKind = FormKind> {
  form: Form<Kind>
  body: Forms[Kind]['body']
}

export interface SubmittedForm<Kind extends FormKind> extends CheckedForm<Kind> {
  key: string
  network: string
}

/**
 * Hashes the body without the privacy notice version, because a form may be sent again after the
 * notice has changed.
 */
export const hashBody = ({ kind, paidAs }: Pick<Form, 'kind' | 'paidAs'>, body: object): string => {
  const { privacy_notice: _, ...answers }: { privacy_notice?: unknown } = body
  return createHash('sha256')
    .update(JSON.stringify(paidAs === undefined ? [kind, answers] : [kind, answers, paidAs]))
    .digest('hex')
}

export const unknownEvent: FieldError = {
  path: 'event',
  message: `Choose an ${subjectNames.one} of the festival.`,
}
