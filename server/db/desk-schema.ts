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

/** The desk's tables; written as the others are (`schema.ts`). Whoever acts is an organiser's e-mail address. */
export const deskTables = {
  /** How a record stands, and what the queue sorts and counts by; made with the record. */
  review: {
    entry_id: key,
    kind: textColumn<FormKind>(),
    /** A subject's key, or a pass's tier; empty for a room. */
    event: text,
    /** The day in India on which it was sent. */
    day: text,
    state: textColumn<ReviewState>(),
    created_at: text,
    changed_at: text,
    source: column<Source | null>('text'),
    /** Null while nobody has decided. */
    changed_by: textOrNull,
    /** Counts the changes; a decision names the one that it saw. */
    version: column<Generated<number>>('integer not null default 1'),
    /** 1: its search tokens, proofs and flags are those of its content. */
    is_indexed: column<Generated<number>>('integer not null default 0'),
    /** What it owes, and how many come by it: of the record, so that sums need not look at each. Null where a pass covers it. */
    due: column<Paise | null>('integer'),
    people: column<Generated<number>>('integer not null default 1'),
    /** 1: nobody's browser has read its payment picture. Made from the record, as the words to search by are. */
    unread: column<Generated<number>>('integer not null default 0'),
    /** What was paid in cash, and the organiser who took it; null where nobody took any. */
    cash_amount: column<Paise | null>('integer'),
    cash_by: textOrNull,
    /** When its registrant last put it right; null where nobody did. */
    corrected_at: textOrNull,
    /** JSON: a list of `EarlierValue`, what stood in the fields that a correction changed. */
    earlier_values: column<Generated<string>>("text not null default '[]'"),
    /** 1: its form named no UTR though something is due; made with its search tokens. */
    lacks_utr: column<Generated<number>>('integer not null default 0'),
    /** The organiser who entered it at the desk; null where it came by the site. */
    entered_by: textOrNull,
    /** When somebody put it to later; null where nobody did. */
    later_at: textOrNull,
    /** It came after its event or its pass closed, or was cancelled; null where it came in time. */
    late: column<Lateness | null>('text'),
    /** When its participant asked, by the private link, to have it erased; null where no one did. */
    erasure_asked_at: textOrNull,
    /** When an admin answered that it stays, and why. */
    erasure_answered_at: textOrNull,
    erasure_answer: column<Generated<string>>("text not null default ''"),
  },
  /** What organisers note about a record among themselves. */
  note: { id: key, entry_id: text, actor: text, at: text, words: text },
  /** A word by which a record is found, or the digits of a number backwards after `<`. Made from the record. */
  search_token: {
    // Beginnings are looked up as a range, so texts must sort by their bytes; those of SQLite do anyway.
    token: column<string>('text collate "C" not null'),
    entry_id: column<string>(
      'text not null, constraint search_token_key primary key (token, entry_id)',
    ),
  },
  /** A decision that was not taken back. */
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
    /** The bulk decision that it is part of. */
    batch_id: textOrNull,
    /** The mail that tells the registrant. */
    message_id: textOrNull,
    /** The record's, once it was taken. */
    version: integer,
    /** JSON: a list of `GivenReason`. */
    reasons: text,
    note: text,
    /** What the mail says of money that came; null where nobody chose. */
    money: column<MoneyChoice | null>('text'),
    /** 1: a withdrawal of an entry that the desk entered by mistake. It cannot be undone. */
    is_mistake: column<Generated<number>>('integer not null default 0'),
    /** Why the organiser accepted less cash than the fee; empty otherwise. The participant never sees it. */
    reason: textOrEmpty,
    /** A hash of what the command said: the same id with other content is another command. Empty in earlier rows. */
    content: column<Generated<string>>("text not null default ''"),
    /** What a correction of the details replaced, in rows of 0.1.0; nothing is written here any more, and `forget` empties it. */
    replaced: textOrNull,
  },
  /** A line of the audit log; added, and never changed. */
  audit_line: {
    id: key,
    at: text,
    actor: text,
    action: textColumn<AuditAction>(),
    /** JSON: keys and counts, never a registrant's words. */
    detail: text,
    entry_id: textOrNull,
    decision_id: textOrNull,
  },
  /** While a row stands here, lines of the audit log can be deleted: a restore opens it. */
  audit_access: { id: column<number>('integer primary key') },
  /** A file that a record has, or had before a correction. */
  proof: {
    id: key,
    entry_id: text,
    /** The field of the form that it stands in. */
    field: text,
    /** As the upload call gave it. */
    url: text,
    created_at: text,
    /** When a later one took its place. */
    replaced_at: textOrNull,
  },
  flag: {
    id: key,
    entry_id: text,
    kind: textColumn<FlagKind>(),
    /** The other record, or empty. */
    other_id: text,
    detail: text,
    created_at: text,
    /** The group of those that have the same, or empty. */
    group_id: textOrEmpty,
  },
  /** That a record has what others may have as well: a UTR, a file, a phone. Those of one group have the same. */
  group_member: {
    /** A hash of the two. */
    id: key,
    /** Its kind, and a hash of what is the same. */
    group_id: text,
    entry_id: text,
    /** Since when it has it: the first of a group is the one that was copied. */
    since: text,
  },
  /** What an organiser's browser read from a picture: by the proof's id, as JSON. */
  ocr_result: { proof: key, data: text, actor: text, created_at: text },
  /** Who was added at the desk, beside those whom the setting names. */
  organiser: {
    /** In lower case. */
    email: key,
    role: textColumn<Role>(),
    /** The keys of a head's events with `+` between them; else empty. */
    events: text,
    added_by: text,
    added_at: text,
  },
  /**
   * The book of cash: each line moves some from one holder to another. Lines are added and never deleted, so the sums stay true when a
   * person is forgotten. A line that was entered by mistake is marked as removed, and counts in no sum.
   */
  cash_move: {
    /** Of what was taken the record's, of what was given back the refund's, of a handover its command's. */
    id: key,
    at: text,
    /** Who noted it. */
    actor: text,
    kind: textColumn<CashKind>(),
    /** An organiser's address, or `bank`; null for a registrant. */
    from_holder: textOrNull,
    to_holder: textOrNull,
    amount: column<Paise>('integer not null'),
    entry_id: textOrNull,
    /** When the line was removed, and by which organiser; null for a line that counts. */
    removed_at: textOrNull,
    removed_by: textOrNull,
  },
  /** A sign-in link that was not spent; its secret is kept as a hash. */
  sign_in_link: { hash: key, email: text, created_at: text, expires_at: text },
  /** A session; ended ones are deleted. */
  desk_session: {
    id: key,
    email: text,
    /** In a few words: "Firefox on Android". */
    browser: text,
    created_at: text,
    seen_at: text,
    expires_at: text,
    /** Of the cookie's value. */
    hash: column<string>('text not null unique'),
  },
  /** A registrant's link to their own submission; its secret is kept as a hash. */
  private_link: {
    hash: key,
    entry_id: text,
    purpose: textColumn<'correction' | 'status'>(),
    created_at: text,
    expires_at: text,
  },
  /** Where an event's group is, for whoever is verified (`reviews/group-link.ts`). */
  group_link: { event: key, url: text },
  /** What was changed while the festival runs, a row a save; rows are added and never changed. */
  festival_state: {
    version: column<number>('integer primary key'),
    /** The whole state, as JSON. */
    json: text,
    /** JSON: a list of `StateChange`. */
    changes: text,
    organiser: text,
    at: text,
    /** The id that the organiser's device made for this press: the same press is saved once. Null in earlier rows. */
    press: textOrNull,
    /** A hash of what the press said: the same id with other content is another press. */
    press_content: textOrNull,
  },
  /** A message to everybody in a filter of the queue; each person's e-mail is a row of `message`. */
  announcement: {
    id: key,
    subject: text,
    text,
    /** JSON: an `AnnouncementFilter`. */
    filter: text,
    actor: text,
    created_at: text,
    /** `queueing`: not every address has its e-mail yet. E-mails are sent only in the state `sending`. */
    state: textColumn<'queueing' | 'sending' | 'stopped'>(),
    /** How many it went to; null until each of them has an e-mail. */
    people: integerOrNull,
    /** No e-mail of it leaves before this moment, so that an admin can stop it; null where it may leave at once. */
    waits_until: textOrNull,
    /** 1: it leads to another site, and no admin other than its sender has released it. */
    needs_release: column<Generated<number>>('integer not null default 0'),
    /** 1: each e-mail has the calendar file of the event that the filter names. */
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
