import type { Generated } from 'kysely'
import type { AuditAction } from '../../festival/contract/audit'
import type { CashKind } from '../../festival/contract/cash'
import type { FlagKind } from '../../festival/contract/flags'
import type { Role } from '../../festival/contract/organisers'
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

/**
 * The desk's tables, with the conventions of `schema.ts`. Columns such as `actor` contain an
 * organiser's e-mail address.
 */
export const deskTables = {
  /** An entry's state at the desk, and the columns by which the queue sorts, filters and counts. */
  review: {
    entry_id: key,
    kind: textColumn<FormKind>(),
    /** A subject's key or a pass's tier. Empty for a room. */
    event: text,
    /** When the entry was submitted, as a day in India. */
    day: text,
    state: textColumn<ReviewState>(),
    created_at: text,
    changed_at: text,
    source: column<Source | null>('text'),
    /** Null until the first decision. */
    changed_by: textOrNull,
    /** Counts changes. A decision names the version that the organiser saw. */
    version: column<Generated<number>>('integer not null default 1'),
    /** 1: search tokens, proofs and flags are up to date. */
    is_indexed: column<Generated<number>>('integer not null default 0'),
    /**
     * Fee and number of people, copied from the entry so that sums need no join. `due` is null if a
     * pass covers the fee.
     */
    due: column<Paise | null>('integer'),
    people: column<Generated<number>>('integer not null default 1'),
    /** 1: no organiser's browser has read the payment picture. Recomputed by indexing. */
    unread: column<Generated<number>>('integer not null default 0'),
    /** Cash paid, and the organiser who took it. Null without cash. */
    cash_amount: column<Paise | null>('integer'),
    cash_by: textOrNull,
    /** When the participant last corrected the entry. Null if never. */
    corrected_at: textOrNull,
    /** JSON: a list of `EarlierValue`, the values before corrections. */
    earlier_values: column<Generated<string>>("text not null default '[]'"),
    /** 1: the form had no UTR although a fee is due. Recomputed by indexing. */
    lacks_utr: column<Generated<number>>('integer not null default 0'),
    /** The organiser who entered it at the desk. Null if it came from the site. */
    entered_by: textOrNull,
    /** When an organiser postponed the review. Null if not postponed. */
    later_at: textOrNull,
    /** Set if the entry arrived after its event or pass had closed or was cancelled. */
    late: column<Lateness | null>('text'),
    /** When the participant asked by private link for erasure. Null if never. */
    erasure_asked_at: textOrNull,
    /** When an admin declined the erasure, and why. */
    erasure_answered_at: textOrNull,
    erasure_answer: column<Generated<string>>("text not null default ''"),
  },
  /** Internal notes about an entry. */
  note: { id: key, entry_id: text, actor: text, at: text, words: text },
  /** A word of the entry, or `<` and the reversed digits of a number. */
  search_token: {
    // Prefixes are searched as a range, so texts must sort by bytes, as they do in SQLite.
    token: column<string>('text collate "C" not null'),
    entry_id: column<string>(
      'text not null, constraint search_token_key primary key (token, entry_id)',
    ),
  },
  /** A decision that has not been undone. */
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
    /** The e-mail to the participant. */
    message_id: textOrNull,
    /** The entry's version after the decision. */
    version: integer,
    /** JSON: a list of `GivenReason`. */
    reasons: text,
    note: text,
    /** What the e-mail says about a received payment. Null if the organiser chose nothing. */
    money: column<MoneyChoice | null>('text'),
    /** 1: a withdrawal of an entry that the desk entered by mistake. It cannot be undone. */
    is_mistake: column<Generated<number>>('integer not null default 0'),
    /** Why the organiser accepted less cash than the fee; empty otherwise. The participant never sees it. */
    reason: textOrEmpty,
    /**
     * A hash of the command. The same id with a different hash is rejected. Empty in earlier rows.
     */
    content: column<Generated<string>>("text not null default ''"),
    /**
     * Values replaced by a correction, in rows of 0.1.0. Only `forget` writes here, to clear it.
     */
    replaced: textOrNull,
  },
  /** Lines are added and never changed. */
  audit_line: {
    id: key,
    at: text,
    actor: text,
    action: textColumn<AuditAction>(),
    /** JSON: keys and counts, never typed text. */
    detail: text,
    entry_id: textOrNull,
    decision_id: textOrNull,
  },
  /** Audit lines can be deleted only while this table has a row, which a restore inserts. */
  audit_access: { id: column<number>('integer primary key') },
  /** A current file of an entry, or one that a correction replaced. */
  proof: {
    id: key,
    entry_id: text,
    /** The form's field. */
    field: text,
    /** As returned by the upload call. */
    url: text,
    created_at: text,
    replaced_at: textOrNull,
  },
  flag: {
    id: key,
    entry_id: text,
    kind: textColumn<FlagKind>(),
    /** The other entry's id, or empty. */
    other_id: text,
    detail: text,
    created_at: text,
    /** The group of entries that share the value, or empty. */
    group_id: textOrEmpty,
  },
  /** Entries that share a value such as a UTR, a file or a phone are in one group. */
  group_member: {
    /** A hash of group and entry. */
    id: key,
    /** The flag's kind and a hash of the shared value. */
    group_id: text,
    entry_id: text,
    /** When the entry got the value. The earliest member is the original. */
    since: text,
  },
  /** Text that an organiser's browser read from a picture, as JSON. The key is the proof's id. */
  ocr_result: { proof: key, data: text, actor: text, created_at: text },
  /** Organisers added at the desk, in addition to the setting ORGANISERS. */
  organiser: {
    /** In lower case. */
    email: key,
    role: textColumn<Role>(),
    /** The keys of a head's events, joined by `+`. Empty for other roles. */
    events: text,
    added_by: text,
    added_at: text,
  },
  /**
   * Each line moves cash from one holder to another. Lines are never deleted, so sums stay correct
   * after a person is forgotten. Mistakes are marked as removed and count in no sum.
   */
  cash_move: {
    /**
     * The id of the entry if cash was taken, of the refund if it was returned, or of the handover's
     * command.
     */
    id: key,
    at: text,
    /** The organiser who recorded it. */
    actor: text,
    kind: textColumn<CashKind>(),
    /** An organiser's address or `bank`. Null for a participant. */
    from_holder: textOrNull,
    to_holder: textOrNull,
    amount: column<Paise>('integer not null'),
    entry_id: textOrNull,
    /** Set if the line was removed. */
    removed_at: textOrNull,
    removed_by: textOrNull,
  },
  /** An unused sign-in link. Only a hash of the secret is stored. */
  sign_in_link: { hash: key, email: text, created_at: text, expires_at: text },
  desk_session: {
    id: key,
    email: text,
    /** A short description such as "Firefox on Android". */
    browser: text,
    created_at: text,
    seen_at: text,
    expires_at: text,
    /** A hash of the cookie. */
    hash: column<string>('text not null unique'),
  },
  /** A participant's link to their entry. Only a hash of the secret is stored. */
  private_link: {
    hash: key,
    entry_id: text,
    purpose: textColumn<'correction' | 'status'>(),
    created_at: text,
    expires_at: text,
  },
  /** The group chat of an event's verified participants (`messages/group-link.ts`). */
  group_link: { event: key, url: text },
  /** Live changes of the festival, one row per save. Rows are never changed. */
  festival_state: {
    version: column<number>('integer primary key'),
    /** The complete state after the save, as JSON. */
    json: text,
    /** JSON: a list of `StateChange`. */
    changes: text,
    organiser: text,
    at: text,
    /** Idempotency key, made by the organiser's device. Null in earlier rows. */
    press: textOrNull,
    /** A hash of the request. The same key with a different hash is rejected. */
    press_content: textOrNull,
  },
  /** A message to all entries in a filter of the queue. Each e-mail is a row of `message`. */
  announcement: {
    id: key,
    subject: text,
    text,
    /** JSON: an `AnnouncementFilter`. */
    filter: text,
    actor: text,
    created_at: text,
    /**
     * `queueing`: some e-mails are not in the queue yet. E-mails are sent only in the state
     * `sending`.
     */
    state: textColumn<'queueing' | 'sending' | 'stopped'>(),
    /** The number of recipients. Null until all e-mails are queued. */
    people: integerOrNull,
    /** E-mails are held until this time so that an admin can stop them. Null without a delay. */
    waits_until: textOrNull,
    /** 1: it links to a different site and needs release by a second admin. */
    needs_release: column<Generated<number>>('integer not null default 0'),
    /** 1: the calendar file of the filter's event is attached. */
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
export type AnnouncementRow = RowOf<typeof deskTables.announcement>
export type FestivalStateRow = RowOf<typeof deskTables.festival_state>
