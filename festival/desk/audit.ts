import * as v from 'valibot'

/** What the audit log notes. The keys are stored: none is renamed. */
export const auditActions = [
  'link-asked',
  'signed-in',
  'session-ended',
  'decided',
  'undone',
  'proof-viewed',
  'proof-read',
  'exported',
  'evidence-posted',
  'confirmation-sent-again',
  'correction-link-sent',
  'walk-in-entered',
  'corrected',
  'setting-changed',
  'statement-imported',
  'statement-dropped',
  'payment-added',
  'payment-reversed',
  'refund-noted',
  'layout-kept',
  'noted',
  'put-later',
  'taken-up',
  'announcement-sent',
  'announcement-stopped',
  'announcement-resumed',
  'cash-handed-over',
  'cash-taken-back',
  'refund-taken-back',
  'organiser-added',
  'organiser-removed',
  'backed-up',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What changes nothing: left out unless somebody asks for it. */
export const looks = [
  'proof-viewed',
  'proof-read',
  'evidence-posted',
  'backed-up',
] as const satisfies readonly AuditAction[]

export const auditQuerySchema = v.object({
  action: v.optional(v.picklist(auditActions)),
  actor: v.optional(v.pipe(v.string(), v.maxLength(254))),
  /** A submission's id. */
  submission: v.optional(v.pipe(v.string(), v.maxLength(40))),
  hasLooks: v.optional(v.literal('yes')),
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type AuditQuery = v.InferOutput<typeof auditQuerySchema>

export interface AuditEntry {
  id: string
  at: string
  /** An organiser's address, `registrant`, or `command line`. */
  actor: string
  action: AuditAction
  /** How many lines of one press it stands for. */
  count: number
  submission: string | null
  /** Whose it is, looked up as it is shown; null where it is of none, of several, or was forgotten. */
  of: { label: string; name: string; eventName: string } | null
  /** Rupees that are due of what it is of, all together; null where it is of nothing, or a pass covers it. */
  amount: number | null
  /** Keys and counts, and nothing that anybody typed. */
  detail: Readonly<Record<string, string | number>>
}

/** The newest first, 100 a page. */
export interface AuditPage {
  entries: AuditEntry[]
  next: string | null
}
