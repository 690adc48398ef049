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

export type UploadLocation = 'file-store' | 'image-host'

const unique = column<string>('text not null unique')

/**
 * Text columns with the names of a form's fields, except `Otherwise`. A new field without a column
 * is a type error.
 */
type Fields<Body, Otherwise extends keyof Body = never> = Record<
  Exclude<keyof Body, Otherwise>,
  Column<string>
> &
  Record<string, Column<unknown>>

const answerColumns = <List extends Details>(list: List) =>
  mapDetails(list, ({ isOriginal }) => (isOriginal ? text : textOrEmpty))

/** Empty if not sent. */
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
    event_id: text,
    registration_time: text,
    payment_screenshot_url: text,
    /** JSON: `{ name, phone, year }[]`, the leader first. */
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
    /** Names, joined by ", ". */
    events: text,
    /** JSON: keys. */
    event_keys: text,
    participation_proof_url: text,
    /** In Asia/Kolkata: `2025-10-08T16:00`. */
    arrival: text,
    departure: text,
    /** The UTR. */
    transaction_id: text,
    ...extraColumns,
    /** "ACC-" and at least six digits. */
    request_id: textOrEmpty,
    /** A room cost 50 before this column was added. */
    amount: column<Rupees>('integer not null default 50'),
  } satisfies Fields<AccommodationRequest, 'age'>,
  idempotency_key: {
    key,
    kind: textColumn<FormKind>(),
    /** SHA-256 of the parsed body. */
    body_hash: text,
    entry_id: text,
    message_id: text,
    created_at: text,
    /** Corrections of an address that the mail server rejected. */
    email_corrections: column<Generated<number>>('integer not null default 0'),
  },
  /** Written in the same transaction as its entry. */
  message: {
    id: key,
    kind: textColumn<MessageKind>(),
    entry_id: text,
    recipient: text,
    /** JSON. Empty after sending, because the entry has the data. */
    payload: text,
    state: textColumn<MessageState>(),
    attempts: integer,
    next_attempt_at: text,
    /** Set while `sending`. */
    lease_until: textOrNull,
    /** Never contains an address or a name. */
    last_error: textOrNull,
    created_at: text,
    sent_at: textOrNull,
    /** The normalised address, for limits. Empty in earlier rows. */
    mailbox: textOrEmpty,
    /** The first planned time. Limits count by it. */
    due_at: column<string>('text'),
    scheduled_at: textOrEmpty,
    /** 1: the organisers' copy was already accepted. */
    needs_no_copy: column<number>('integer not null default 0'),
    /** The first permanent rejection of the address. */
    refused_at: textOrNull,
    /** 0: sign-in and private links; 1: confirmations; 2: decisions; 3: announcements. */
    priority: column<number>('integer not null default 1'),
    /** A hash, removed when the e-mail is counted. */
    network: textOrNull,
    announcement_id: textOrNull,
  },
  /** The file store names the file `${public_id}.${format}`. */
  upload: {
    public_id: key,
    secure_url: unique,
    preset: textColumn<Preset>(),
    format: text,
    bytes: integer,
    created_at: text,
    referenced_at: textOrNull,
    /** A hash of the network address. Empty after the upload is attached. */
    sender: column<Generated<string>>("text not null default ''"),
    location: column<Generated<UploadLocation>>("text not null default 'file-store'"),
    /** Hexadecimal. */
    sha256: column<Generated<string>>("text not null default ''"),
  },
  /** A single row. Not part of a backup. */
  heartbeat: {
    id: column<number>('integer primary key'),
    beats: integer,
    /** The latest plausible time of the clock. */
    clock_at: textOrNull,
    /** The earliest time of the announced deletion. */
    proofs_go_at: textOrNull,
    proofs_going: integerOrNull,
    /**
     * Begins with new tables and with each restore. State versions are comparable only within one
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
