import type { Generated } from 'kysely'
import type { FormKind } from '../../festival/api'
import type { AuditAction } from '../../festival/desk/audit'
import type { FlagKind } from '../../festival/desk/flags'
import type { Decision, Ground, MoneyChoice, ReviewState } from '../../festival/desk/states'

/** The desk's tables; written as the others are (`schema.ts`). Whoever acts is an organiser's e-mail address. */
export interface DeskTables {
  review: Omit<ReviewRow, 'version' | 'prepared' | 'corrected_at' | 'earlier_values'> & {
    version: Generated<number>
    prepared: Generated<number>
    corrected_at: Generated<string | null>
    earlier_values: Generated<string>
  }
  search_token: SearchTokenRow
  decision: DecisionRow
  audit_entry: AuditEntryRow
  audit_door: { id: number }
  proof: ProofRow
  flag: FlagRow
  group_member: GroupMemberRow
  evidence: EvidenceRow
  sign_in_link: SignInLinkRow
  desk_session: DeskSessionRow
  private_link: PrivateLinkRow
}

/** The letters that the desk sends. */
export type LetterKind = 'desk-link' | 'desk-signed-in' | 'decision' | 'private-link'

/** How a record stands, and what the queue sorts and counts by; made with the record. */
export interface ReviewRow {
  record_id: string
  kind: FormKind
  /** A subject's key, or a pass's tier; empty for a room. */
  event: string
  /** The day in India on which it was sent. */
  day: string
  state: ReviewState
  ground: Ground | null
  /** Counts the changes; a decision names the one that it saw. */
  version: number
  created_at: string
  changed_at: string
  /** Null while nobody has decided. */
  changed_by: string | null
  /** What was paid in cash, in paise, and the organiser who took it; null where nobody took any. */
  cash_amount: number | null
  cash_by: string | null
  /** 1: its search tokens, proofs and flags are those of its content. */
  prepared: number
  /** When its registrant last put it right; null where nobody did. */
  corrected_at: string | null
  /** JSON: a list of `EarlierValue`, what stood in the fields that a correction changed. */
  earlier_values: string
}

/** A word by which a record is found, or the digits of a number backwards after `<`. Made from the record. */
export interface SearchTokenRow {
  token: string
  record_id: string
}

/** A decision that was not taken back. */
export interface DecisionRow {
  id: string
  /** The press that decided many at once. */
  batch_id: string | null
  record_id: string
  actor: string
  decided_at: string
  decision: Decision
  from_state: ReviewState
  from_ground: Ground | null
  to_state: ReviewState
  ground: Ground | null
  /** The record's, once it was taken. */
  version: number
  /** JSON: a list of `GivenReason`. */
  reasons: string
  note: string
  /** The mail that tells the registrant. */
  message_id: string | null
  /** What the mail says of money that came; null where nobody chose. */
  money: MoneyChoice | null
}

/** A line of the audit log; added, and never changed. */
export interface AuditEntryRow {
  id: string
  at: string
  actor: string
  action: AuditAction
  record_id: string | null
  decision_id: string | null
  /** JSON: keys and counts, never a registrant's words. */
  detail: string
}

/** A file that a record has, or had before a correction. */
export interface ProofRow {
  id: string
  record_id: string
  /** The field of the form that it stands in. */
  field: string
  /** As the upload call gave it. */
  url: string
  created_at: string
  /** When a later one took its place. */
  replaced_at: string | null
}

export interface FlagRow {
  id: string
  record_id: string
  kind: FlagKind
  /** The group of those that have the same, or empty. */
  group_id: string
  /** The other record, or empty. */
  other_id: string
  detail: string
  created_at: string
}

/** That a record has what others may have as well: a UTR, a file, a phone. Those of one group have the same. */
export interface GroupMemberRow {
  /** A hash of the two. */
  id: string
  /** Its kind, and a hash of what is the same. */
  group_id: string
  record_id: string
  /** Since when it has it: the first of a group is the one that was copied. */
  since: string
}

/** What an organiser's browser read from a picture. */
export interface EvidenceRow {
  /** The proof's id. */
  proof: string
  /** JSON. */
  data: string
  actor: string
  created_at: string
}

/** A sign-in link that was not spent; its secret is kept as a hash. */
export interface SignInLinkRow {
  hash: string
  email: string
  created_at: string
  expires_at: string
}

/** A session; ended ones are deleted. */
export interface DeskSessionRow {
  id: string
  /** Of the cookie's value. */
  hash: string
  email: string
  /** In a few words: "Firefox on Android". */
  browser: string
  created_at: string
  seen_at: string
  expires_at: string
}

/** A registrant's link to their own submission; its secret is kept as a hash. */
export interface PrivateLinkRow {
  hash: string
  record_id: string
  purpose: 'correction' | 'status'
  created_at: string
  expires_at: string
}
