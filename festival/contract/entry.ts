import { allDetails } from '../forms/details'
import { type ProofField, proofFields } from '../forms/upload'
import type { Paise, Rupees } from '../payment/money'
import type { EntryRow } from './bank'
import type { GivenReason } from './decision'
import type { Flag } from './flags'
import type { Erasure } from './my-entry'
import type { OcrResultItem } from './ocr-result'
import type { Note } from './person'
import type { Standing } from './places'
import type { QueueRow } from './queue'
import type { Action, MoneyChoice, MoneyOutcome } from './states'
import type { EntryTicket } from './ticket'

export interface Proof {
  /** For example `payment_screenshot_url`. */
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

export const nameField = (field: string): string => fieldNames.get(field) ?? field

export interface EarlierValue {
  at: string
  /** The id of the command. Missing if the participant made the change. */
  press?: string
  field: string
  /** A team is stored as JSON. */
  value: string
  /** Set only if participants changed their own team without being asked. */
  own?: OwnChange
}

export interface OwnChange {
  /** Version of the entry after the change. */
  version: number
  changedBefore: string
  wasVerified: boolean
}

/** Oldest first. */
export interface TimelineEntry {
  at: string
  what:
    | 'sent'
    | 'confirmed'
    | 'confirmation-failed'
    | 'decided'
    | 'corrected'
    | 'confirmed-by-email'
    | 'entered'
    | 'put-later'
    | 'taken-up'
    | 'moved-up'
    | 'place-lost'
    | 'payment-added'
    | 'payment-reversed'
    | 'cash-removed'
    | MoneyOutcome
  /** Null if the participant or the server acted. */
  by: string | null
  decision?: Action
  reasons?: GivenReason[]
  note?: string
  /** Why less cash than the fee was accepted. */
  reason?: string
  /** Missing for payments that an earlier version of the software recorded. */
  amount?: Paise
  money?: MoneyChoice
  fields?: string[]
  /** Previous values of all fields but files, which are among the proofs. */
  earlier?: { field: string; value: string }[]
  /** Missing once the decision can no longer be undone. */
  undoUntil?: string
  id?: string
}

export interface EntryDetails extends QueueRow {
  phone: string
  college: string
  facts: { label: string; value: string }[]
  /** Keyed as in `festival/forms/details.ts`. */
  answers: Readonly<Record<string, string>>
  members: { name: string; phone: string; year: string }[]
  /** The total, and the organiser who took the latest payment. */
  cash: { amount: Rupees; by: string } | null
  /** Room requests have none. */
  ticket: EntryTicket | null
  /** Whether the entry has a place, if places are limited. */
  standing: Standing
  /** Oldest first. Empty for entries from earlier versions of the software. */
  cashTaken: { amount: Paise; by: string; at: string }[]
  refunded: Paise
  held: Paise
  /** Null if the entry was submitted on the site. */
  enteredBy: string | null
  coupon: string
  paymentReference: string
  utr: string
  proofs: Proof[]
  ocrResults: OcrResult[]
  bankRows: EntryRow[]
  flagList: Flag[]
  /**
   * Later entries with the same file, UTR or payment reference, including rejected and withdrawn ones.
   */
  laterCopies: Pick<Flag, 'others' | 'group'>[]
  timeline: TimelineEntry[]
  notes: Note[]
  erasure: Erasure
  /** The newest 20 entries with the same e-mail address, phone number or Delegate Pass ID. */
  samePerson: QueueRow[]
  /**
   * `refused` permanently by the mail server, or `cancelled` because the entry was rejected first.
   */
  confirmation: 'sent' | 'queued' | 'refused' | 'failed' | 'cancelled'
  /** Whether any e-mail has reached the address. Rejections are not sent to other addresses. */
  isReached: boolean
  unsent: UnsentMail[]
}

export interface UnsentMail {
  what: 'confirmation' | 'decision' | 'refund' | 'link' | 'message'
  state: 'queued' | 'refused' | 'failed'
  /** Null if no further attempt will be made. */
  nextAt: string | null
  /** False while an e-mail is being sent or its decision can be undone. */
  canSend: boolean
}

export interface OcrResult extends OcrResultItem {
  by: string
  at: string
}
