import { readDay } from '../bank/cells'

/** Where a day may stand in a line: `1 Oct 2025`, `Oct 1, 2025`, `01/10/2025`. */
const day =
  /\b(?:\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}\.?,? '?\d{2,4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b/gi

/** The first day that a picture's lines name. */
export const readPaidDay = (lines: readonly string[]): string | undefined => {
  for (const line of lines)
    for (const [found] of line.matchAll(day)) {
      const clean = found.replace(/(?<=\d)(?:st|nd|rd|th)\b|[.,']/gi, (part) =>
        part === '.' && /\d\.\d/.test(found) ? part : '',
      )
      const read = readDay(clean)
      if (read) return read
    }
  return undefined
}
