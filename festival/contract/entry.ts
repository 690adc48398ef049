import { allDetails } from '../forms/details'
import { type ProofField, proofFields } from '../forms/upload'
import type { Paise, Rupees } from '../payment/money'
import type { EntryRow } from './bank'
import type { GivenReason } from './decision'
import type { Flag } from './flags'
import type { Erasure } from './my-entry'
import type { OcrResultItem } from './ocr-result'
import type { Note } from './person'
import type { QueueRow } from './queue'
import type { Action, MoneyChoice, MoneyOutcome } from './states'

export interface Proof {
  /** The field of the form: `payment_screenshot_url`. */
  field: string
  id: string
  address: string
  format: string
  bytes: number
  /** Null for the current file. */
  replacedAt: string | null
}

const fieldNames = new Map([
  ...Object.values(proofFields).flatMap((fields) =>
    Object.entries<ProofField>(fields).map(([name, { label }]) => [name, label] as const),
  ),
  ...Object.entries(allDetails).map(([name, { label }]) => [name, label] as const),
  ['name', 'Name'],
  ['phone', 'Phone'],
  ['utr', 'UTR'],
  ['transaction_id', 'Transaction ID'],
  ['delegate_id', 'Delegate Pass ID'],
  ['members', 'Team'],
  ['email', 'E-mail'],
])

/** The label of a field in a form, including files. */
export const nameField = (field: string): string => fieldNames.get(field) ?? field

export interface EarlierValue {
  at: string
  /** The id of the organiser's command. Missing if the participant made the change. */
  press?: string
  field: string
  /** As stored; a team is JSON. */
  value: string
  /** Only if participants changed their own team without being asked. */
  own?: OwnChange
}

export interface OwnChange {
  /** The version of the entry after the change. */
  version: number
  /** The time of the change before this one. */
  changedBefore: string
  wasVerified: boolean
}

/** The history of an entry, oldest first. */
export interface TimelineEntry {
  at: string
  what:
    | 'sent'
    | 'confirmed'
    | 'confirmation-failed'
    | 'decided'
    | 'corrected'
    | 'entered'
    | 'put-later'
    | 'taken-up'
    | 'payment-added'
    | 'payment-reversed'
    | 'cash-removed'
    | MoneyOutcome
  /** An organiser's address. Null for the participant and for the server. */
  by: string | null
  decision?: Action
  reasons?: GivenReason[]
  note?: string
  /** Why the organiser accepted less cash than the fee. */
  reason?: string
  /** Money received, refunded or kept. Missing for payments that an earlier version added. */
  amount?: Paise
  money?: MoneyChoice
  fields?: string[]
  /** The previous values. Previous files are among the proofs. */
  earlier?: { field: string; value: string }[]
  /** Missing once the decision can no longer be undone. */
  undoUntil?: string
  id?: string
}

export interface EntryDetails extends QueueRow {
  phone: string
  college: string
  /** Further fields with their labels, in the order of the form. */
  facts: { label: string; value: string }[]
  /** The answers to the form's questions, by name (`festival/forms/details.ts`). */
  answers: Readonly<Record<string, string>>
  members: { name: string; phone: string; year: string }[]
  /** The total paid in cash, and the organiser who took the latest payment. */
  cash: { amount: Rupees; by: string } | null
  /** Each time cash was taken, oldest first; empty in records from earlier versions. */
  cashTaken: { amount: Paise; by: string; at: string }[]
  /** The amount refunded, and the rest in bank and cash. */
  refunded: Paise
  held: Paise
  /** The organiser who entered it at the desk. Null if it was submitted on the site. */
  enteredBy: string | null
  coupon: string
  paymentReference: string
  utr: string
  proofs: Proof[]
  ocrResults: OcrResult[]
  bankRows: EntryRow[]
  flagList: Flag[]
  /**
   * Later entries with the same file, UTR or payment code, including rejected and withdrawn ones.
   */
  laterCopies: Pick<Flag, 'others' | 'group'>[]
  timeline: TimelineEntry[]
  notes: Note[]
  erasure: Erasure
  /** Other entries with the same e-mail address, phone or Delegate Pass ID. The newest 20. */
  samePerson: QueueRow[]
  /**
   * `refused`: the mail server rejects the address permanently. `cancelled`: the entry was rejected
   * first.
   */
  confirmation: 'sent' | 'queued' | 'refused' | 'failed' | 'cancelled'
  /** An earlier e-mail reached the address. Rejections are only sent to such addresses. */
  isReached: boolean
  unsent: UnsentMail[]
}

export interface UnsentMail {
  what: 'confirmation' | 'decision' | 'refund' | 'link' | 'message'
  state: 'queued' | 'refused' | 'failed'
  /** Null if no further attempt is made. */
  nextAt: string | null
  /** False while an e-mail is being sent, and while its decision can be undone. */
  canSend: boolean
}

export interface OcrResult extends OcrResultItem {
  by: string
  at: string
}
