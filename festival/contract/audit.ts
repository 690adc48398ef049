import * as v from 'valibot'
import { listKeys } from '../list-keys'
import type { Rupees } from '../payment/money'

/** The keys are stored in the database, so they cannot be renamed. */
export const auditActionWords = {
  'link-asked': 'Requested a sign-in link',
  'signed-in': 'Signed in',
  'session-ended': 'Ended a session',
  'moved-up': 'Got a place from the waiting list',
  'place-lost': 'Did not get a place before the event started',
  decided: 'Decided',
  undone: 'Undid a decision',
  'proof-viewed': 'Viewed a file',
  'proof-read': 'Browser scanned a picture',
  exported: 'Exported',
  'evidence-posted': 'Scanned pictures',
  'confirmation-sent-again': 'Resent a confirmation',
  'correction-link-sent': 'Sent a correction link',
  'walk-in-entered': 'Registered a walk-in',
  corrected: 'Corrected an entry',
  'confirmed-by-email': 'Confirmed by e-mail',
  'setting-changed': 'Changed a setting',
  'statement-imported': 'Imported a statement',
  'statement-dropped': 'Undid a statement import',
  'payment-added': 'Added a payment',
  'payment-reversed': 'Recorded a reversal',
  'refund-noted': 'Recorded a refund',
  'layout-kept': 'Chose the columns of a file',
  noted: 'Added a note',
  'erasure-asked': 'Requested erasure',
  'erasure-answered': 'Answered an erasure request',
  'put-later': 'Set aside for later',
  'taken-up': 'Moved back from later',
  'announcement-sent': 'Sent a message',
  'announcement-stopped': 'Stopped a message',
  'announcement-resumed': 'Resumed a message',
  'announcement-released': 'Released a message',
  'cash-handed-over': 'Handed over cash',
  'cash-taken-back': 'Removed a line from the cash book',
  'refund-taken-back': 'Undid a refund',
  'organiser-added': 'Added an organiser',
  'organiser-removed': 'Removed an organiser',
  'festival-changed': 'Changed festival details',
  'backed-up': 'Took a backup',
  'room-set': 'Assigned a room',
  'ticket-replaced': 'Issued a new ticket',
  'tickets-sent': 'Sent tickets',
  'door-opened': 'Opened a door',
  'phone-added': 'Added a phone to a door',
  'phone-removed': 'Removed a phone from a door',
} as const
export type AuditAction = keyof typeof auditActionWords

export const auditActions = listKeys(auditActionWords)

/** Actions that only read. The log lists them on request only. */
export const viewActions: readonly AuditAction[] = [
  'proof-viewed',
  'proof-read',
  'evidence-posted',
  'backed-up',
]

export const auditQuerySchema = v.object({
  action: v.optional(v.picklist(auditActions)),
  actor: v.optional(v.pipe(v.string(), v.maxLength(254))),
  entryId: v.optional(v.pipe(v.string(), v.maxLength(40))),
  hasLooks: v.optional(v.literal('yes')),
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type AuditQuery = v.InferOutput<typeof auditQuerySchema>

export interface AuditLine {
  id: string
  at: string
  actor: string
  action: AuditAction
  /** Number of log lines of one command that are combined here. */
  count: number
  entryId: string | null
  /** Null if the line concerns no entry, several entries or an erased one. */
  of: { label: string; name: string; eventName: string } | null
  /** Total amount; null without entries, or if a pass covers them. */
  amount: Rupees | null
  /** Never contains text that someone typed. */
  detail: Readonly<Record<string, string | number>>
}

export interface AuditPage {
  lines: AuditLine[]
  next: string | null
}
