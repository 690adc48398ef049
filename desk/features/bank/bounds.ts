/** A file that cannot be read; the message is a sentence for the organiser, and says what to do. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A PDF that opens with a password only; asked for on the device, and never sent. */
export class PasswordNeeded extends Error {
  override name = 'PasswordNeeded'
}

/**
 * What a file may cost before any work is done on it. A year of a busy account is some 20,000 rows and 5 MB; the bounds
 * leave room, and keep a hostile file from filling the organiser's memory (behaviour 15.2).
 */
export const bounds = {
  /** Bytes of the file itself. */
  bytes: 30 * 1024 * 1024,
  /** Bytes that a workbook may unpack to. */
  unpackedBytes: 48 * 1024 * 1024,
  /** Parts that a workbook may consist of. */
  parts: 2_000,
  /** Tags of a workbook's parts, before anything reads them: six a cell. */
  tags: 3_000_000,
  pages: 1_000,
  rows: 50_000,
  cells: 1_000_000,
  /** Separators, quotation marks or tags of a text, counted before anything splits it: two a cell. */
  signs: 2_000_000,
  /** Characters of one cell; a longer one is cut. */
  cellLength: 2_000,
} as const

const inIndia = (count: number) => count.toLocaleString('en-IN')

/** Refuses what has more rows than a statement can have. */
export const refuseRows = (count: number): void => {
  if (count > bounds.rows)
    throw new UnreadableFile(
      `This file has ${inIndia(count)} rows; at most ${inIndia(bounds.rows)} can be read. Download a shorter time from the bank.`,
    )
}

/** Refuses what has more cells than a statement can have. */
export const refuseCells = (count: number, most: number = bounds.cells): void => {
  if (count > most)
    throw new UnreadableFile('This file has far more cells than a statement. Download it again from the bank.')
}

/** What to say of a file of so many bytes; undefined where it is not too large. */
export const refuseBytes = (bytes: number): string | undefined =>
  bytes > bounds.bytes
    ? `This file has ${Math.ceil(bytes / 1024 / 1024)} MB; at most ${bounds.bytes / 1024 / 1024} MB can be read. Download a shorter time from the bank.`
    : undefined
