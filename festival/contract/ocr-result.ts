import * as v from 'valibot'
import { isRealDay } from '../content/slot'

const maxItems = 50

const proof = v.pipe(v.string(), v.regex(/^[\w-]{32}$/, 'A proof’s id must have 32 characters.'))
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** What a picture's text says. Empty where nothing was read: the picture counts as read all the same. */
const reading = v.object({
  proof,
  utr: v.optional(v.pipe(v.string(), v.regex(/^\d{12}$/, 'A UTR has twelve digits.'))),
  /** Rupees, with paise after the point. */
  amount: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000))),
  date: v.optional(
    v.pipe(
      v.string(),
      v.check((day) => isRealDay(day), 'Write a real day, like 2025-10-01.'),
    ),
  ),
  note: v.optional(text(100)),
  /** Why nothing could be read: the file is not there any more, is no picture that a browser can show, or takes too long. */
  unreadable: v.optional(v.picklist(['gone', 'broken', 'slow'])),
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
})

/** What an organiser's browser read; the first one to read a picture is believed, and others needn't. */
export const postOcrResultsSchema = v.object({
  items: v.pipe(v.array(reading), v.minLength(1), v.maxLength(maxItems)),
})
export type OcrResultItem = v.InferOutput<typeof reading>

export interface SavedOcrResults {
  kept: number
}

/** `?for=reading` behind a proof's address: a browser reads it by itself, and nobody looks at it. */
export const forReading = 'reading'

/** Payment pictures that nobody has read yet, the oldest first, at most 50. */
export interface ProofsToRead {
  proofs: { entryId: string; proof: string; address: string; format: string }[]
  /** How many pictures there are, and how many of them are read: for the progress. */
  pictures: number
  read: number
}
