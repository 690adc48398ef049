import * as v from 'valibot'
import { isRealDay } from '../content/slot'

const maxItems = 50

const proof = v.pipe(
  v.string(),
  v.regex(/^[\w-]{32}$/, 'The id of a proof must have 32 characters.'),
)
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** A picture with an empty result counts as read. */
const reading = v.object({
  proof,
  utr: v.optional(v.pipe(v.string(), v.regex(/^\d{12}$/, 'A UTR must have 12 digits.'))),
  /** In rupees; decimals are paise. */
  amount: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000))),
  date: v.optional(
    v.pipe(
      v.string(),
      v.check((day) => isRealDay(day), 'Enter a real date, such as 2025-10-01.'),
    ),
  ),
  note: v.optional(text(100)),
  unreadable: v.optional(v.picklist(['gone', 'broken', 'slow'])),
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
})

/** Only the first result for a picture is stored. */
export const postOcrResultsSchema = v.object({
  items: v.pipe(v.array(reading), v.minLength(1), v.maxLength(maxItems)),
})
export type OcrResultItem = v.InferOutput<typeof reading>

export interface SavedOcrResults {
  kept: number
}

/** Added to a proof's address when a program, not an organiser, reads the picture. */
export const forReading = 'reading'

/** Oldest first, at most 50. */
export interface ProofsToRead {
  proofs: { entryId: string; proof: string; address: string; format: string }[]
  pictures: number
  read: number
}
