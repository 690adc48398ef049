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

/** `cancelled`: the message is kept, and queued again if the cancellation is undone. */
export type MessageState = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled'

export type UploadLocation = 'file-store' | 'image-host'

const unique = column<string>('text not null unique')

/**
 * Text columns named after the fields of a form, except `Otherwise`. A new field without a column
 * is a type error.
 */
type Fields<Body, Otherwise extends keyof Body = never> = Record<
  Exclude<keyof Body, Otherwise>,
  Column<string>
> &
  Record<string, Column<unknown>>

const answerColumns = <List extends Details>(list: List) =>
  mapDetails(list, ({ isOriginal }) => (isOriginal ? text : textOrEmpty))

/** Empty if the form did not contain the field. */
const extraColumns = {
  payment_reference: textOrEmpty,
  privacy_notice: textOrEmpty,
  age: textOrEmpty,
}

/**
 * `make-tables.ts` creates these tables, and the types of all queries are derived from them.
 * Timestamps are ISO 8601 in UTC, so that they sort as text. Ids are UUIDs.
 */
export const tables = {
  /** Name, phone and year belong to the team leader. */
  EventRegistration: {
    id: key,
    registration_id: unique,
    /** Between 0 and 999,999; larger once six digits are scarce. */
    number: column<number>('integer not null unique'),
    name: text,
    email: text,
    phone: text,
    year: text,
    event_id: text,
    registration_time: text,
    payment_screenshot_url: text,
    /** JSON: `{ name, phone, year }[]`, with the leader first. */
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
    /** "DP-" followed by the last six digits of the Delegate Pass ID. */
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
    events: text,
    /** A JSON array of event keys. */
    event_keys: text,
    participation_proof_url: text,
    /** Local time in Asia/Kolkata, such as `2025-10-08T16:00`. */
    arrival: text,
    departure: text,
    transaction_id: text,
    ...extraColumns,
    /** "ACC-" followed by at least six digits. */
    request_id: textOrEmpty,
    /** Every room cost 50 rupees before this column was added. */
    amount: column<Rupees>('integer not null default 50'),
  } satisfies Fields<AccommodationRequest, 'age'>,
  idempotency_key: {
    key,
    kind: textColumn<FormKind>(),
    /** The SHA-256 hash of the parsed body. */
    body_hash: text,
    entry_id: text,
    message_id: text,
    created_at: text,
    /** Number of corrections to an address that the mail server had refused. */
    email_corrections: column<Generated<number>>('integer not null default 0'),
  },
  /** Written in the same transaction as its entry. */
  message: {
    id: key,
    kind: textColumn<MessageKind>(),
    entry_id: text,
    recipient: text,
    /** Emptied after sending, because the entry contains the same data. */
    payload: text,
    state: textColumn<MessageState>(),
    attempts: integer,
    next_attempt_at: text,
    /** Set only while the state is `sending`. */
    lease_until: textOrNull,
    /** Never contains an address or a name. */
    last_error: textOrNull,
    created_at: text,
    sent_at: textOrNull,
    /** The normalised address, used for limits. Empty in earlier rows. */
    mailbox: textOrEmpty,
    /** The first time at which sending was planned. Limits are based on this time. */
    due_at: column<string>('text'),
    scheduled_at: textOrEmpty,
    /** 1: the organisers' copy has already been accepted. */
    needs_no_copy: column<number>('integer not null default 0'),
    /** When the address was first permanently refused. */
    refused_at: textOrNull,
    /** 0: sign-in and private links; 1: confirmations; 2: decisions; 3: announcements. */
    priority: column<number>('integer not null default 1'),
    /** A hash of the sender's network, removed when the e-mail is counted. */
    network: textOrNull,
    announcement_id: textOrNull,
  },
  /** The file store uses `${public_id}.${format}` as the name of the file. */
  upload: {
    public_id: key,
    secure_url: unique,
    preset: textColumn<Preset>(),
    format: text,
    bytes: integer,
    created_at: text,
    referenced_at: textOrNull,
    /** A hash of the network address, emptied once the upload is attached. */
    sender: column<Generated<string>>("text not null default ''"),
    location: column<Generated<UploadLocation>>("text not null default 'file-store'"),
    sha256: column<Generated<string>>("text not null default ''"),
  },
  /** Contains a single row, which backups omit. */
  heartbeat: {
    id: column<number>('integer primary key'),
    beats: integer,
    /** The latest plausible time that the clock has shown. */
    clock_at: textOrNull,
    /** The earliest time at which the announced deletion may run. */
    proofs_go_at: textOrNull,
    proofs_going: integerOrNull,
    /**
     * Set when the tables are first created, and again by each restore. State versions are comparable only within an
     * epoch.
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
/** For queries that run alone or as part of the caller's transaction. */
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
