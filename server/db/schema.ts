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

export type MessageKind = FormKind | EmailKind

/** `cancelled`: kept, and queued again if the cancellation is undone. */
export type MessageState = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled'

/** Files at an image host can only be removed in its console. */
export type UploadLocation = 'file-store' | 'image-host'

const unique = column<string>('text not null unique')

/**
 * A form's fields that have text columns of the same name. This makes a new field without a column
 * a type error. `Otherwise` lists fields that are stored in a different way.
 */
type Fields<Body, Otherwise extends keyof Body = never> = Record<
  Exclude<keyof Body, Otherwise>,
  Column<string>
> &
  Record<string, Column<unknown>>

const answerColumns = <List extends Details>(list: List) =>
  mapDetails(list, ({ isOriginal }) => (isOriginal ? text : textOrEmpty))

/**
 * The payment's reference, the version of the privacy notice that the form showed, and the age if
 * the edition asks for it (`festival/forms/age.ts`). Empty if not sent.
 */
const extraColumns = {
  payment_reference: textOrEmpty,
  privacy_notice: textOrEmpty,
  age: textOrEmpty,
}

/**
 * All tables. `make-tables.ts` creates them, and the types of all queries are derived from them.
 * Columns are texts unless they say otherwise. Timestamps are ISO 8601 in UTC
 * (`2025-10-01T04:30:00.000Z`), so that they sort as text. Ids are UUIDs.
 */
export const tables = {
  /** Name, phone and year are the team leader's. */
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
    /** A subject's key, such as `SeniorQuiz`. */
    event_id: text,
    registration_time: text,
    payment_screenshot_url: text,
    /** JSON: a list of `{ name, phone, year }`, the leader first. */
    team_members: text,
    coupon_applied: textColumn<YesOrNo>(),
    ...answerColumns(details.registration),
    delegate_id: text,
    coupon_code: text,
    /** Null if a delegate pass covers the fee. */
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
    /** The names of the chosen events, joined by ", ". */
    events: text,
    /** JSON: the keys of the chosen events. */
    event_keys: text,
    participation_proof_url: text,
    /** Date and time in Asia/Kolkata, as sent by the form: `2025-10-08T16:00`. */
    arrival: text,
    departure: text,
    /** The UTR: twelve digits of the UPI payment. */
    transaction_id: text,
    ...extraColumns,
    /** "ACC-" and at least six digits. Unique. */
    request_id: textOrEmpty,
    /** The fee at the time of submission. Earlier rows have none, when a room cost 50. */
    amount: column<Rupees>('integer not null default 50'),
  } satisfies Fields<AccommodationRequest, 'age'>,
  /** An Idempotency-Key, with the entry and the e-mail that its request created. */
  idempotency_key: {
    key,
    kind: textColumn<FormKind>(),
    /** SHA-256 of the parsed body. */
    body_hash: text,
    entry_id: text,
    message_id: text,
    created_at: text,
    /** How often the address was corrected after the mail server had rejected it. */
    email_corrections: column<Generated<number>>('integer not null default 0'),
  },
  /** An outgoing e-mail, written in the same transaction as its entry. */
  message: {
    id: key,
    kind: textColumn<MessageKind>(),
    entry_id: text,
    recipient: text,
    /** JSON: the data of the e-mail. Empty after sending, because the entry has all of it. */
    payload: text,
    state: textColumn<MessageState>(),
    attempts: integer,
    next_attempt_at: text,
    /** While `sending`: when the sender's lease ends. */
    lease_until: textOrNull,
    /** A general reason, never an address or a name. */
    last_error: textOrNull,
    created_at: text,
    sent_at: textOrNull,
    /** The normalised mailbox of the address, for limits. Empty in e-mails of earlier versions. */
    mailbox: textOrEmpty,
    /**
     * When it was first due: at once, or later because of a limit or the undo period of a decision.
     * Limits count by it.
     */
    due_at: column<string>('text'),
    /** When `next_attempt_at` was set. */
    scheduled_at: textOrEmpty,
    /**
     * 1: the mail server accepted the organisers' copy but rejected the participant's address, so
     * no second copy is sent.
     */
    needs_no_copy: column<number>('integer not null default 0'),
    /** When the mail server first rejected the address permanently. */
    refused_at: textOrNull,
    /**
     * The order in the queue, before time. 0: sign-in and private links; 1: confirmations; 2:
     * decisions; 3: announcements.
     */
    priority: column<number>('integer not null default 1'),
    /** A hash of the requesting network, until the e-mail is counted. */
    network: textOrNull,
    announcement_id: textOrNull,
  },
  /** A stored file, named `${public_id}.${format}` in the file store. */
  upload: {
    public_id: key,
    secure_url: unique,
    preset: textColumn<Preset>(),
    /** `png`, `jpg`, `webp` or `pdf`. */
    format: text,
    bytes: integer,
    created_at: text,
    /** When it was attached to an entry. Null until then. */
    referenced_at: textOrNull,
    /** A hash of the sender's network address. Empty after the upload is attached. */
    sender: column<Generated<string>>("text not null default ''"),
    location: column<Generated<UploadLocation>>("text not null default 'file-store'"),
    /** SHA-256 of the stored bytes, in hexadecimal. */
    sha256: column<Generated<string>>("text not null default ''"),
  },
  /** A single row about the running servers. Not part of a backup. */
  heartbeat: {
    id: column<number>('integer primary key'),
    /** Changes with each write test. */
    beats: integer,
    /** The latest time at which the clock was plausible. */
    clock_at: textOrNull,
    /** When the announced deletion of proofs may begin. Null without an announcement. */
    proofs_go_at: textOrNull,
    /** The number of proofs in the announcement. */
    proofs_going: integerOrNull,
    /**
     * When the tables were first used or last restored. State versions are comparable only within
     * one epoch.
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
/** For queries that run alone or in the caller's transaction. */
export type DbOrTransaction = Db | Transaction<Tables>

export type EventRegistrationRow = RowOf<typeof tables.EventRegistration>
export type DelegatePassRow = RowOf<typeof tables.DelegatePass>
export type AccommodationRow = RowOf<typeof tables.Accommodation>
export interface EntryRows {
  registration: EventRegistrationRow
  'delegate-pass': DelegatePassRow
  accommodation: AccommodationRow
}
export type IdempotencyKeyRow = RowOf<typeof tables.idempotency_key>
export type MessageRow = RowOf<typeof tables.message>
export type UploadRow = RowOf<typeof tables.upload>
export type HeartbeatRow = RowOf<typeof tables.heartbeat>
