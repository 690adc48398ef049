/** What a picture's header states, and what of the file is kept. */
export interface Picture {
  width: number
  height: number
  /** The same picture without what stands behind its end, and without what tells of its maker, time and place. */
  kept: Buffer
}

/**
 * How many chunks or segments a picture may have. Encoders write a thousand at most for the largest file that we take; half
 * a million empty ones would keep the server busy for seconds (behaviour 6.22).
 */
export const mostPieces = 5_000

/**
 * Reads a format's structure from its first byte to its last, in time linear in its length; undefined when it is not
 * one, when it is cut short, or when there is no picture in it.
 */
export type ReadPicture = (bytes: Buffer) => Picture | 'too-many-scans' | undefined
