import * as v from 'valibot'
import type { Rupees } from '../payment/money'

/** The keys are stored in the database, so they cannot be renamed. */
export const auditActionWords = {
  'link-asked': 'Asked for a sign-in link',
  'signed-in': 'Signed in',
  'session-ended': 'Ended a session',
  decided: 'Decided',
  undone: 'Took a decision back',
  'proof-viewed': 'Looked at a proof',
  'proof-read': 'Browser read a proof by itself',
  exported: 'Exported',
  'evidence-posted': 'Had pictures read',
  'confirmation-sent-again': 'Sent a confirmation again',
  'correction-link-sent': 'Sent a correction link',
  'walk-in-entered': 'Entered a walk-in',
  corrected: 'Corrected a submission',
  'setting-changed': 'Changed a setting',
  'statement-imported': 'Imported a statement',
  'statement-dropped': 'Took a statement back',
  'payment-added': 'Added a payment',
  'payment-reversed': 'Took in a reversal',
  'refund-noted': 'Noted a refund',
  'layout-kept': 'Chose the columns of a file',
  noted: 'Noted something',
  'erasure-asked': 'Asked to be erased',
  'erasure-answered': 'Answered that an entry stays',
  'put-later': 'Moved to later',
  'taken-up': 'Moved back from later',
  'announcement-sent': 'Sent a message',
  'announcement-stopped': 'Stopped a message',
  'announcement-resumed': 'Let a message go on',
  'announcement-released': 'Released a message',
  'cash-handed-over': 'Handed over cash',
  'cash-taken-back': 'Took cash back',
  'refund-taken-back': 'Took a refund back',
  'organiser-added': 'Added an organiser',
  'organiser-removed': 'Removed an organiser',
  'festival-changed': 'Changed the festival',
  'backed-up': 'Took a backup',
} as const
export type AuditAction = keyof typeof auditActionWords

export const auditActions = Object.keys(auditActionWords).filter(
  (key): key is AuditAction => key in auditActionWords,
)

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
