import * as v from 'valibot'
import { isRealDay } from '../content/slot'

const maxItems = 50

const proof = v.pipe(v.string(), v.regex(/^[\w-]{32}$/, 'A proof’s id must have 32 characters.'))
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** An empty result also counts as read. */
const reading = v.object({
  proof,
  utr: v.optional(v.pipe(v.string(), v.regex(/^\d{12}$/, 'A UTR has twelve digits.'))),
  /** Rupees with paise as decimals. */
  amount: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000))),
  date: v.optional(
    v.pipe(
      v.string(),
      v.check((day) => isRealDay(day), 'Write a real day, like 2025-10-01.'),
    ),
  ),
  note: v.optional(text(100)),
  /** Why there is no text: the file is missing, broken, or too slow to read. */
  unreadable: v.optional(v.picklist(['gone', 'broken', 'slow'])),
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
})

/** The first result for a picture is kept. */
export const postOcrResultsSchema = v.object({
  items: v.pipe(v.array(reading), v.minLength(1), v.maxLength(maxItems)),
})
export type OcrResultItem = v.InferOutput<typeof reading>

export interface SavedOcrResults {
  kept: number
}

/** Added to a proof's address if no organiser views it. */
export const forReading = 'reading'

/** Oldest first, at most 50. */
export interface ProofsToRead {
  proofs: { entryId: string; proof: string; address: string; format: string }[]
  pictures: number
  read: number
}
