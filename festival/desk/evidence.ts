import * as v from 'valibot'
import { isRealDay } from '../day'

/** What one call may bring: so many pictures, each with a print of the largest size. */
export const evidenceBounds = { items: 50, bytes: 640 * 1024 } as const

const proof = v.pipe(v.string(), v.regex(/^[\w-]{32}$/, 'A proof’s id has 32 characters.'))
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** What a picture's text says. Empty where nothing was read: the picture counts as read all the same. */
const ocr = v.object({
  kind: v.literal('ocr'),
  proof,
  utr: v.optional(v.pipe(v.string(), v.regex(/^\d{12}$/, 'A UTR has twelve digits.'))),
  /** Rupees, with paise after the point. */
  amount: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000))),
  date: v.optional(
    v.pipe(
      v.string(),
      v.check((day) => isRealDay(day), 'A day is written 2025-10-01, and is in the calendar.'),
    ),
  ),
  note: v.optional(text(100)),
  /** Why nothing could be read: the file is not there any more, or is no picture that a browser can show. */
  unreadable: v.optional(v.picklist(['gone', 'broken'])),
  /** 0 to 1. */
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
})

/** What a browser compares pictures by; opaque to the server. `data` of another `method` is not comparable. */
const fingerprint = v.object({ kind: v.literal('fingerprint'), proof, method: text(30), data: text(12_000) })

/** Two pictures that look the same. */
const likeness = v.object({
  kind: v.literal('likeness'),
  proof,
  other: proof,
  method: text(30),
  score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
})

/** What an organiser's browser read; the first one to read a picture is believed, and others needn't. */
export const postEvidenceSchema = v.object({
  items: v.pipe(
    v.array(v.variant('kind', [ocr, fingerprint, likeness])),
    v.minLength(1),
    v.maxLength(evidenceBounds.items),
  ),
})
export type PostEvidence = v.InferOutput<typeof postEvidenceSchema>
export type EvidenceItem = PostEvidence['items'][number]

export interface EvidenceKept {
  /** How many were new. */
  kept: number
}

/** `?for=reading` behind a proof's address: a browser reads it by itself, and nobody looks at it. */
export const forReading = 'reading'

export const unreadQuerySchema = v.object({ kind: v.picklist(['ocr', 'fingerprint']) })

/** Payment pictures that nobody has read yet, the oldest first, at most 50. */
export interface ProofsToRead {
  proofs: { submission: string; proof: string; address: string; format: string }[]
  /** How many pictures there are, and how many of them are read: for the progress. */
  pictures: number
  read: number
}

/** `since`: an earlier answer's `asOf`; `after`: its `next`. */
export const fingerprintQuerySchema = v.object({ after: v.optional(text(100)), since: v.optional(text(30)) })

/** The fingerprints so far, at most 200 a page. */
export interface Fingerprints {
  fingerprints: { proof: string; submission: string; method: string; data: string }[]
  next: string | null
  /** From where to ask for later ones: a minute back, for what was being saved just then. */
  asOf: string
}
