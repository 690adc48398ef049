import type { Generated, Kysely, Transaction } from 'kysely'
import type { AccommodationRequest } from '../../festival/accommodation'
import type { FormKind } from '../../festival/api'
import type { DelegatePass } from '../../festival/delegate-pass'
import type { Registration } from '../../festival/registration'
import type { Preset } from '../../festival/upload'
import type { DeskTables, LetterKind } from './desk-schema'
import type { BankImportRow, BankMatchRow, StatementTables } from './statement-schema'

/**
 * The tables. Texts unless said otherwise; timestamps are ISO 8601 in UTC (`2025-10-01T04:30:00.000Z`), so that they
 * sort as text on both engines; ids are UUIDs (behaviour 7.1).
 */
export interface Tables extends DeskTables, Omit<StatementTables, 'bank_match' | 'bank_import'> {
  bank_import: Omit<BankImportRow, 'lists_rows'> & { lists_rows: Generated<number> }
  bank_match: Omit<BankMatchRow, 'is_reversed'> & { is_reversed: Generated<number> }
  EventRegistration: EventRegistrationRow
  DelegatePass: DelegatePassRow
  Accommodation: AccommodationRow
  submission: Omit<SubmissionRow, 'email_corrections'> & { email_corrections: Generated<number> }
  message: MessageRow
  upload: Omit<UploadRow, 'sender' | 'location' | 'sha256'> & {
    sender: Generated<string>
    location: Generated<UploadLocation>
    sha256: Generated<string>
  }
  heartbeat: HeartbeatRow
}

export type Db = Kysely<Tables>
/** Queries that take this run alone or as part of a caller's transaction. */
export type DbOrTransaction = Db | Transaction<Tables>

export type YesOrNo = 'yes' | 'no'

/**
 * The fields of a form's body that are columns of their own names, all texts: a new field of the form is a column that
 * its insert, its export and its tests must know. `Otherwise` are those that a record keeps in another way.
 */
type Fields<Body, Otherwise extends keyof Body = never> = { [Field in Exclude<keyof Body, Otherwise>]-?: string }

/** A team's registration; name, phone and year are the leader's. */
export interface EventRegistrationRow extends Fields<Registration, 'event' | 'members' | 'coupon'> {
  id: string
  /** "EVT-" and `number` in six digits. */
  registration_id: string
  /** 0 to 999,999, unique. */
  number: number
  name: string
  email: string
  phone: string
  year: string
  /** The subject's key, such as `SeniorQuiz`. */
  event_id: string
  registration_time: string
  payment_screenshot_url: string
  /** JSON: a list of `{ name, phone, year }`, the leader first. */
  team_members: string
  coupon_applied: YesOrNo
  institution: string
  category: string
  delegate_id: string
  coupon_code: string
  /** Rupees; null where the fee is that of a delegate pass. */
  amount: number | null
  /** The six characters in the note of the payment; empty where none was sent. */
  payment_reference: string
  /** UPI's twelve digits for the payment; empty where none were given. */
  utr: string
}

export interface DelegatePassRow extends Fields<DelegatePass, 'tier'> {
  id: string
  name: string
  email: string
  phone: string
  institution: string
  pass_type: string
  purchase_time: string
  /** Twelve digits. */
  delegate_id: string
  /** "DP-" and the Delegate Pass ID's last six digits. */
  registration_id: string
  payment_screenshot_url: string
  /** Rupees. */
  amount: number
  /** The six characters in the note of the payment; empty where none was sent. */
  payment_reference: string
  /** UPI's twelve digits for the payment; empty where none were given. */
  utr: string
}

export interface AccommodationRow extends Fields<AccommodationRequest> {
  id: string
  /** "ACC-" and six digits, or more where six have become scarce; unique. */
  request_id: string
  name: string
  email: string
  phone: string
  room_type: string
  /** The date part of `arrival`. */
  check_in: string
  /** The date part of `departure`. */
  check_out: string
  booking_time: string
  payment_proof_url: string
  college: string
  id_proof_url: string
  /** The chosen events' names, joined by ", ". */
  events: string
  /** JSON: the chosen events' keys. */
  event_keys: string
  participation_proof_url: string
  /** Local date and time in Asia/Kolkata, as the form gave it: `2025-10-08T16:00`. */
  arrival: string
  departure: string
  /** The UTR: UPI's twelve digits for the payment. */
  transaction_id: string
  /** Rupees that were due when it was sent. */
  amount: number
  /** The six characters in the note of the payment; empty where none was sent. */
  payment_reference: string
}

export type SubmissionKind = FormKind

/** What an e-mail says: a confirmation of one of the forms, or one of the desk's letters. */
export type MessageKind = SubmissionKind | LetterKind

/** One use of an Idempotency-Key: which record and message it made, and of what body. */
export interface SubmissionRow {
  key: string
  kind: SubmissionKind
  /** SHA-256 of the parsed body. */
  body_hash: string
  record_id: string
  message_id: string
  created_at: string
  /** How often its address was corrected after the mail server had refused it. */
  email_corrections: number
}

export type MessageState = 'queued' | 'sending' | 'sent' | 'failed'

/** An outgoing e-mail; it commits together with the record that it confirms. */
export interface MessageRow {
  id: string
  kind: MessageKind
  record_id: string
  /** The address it goes to. */
  recipient: string
  /** JSON: the specification's e-mail payload of this kind. Empty once the e-mail has gone out: the record has it all. */
  payload: string
  state: MessageState
  attempts: number
  next_attempt_at: string
  /** While `sending`: until when the sender's claim holds. */
  lease_until: string | null
  /** A reason in general words; never an address or a name. */
  last_error: string | null
  created_at: string
  sent_at: string | null
  /** 0: what somebody waits for to go on (sign-in, links); 1: confirmations; 2: decisions. The queue's order, before the time. */
  priority: number
  /** Of a form's e-mail, the mailbox that the address leads to, for counting (behaviour 7.24); of the others empty. */
  mailbox: string
  /** When it was first to go: at once, or later where a bound put it off or a decision can be taken back. The bound counts by it. */
  due_at: string
  /** A hash of the network that asked, while the e-mail waits to be counted among those to new addresses (behaviour 7.25). */
  network: string | null
  /** When `next_attempt_at` was decided. */
  scheduled_at: string
  /** When the other side first refused its address for good. */
  refused_at: string | null
  /** 1: the organisers' copy was taken while the registrant's address was refused; they get no second one. */
  is_copied: number
}

/** In our own folder or bucket, or at an image host, whose files only its own console removes. */
export type UploadLocation = 'file-store' | 'image-host'

/** A stored file; in the file store its name is `${public_id}.${format}`. */
export interface UploadRow {
  public_id: string
  secure_url: string
  preset: Preset
  /** `png`, `jpg`, `webp` or `pdf`. */
  format: string
  bytes: number
  created_at: string
  /** When a record first referred to it; null until then. */
  referenced_at: string | null
  /** A hash of the network address it came from, while no record refers to it; empty after that. */
  sender: string
  location: UploadLocation
  /** Of the stored bytes, in hexadecimal; empty until they were hashed. */
  sha256: string
}

/** The one row about the servers that work with these tables; no part of a backup. */
export interface HeartbeatRow {
  id: number
  /** Changes with each write that tries the disk. */
  beats: number
  /** The newest time at which the clock was believed (behaviour 6.33). */
  clock_at: string | null
  /** From when on the announced proofs may be deleted; null while none is announced (behaviour 12.36). */
  proofs_go_at: string | null
  /** How many were announced. */
  proofs_going: number | null
}
