/**
 * What a file may cost before any work is done on it. A year of a busy account is some 20,000 rows and 5 MB; the bounds
 * leave room, and keep a hostile file from filling the organiser's memory (behaviour 15.2).
 */
export const bounds = {
  /** Bytes of the file itself. */
  bytes: 30 * 1024 * 1024,
  /** Bytes that a workbook may unpack to: twice what 100,000 rows of a bank take. */
  unpackedBytes: 100 * 1024 * 1024,
  /** Parts that a workbook may consist of. */
  parts: 2_000,
  rows: 100_000,
  cells: 2_000_000,
  /** Tags of a workbook's parts, before anything reads them: six a cell. */
  tags: 12_000_000,
  /** Separators, quotation marks or tags of a text, counted before anything splits it: two a cell. */
  signs: 4_000_000,
  /** Characters of one cell; a longer one is cut. */
  cellLength: 2_000,
} as const
