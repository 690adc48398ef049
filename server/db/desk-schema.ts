import type { Generated } from 'kysely'
import type { Day } from '../../festival/content/slot'
import type { AuditAction } from '../../festival/contract/audit'
import type { CashKind } from '../../festival/contract/cash'
import type { FlagKind } from '../../festival/contract/flags'
import type { Role } from '../../festival/contract/organisers'
import type { Waitlist } from '../../festival/contract/places'
import type { Action, MoneyChoice, ReviewState, Source } from '../../festival/contract/states'
import type { FormKind } from '../../festival/forms/api'
import type { Paise } from '../../festival/payment/money'
import type { Lateness } from '../../festival/schedule/availability'
import {
  column,
  integer,
  integerOrNull,
  key,
  type RowOf,
  text,
  textColumn,
  textOrEmpty,
  textOrNull,
} from './column'

export type EmailKind =
  | 'desk-link'
  | 'desk-signed-in'
  | 'organiser-added'
  | 'decision'
  | 'refund'
  | 'private-link'
  | 'announcement'

/** Follows the conventions of `schema.ts`. `actor` is an organiser's address. */
export const deskTables = {
  review: {
    entry_id: key,
    kind: textColumn<FormKind>(),
    /** A subject's key or a pass's tier. Empty for a room. */
    event: text,
    /** The day in India on which the entry was sent. */
    day: text,
    state: textColumn<ReviewState>(),
    created_at: text,
    changed_at: text,
    source: column<Source | null>('text'),
    changed_by: textOrNull,
    /** Incremented by every change, to detect concurrent decisions. */
    version: column<Generated<number>>('integer not null default 1'),
    /** 1: the search tokens, proofs and flags are up to date. */
    is_indexed: column<Generated<number>>('integer not null default 0'),
    /** The fee, copied from the entry so that sums need no join. Null if a pass covers the fee. */
    due: column<Paise | null>('integer'),
    people: column<Generated<number>>('integer not null default 1'),
    /** 1: no OCR result is stored for the payment picture. */
    unread: column<Generated<number>>('integer not null default 0'),
    cash_amount: column<Paise | null>('integer'),
    cash_by: textOrNull,
    corrected_at: textOrNull,
    earlier_values: column<Generated<string>>("text not null default '[]'"),
    /** 1: the form had no UTR although a fee is due. */
    lacks_utr: column<Generated<number>>('integer not null default 0'),
    /** Null if the entry came from the site. */
    entered_by: textOrNull,
    later_at: textOrNull,
    late: column<Lateness | null>('text'),
    erasure_asked_at: textOrNull,
    erasure_answered_at: textOrNull,
    erasure_answer: column<Generated<string>>("text not null default ''"),
    /** The room that an organiser typed. Empty for other entries. */
    room: column<Generated<string>>("text not null default ''"),
    /** The entry's position among all entries of an event with limited places. */
    arrival: integerOrNull,
    /** `waiting`: verified without a place. `lost`: the event began before a place became free. */
    waitlist: column<Waitlist | null>('text'),
  },
  note: { id: key, entry_id: text, actor: text, at: text, words: text },
  /** A word from the entry, or `<` and the reversed digits of a number. */
  search_token: {
    // A prefix search is a range query, so texts must sort by bytes.
    token: column<string>('text collate "C" not null'),
    entry_id: column<string>(
      'text not null, constraint search_token_key primary key (token, entry_id)',
    ),
  },
  decision: {
    id: key,
    entry_id: text,
    actor: text,
    decided_at: text,
    decision: textColumn<Action>(),
    from_state: textColumn<ReviewState>(),
    to_state: textColumn<ReviewState>(),
    from_source: column<Source | null>('text'),
    source: column<Source | null>('text'),
    batch_id: textOrNull,
    message_id: textOrNull,
    version: integer,
    /** JSON: `GivenReason[]`. */
    reasons: text,
    note: text,
    /** What the e-mail says about the payment. */
    money: column<MoneyChoice | null>('text'),
    /** 1: the entry was withdrawn because the desk created it by mistake. This cannot be undone. */
    is_mistake: column<Generated<number>>('integer not null default 0'),
    /** Why less cash than the fee was accepted. For organisers only. */
    reason: textOrEmpty,
    /**
     * A hash of the command, so that its id is refused with different content. Empty in earlier
     * rows.
     */
    content: column<Generated<string>>("text not null default ''"),
    /** Used only in rows of 0.1.0, and cleared by `forget`. */
    replaced: textOrNull,
  },
  /** Rows are inserted and never changed. */
  audit_line: {
    id: key,
    at: text,
    actor: text,
    action: textColumn<AuditAction>(),
    /** JSON that never contains typed text. */
    detail: text,
    entry_id: textOrNull,
    decision_id: textOrNull,
  },
  /** Audit lines can be deleted only while this table has a row. */
  audit_access: { id: column<number>('integer primary key') },
  proof: {
    id: key,
    entry_id: text,
    field: text,
    url: text,
    created_at: text,
    replaced_at: textOrNull,
  },
  flag: {
    id: key,
    entry_id: text,
    kind: textColumn<FlagKind>(),
    other_id: text,
    detail: text,
    created_at: text,
    group_id: textOrEmpty,
  },
  /** Entries with the same UTR, file or phone belong to one group. */
  group_member: {
    id: key,
    group_id: text,
    entry_id: text,
    /** When the entry got the shared value. The earliest member is the original. */
    since: text,
  },
  /** Text that an organiser's browser read from a picture. The key is the id of the proof. */
  ocr_result: { proof: key, data: text, actor: text, created_at: text },
  /** Organisers added at the desk, in addition to the setting ORGANISERS. */
  organiser: {
    email: key,
    role: textColumn<Role>(),
    events: text,
    added_by: text,
    added_at: text,
  },
  /**
   * Moves of cash between holders. Rows are never deleted, so that sums stay correct after a
   * person's details are erased.
   */
  cash_move: {
    /** The id of the entry, of the refund or of the handover command. */
    id: key,
    at: text,
    actor: text,
    kind: textColumn<CashKind>(),
    /** An organiser's address or `bank`. Null for a participant. */
    from_holder: textOrNull,
    to_holder: textOrNull,
    amount: column<Paise>('integer not null'),
    entry_id: textOrNull,
    /** A removed row does not count in any sum. */
    removed_at: textOrNull,
    removed_by: textOrNull,
  },
  sign_in_link: { hash: key, email: text, created_at: text, expires_at: text },
  desk_session: {
    id: key,
    email: text,
    browser: text,
    created_at: text,
    seen_at: text,
    expires_at: text,
    hash: column<string>('text not null unique'),
  },
  private_link: {
    hash: key,
    entry_id: text,
    purpose: textColumn<'correction' | 'status'>(),
    created_at: text,
    expires_at: text,
  },
  /** Each entry has one current ticket, except room requests, which have none. */
  ticket: {
    /** The text of the QR code (`server/db/tickets.ts`). */
    code: key,
    /** Opens the ticket's page. Not hashed, because organisers can share the link again. */
    secret: column<string>('text not null unique'),
    entry_id: text,
    created_at: text,
    replaced_at: textOrNull,
    /** 1: the entry was verified before tickets existed, so no e-mail contains its ticket. */
    needs_email: column<number>('integer not null default 0'),
  },
  group_link: { event: key, url: text },
  /** Rows are inserted and never changed. The latest row of a member says who is present. */
  attendance: {
    /** Generated by the device, so that a mark that is sent again changes nothing. */
    id: key,
    entry_id: text,
    /** The list's name (`nameAttendanceList`). */
    list: text,
    /** The leader is 1. */
    member: integer,
    present: column<0 | 1>('integer not null'),
    actor: text,
    /** When the organiser marked the person, not when the server received the mark. */
    at: text,
    /** The door where the person was scanned. Null for marks at the desk, like the next two. */
    door_id: textOrNull,
    volunteer: textOrNull,
    /** 1: the phone's clock had jumped back before the scan. */
    clock_jumped: integerOrNull,
  },
  /** A door serves one list on one day. */
  door: {
    id: key,
    /** The list's name (`nameAttendanceList`). */
    list: text,
    day: textColumn<Day>(),
    number: integer,
    /** The HMAC key for the hashed codes on the door's phones, in base64url. */
    key: text,
    test_code: text,
    opened_by: text,
    opened_at: text,
  },
  door_phone: {
    id: key,
    door_id: text,
    /** Hash of the QR code's secret until the phone is paired, then of its current token. */
    hash: column<string>('text not null unique'),
    previous_hash: textOrNull,
    /** When the current token was last issued to a phone that still had another one. */
    token_at: textOrNull,
    volunteer: text,
    added_at: text,
    paired_at: textOrNull,
    seen_at: textOrNull,
    /** When the phone last received its list. */
    list_at: textOrNull,
    unsent: integer,
    is_copied: column<0 | 1>('integer not null'),
    removed_at: textOrNull,
  },
  /** People who were let in but are not on the list, to be checked later. */
  door_unlisted: {
    /** Generated by the phone. */
    id: key,
    door_id: text,
    name: text,
    volunteer: text,
    at: text,
  },
  /** One row for each save. Rows are never changed. */
  festival_state: {
    version: column<number>('integer primary key'),
    json: text,
    /** JSON: `StateChange[]`. */
    changes: text,
    organiser: text,
    at: text,
    /** The idempotency key of the save. Null in earlier rows. */
    press: textOrNull,
    press_content: textOrNull,
  },
  /** The places that were last in effect, in case an edition is rebuilt with fewer. */
  event_places: { event: key, places: integer },
  /** A message to everyone who matches a filter. Each e-mail is a row of `message`. */
  announcement: {
    id: key,
    subject: text,
    text,
    /** JSON: `AnnouncementFilter`. */
    filter: text,
    actor: text,
    created_at: text,
    /**
     * `queueing`: e-mails are still being added. E-mails are sent only while the state is
     * `sending`.
     */
    state: textColumn<'queueing' | 'sending' | 'stopped'>(),
    /** The number of recipients. Null until all e-mails are queued. */
    people: integerOrNull,
    /** E-mails are held until this time, so that an admin can stop them. */
    waits_until: textOrNull,
    /** 1: the message links to a different site, so a second admin must release it. */
    needs_release: column<Generated<number>>('integer not null default 0'),
    with_calendar: column<Generated<number>>('integer not null default 0'),
  },
}

export type ReviewRow = RowOf<typeof deskTables.review>
export type DecisionRow = RowOf<typeof deskTables.decision>
export type FlagRow = RowOf<typeof deskTables.flag>
export type GroupMemberRow = RowOf<typeof deskTables.group_member>
export type OcrResultRow = RowOf<typeof deskTables.ocr_result>
export type OrganiserRow = RowOf<typeof deskTables.organiser>
export type CashMoveRow = RowOf<typeof deskTables.cash_move>
export type PrivateLinkRow = RowOf<typeof deskTables.private_link>
export type TicketRow = RowOf<typeof deskTables.ticket>
export type AttendanceRow = RowOf<typeof deskTables.attendance>
export type DoorRow = RowOf<typeof deskTables.door>
export type DoorPhoneRow = RowOf<typeof deskTables.door_phone>
export type AnnouncementRow = RowOf<typeof deskTables.announcement>
export type FestivalStateRow = RowOf<typeof deskTables.festival_state>
