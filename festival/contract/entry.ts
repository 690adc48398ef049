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
  /** The field of the form that it stands in: `payment_screenshot_url`. */
  field: string
  id: string
  address: string
  format: string
  bytes: number
  /** When a later one took its place; null for the one that counts. */
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

/** What a field of a form is called, also that of a file. */
export const nameField = (field: string): string => fieldNames.get(field) ?? field

export interface EarlierValue {
  at: string
  /** The id of the organiser's command; absent where the registrant did it. */
  press?: string
  field: string
  /** As it was stored; a team as JSON. */
  value: string
  /** Only where participants changed their own team without being asked. */
  own?: OwnChange
}

export interface OwnChange {
  /** The version of the entry that the change made. */
  version: number
  /** When the entry was last changed before this change. */
  changedBefore: string
  wasVerified: boolean
}

/** What happened to a record, the oldest first. */
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
  /** An organiser's address; null for the registrant and the machine. */
  by: string | null
  decision?: Action
  reasons?: GivenReason[]
  note?: string
  /** Why the organiser accepted less cash than the fee. */
  reason?: string
  /** Of money that came, went back or is kept; of a payment that an earlier version added it is not known. */
  amount?: Paise
  money?: MoneyChoice
  fields?: string[]
  /** What had stood in them; of files the earlier one is among the proofs. */
  earlier?: { field: string; value: string }[]
  /** Until when this decision can be taken back; absent where it cannot any more. */
  undoUntil?: string
  id?: string
}

export interface EntryDetails extends QueueRow {
  phone: string
  college: string
  /** Further fields with their labels, in the order of the form. */
  facts: { label: string; value: string }[]
  /** What its form's questions were answered, by their names (`festival/forms/details.ts`). */
  answers: Readonly<Record<string, string>>
  members: { name: string; phone: string; year: string }[]
  /** How much was paid in cash in total, and the organiser who took the latest payment. */
  cash: { amount: Rupees; by: string } | null
  /** Each time cash was taken, oldest first; empty in records from earlier versions. */
  cashTaken: { amount: Paise; by: string; at: string }[]
  /** How much was refunded, and how much bank and cash still hold after that. */
  refunded: Paise
  held: Paise
  /** The organiser who entered it at the desk; null where it came by the site. */
  enteredBy: string | null
  coupon: string
  paymentReference: string
  utr: string
  proofs: Proof[]
  ocrResults: OcrResult[]
  bankRows: EntryRow[]
  flagList: Flag[]
  /** Who came later with the same file, UTR or payment code, also where that is rejected or withdrawn since. */
  laterCopies: Pick<Flag, 'others' | 'group'>[]
  timeline: TimelineEntry[]
  notes: Note[]
  erasure: Erasure
  /** Other submissions of the same e-mail address, phone or Delegate Pass ID; the newest 20. */
  samePerson: QueueRow[]
  /** `refused`: the mail server refuses the address for good; `cancelled`: it was rejected before. */
  confirmation: 'sent' | 'queued' | 'refused' | 'failed' | 'cancelled'
  /** An e-mail of ours has gone to its address: only then a rejection is told. */
  isReached: boolean
  unsent: UnsentMail[]
}

export interface UnsentMail {
  what: 'confirmation' | 'decision' | 'refund' | 'link' | 'message'
  state: 'queued' | 'refused' | 'failed'
  /** When it is tried next; null where it was given up. */
  nextAt: string | null
  /** Whether `sendAgain` sends it: not while it is on its way, or while its decision can be taken back. */
  canSend: boolean
}

export interface OcrResult extends OcrResultItem {
  by: string
  at: string
}
