/**
 * What a file may cost before any work is done on it. A year of a busy account is some 20,000 rows and 5 MB; the bounds
 * leave room, and keep a hostile file from filling the organiser's memory.
 */
export const bounds = {
  /** Bytes of the file itself. */
  bytes: 30 * 1024 * 1024,
  /** Bytes that a workbook may unpack to. */
  unpackedBytes: 200 * 1024 * 1024,
  /** Parts that a workbook may consist of. */
  parts: 2_000,
  rows: 100_000,
  cells: 2_000_000,
  /** Characters of one cell; a longer one is cut. */
  cellLength: 2_000,
} as const
