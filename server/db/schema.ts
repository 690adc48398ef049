import type { Generated, Kysely, Transaction } from 'kysely'
import type { AccommodationRequest } from '../../festival/forms/accommodation'
import type { FormKind } from '../../festival/forms/api'
import type { DelegatePass } from '../../festival/forms/delegate-pass'
import { type Details, details, mapDetails } from '../../festival/forms/details'
import type { Registration } from '../../festival/forms/registration'
import type { Preset } from '../../festival/forms/upload'
import type { Rupees } from '../../festival/payment/money'
import {
  type Column,
  column,
  integer,
  integerOrNull,
  key,
  type RowOf,
  type TableOf,
  text,
  textColumn,
  textOrEmpty,
  textOrNull,
} from './column'
import { deskTables, type EmailKind } from './desk-schema'
import { statementTables } from './statement-schema'

export type YesOrNo = 'yes' | 'no'

/** What an e-mail says: a confirmation of one of the forms, or one of the desk's e-mails. */
export type MessageKind = FormKind | EmailKind

/** `cancelled`: it stays, and waits again once what cancelled it is taken back. */
export type MessageState = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled'

/** In our own folder or bucket, or at an image host, whose files only its own console removes. */
export type UploadLocation = 'file-store' | 'image-host'

/** A text that no two rows share. */
const unique = column<string>('text not null unique')

/**
 * The fields of a form's body that are columns of their own names, all texts: a new field of the form is a column that
 * its insert, its export and its tests must know. `Otherwise` are those that a record keeps in another way.
 */
type Fields<Body, Otherwise extends keyof Body = never> = Record<
  Exclude<keyof Body, Otherwise>,
  Column<string>
> &
  Record<string, Column<unknown>>

/** A column for the answer to each question. */
const answerColumns = <List extends Details>(list: List) =>
  mapDetails(list, ({ isOriginal }) => (isOriginal ? text : textOrEmpty))

/**
 * What forms send beside the answers: the six characters in the note of the payment, the version of the privacy notice that
 * the form showed, and the age where the edition asks for it (`festival/forms/age.ts`). Empty where none was sent.
 */
const extraColumns = {
  payment_reference: textOrEmpty,
  privacy_notice: textOrEmpty,
  age: textOrEmpty,
}

/**
 * The tables: `make-tables.ts` makes them, and the types of all queries follow from them. Texts unless said otherwise;
 * timestamps are ISO 8601 in UTC (`2025-10-01T04:30:00.000Z`), so that they sort as text on both engines; ids are UUIDs
 * (behaviour 7.1).
 */
export const tables = {
  /** A team's registration; name, phone and year are the leader's. */
  EventRegistration: {
    id: key,
    /** "EVT-" and `number` in six digits. */
    registration_id: unique,
    /** 0 to 999,999. */
    number: column<number>('integer not null unique'),
    name: text,
    email: text,
    phone: text,
    year: text,
    /** The subject's key, such as `SeniorQuiz`. */
    event_id: text,
    registration_time: text,
    payment_screenshot_url: text,
    /** JSON: a list of `{ name, phone, year }`, the leader first. */
    team_members: text,
    coupon_applied: textColumn<YesOrNo>(),
    ...answerColumns(details.registration),
    delegate_id: text,
    coupon_code: text,
    /** Null where the fee is that of a delegate pass. */
    amount: column<Rupees | null>('integer'),
    ...extraColumns,
    utr: textOrEmpty,
  } satisfies Fields<Registration, 'event' | 'members' | 'coupon' | 'age'>,
  DelegatePass: {
    id: key,
    name: text,
    email: text,
    phone: text,
    ...answerColumns(details['delegate-pass']),
    pass_type: text,
    purchase_time: text,
    delegate_id: unique,
    /** "DP-" and the Delegate Pass ID's last six digits. */
    registration_id: unique,
    payment_screenshot_url: text,
    amount: column<Rupees>('integer not null'),
    ...extraColumns,
    utr: textOrEmpty,
  } satisfies Fields<DelegatePass, 'tier' | 'age'>,
  Accommodation: {
    id: key,
    name: text,
    email: text,
    phone: text,
    room_type: text,
    check_in: text,
    check_out: text,
    booking_time: text,
    payment_proof_url: text,
    ...answerColumns(details.accommodation),
    id_proof_url: text,
    /** The chosen events' names, joined by ", ". */
    events: text,
    /** JSON: the chosen events' keys. */
    event_keys: text,
    participation_proof_url: text,
    /** Local date and time in Asia/Kolkata, as the form gave it: `2025-10-08T16:00`. */
    arrival: text,
    departure: text,
    /** The UTR: UPI's twelve digits for the payment. */
    transaction_id: text,
    ...extraColumns,
    /** "ACC-" and six digits, or more where six have become scarce; unique. */
    request_id: textOrEmpty,
    /** What was due when it was sent; a room cost 50 as long as no record said so. */
    amount: column<Rupees>('integer not null default 50'),
  } satisfies Fields<AccommodationRequest, 'age'>,
  /** One use of an Idempotency-Key: which record and message it made, and of what body. */
  idempotency_key: {
    key,
    kind: textColumn<FormKind>(),
    /** SHA-256 of the parsed body. */
    body_hash: text,
    entry_id: text,
    message_id: text,
    created_at: text,
    /** How often its address was corrected after the mail server had refused it. */
    email_corrections: column<Generated<number>>('integer not null default 0'),
  },
  /** An outgoing e-mail; it commits together with the record that it confirms. */
  message: {
    id: key,
    kind: textColumn<MessageKind>(),
    entry_id: text,
    /** The address it goes to. */
    recipient: text,
    /** JSON: the specification's e-mail payload of this kind. Empty once the e-mail has gone out: the record has it all. */
    payload: text,
    state: textColumn<MessageState>(),
    attempts: integer,
    next_attempt_at: text,
    /** While `sending`: until when the sender's claim holds. */
    lease_until: textOrNull,
    /** A reason in general words; never an address or a name. */
    last_error: textOrNull,
    created_at: text,
    sent_at: textOrNull,
    /** The mailbox that the address leads to, for counting (behaviours 7.24 and 7.25); empty in e-mails of earlier versions. */
    mailbox: textOrEmpty,
    /** When it was first to go: at once, or later where a bound put it off or a decision can be taken back. The bound counts by it. */
    due_at: column<string>('text'),
    /** When `next_attempt_at` was decided. */
    scheduled_at: textOrEmpty,
    /** 1: the organisers' copy was taken while the registrant's address was refused; they get no second one. */
    needs_no_copy: column<number>('integer not null default 0'),
    /** When the other side first refused its address for good. */
    refused_at: textOrNull,
    /** 0: what somebody waits for to go on (sign-in, links); 1: confirmations; 2: decisions; 3: messages to many. The queue's order, before the time. */
    priority: column<number>('integer not null default 1'),
    /** A hash of the network that asked, while the e-mail waits to be counted (behaviours 7.25 and 14.46). */
    network: textOrNull,
    /** The message to many that it is an e-mail of. */
    announcement_id: textOrNull,
  },
  /** A stored file; in the file store its name is `${public_id}.${format}`. */
  upload: {
    public_id: key,
    secure_url: unique,
    preset: textColumn<Preset>(),
    /** `png`, `jpg`, `webp` or `pdf`. */
    format: text,
    bytes: integer,
    created_at: text,
    /** When a record first referred to it; null until then. */
    referenced_at: textOrNull,
    /** A hash of the network address it came from, while no record refers to it; empty after that. */
    sender: column<Generated<string>>("text not null default ''"),
    location: column<Generated<UploadLocation>>("text not null default 'file-store'"),
    /** Of the stored bytes, in hexadecimal. */
    sha256: column<Generated<string>>("text not null default ''"),
  },
  /** The one row about the servers that work with these tables; no part of a backup. */
  heartbeat: {
    id: column<number>('integer primary key'),
    /** Changes with each write that tries the disk. */
    beats: integer,
    /** The newest time at which the clock was believed (behaviour 6.33). */
    clock_at: textOrNull,
    /** From when on the announced proofs may be deleted; null while none is announced (behaviour 12.36). */
    proofs_go_at: textOrNull,
    /** How many were announced. */
    proofs_going: integerOrNull,
    /**
     * When these tables were first used, or last filled by a restore. Versions of the festival's state can be compared within one
     * epoch only: a restore begins a later one.
     */
    epoch: textOrNull,
  },
  ...deskTables,
  ...statementTables,
}

export type Tables = { [Name in keyof typeof tables]: TableOf<(typeof tables)[Name]> }

export const entryTables = {
  registration: 'EventRegistration',
  'delegate-pass': 'DelegatePass',
  accommodation: 'Accommodation',
} as const satisfies Record<FormKind, keyof Tables>

export type Db = Kysely<Tables>
/** Queries that take this run alone or as part of a caller's transaction. */
export type DbOrTransaction = Db | Transaction<Tables>

export type EventRegistrationRow = RowOf<typeof tables.EventRegistration>
export type DelegatePassRow = RowOf<typeof tables.DelegatePass>
export type AccommodationRow = RowOf<typeof tables.Accommodation>
/** The row of each kind of record. */
export interface EntryRows {
  registration: EventRegistrationRow
  'delegate-pass': DelegatePassRow
  accommodation: AccommodationRow
}
export type IdempotencyKeyRow = RowOf<typeof tables.idempotency_key>
export type MessageRow = RowOf<typeof tables.message>
export type UploadRow = RowOf<typeof tables.upload>
export type HeartbeatRow = RowOf<typeof tables.heartbeat>
