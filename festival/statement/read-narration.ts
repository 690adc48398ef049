/** What a narration says of a payment: its number, what of its note is left, and whether it takes a payment back. */
export interface Reading {
  /** Payment numbers (RRN, which apps call UTR): twelve digits each. */
  numbers: readonly string[]
  /** Twelve digits that may as well be 91 and a mobile number: a hint, never a match. */
  doubtfulNumbers: readonly string[]
  /** A number that a spreadsheet has shortened, such as `4.12346E+11`; it cannot be mended. */
  shortened?: string
  /** The fields in which a payer's note may stand, in capitals; an address (`8877665544@YBL`) is none. */
  fields: readonly string[]
  isReversal: boolean
}

/** Serials of 11 to 16 digits stand in the same text, hence no digit on either side. */
const twelveDigits = /(?<!\d)\d{12}(?!\d)/g
const mobile = /^91[6-9]/
/** A payee's address such as `919876543210@ybl`. */
const isInAddress = (text: string, end: number) => text.charAt(end) === '@'
const reversal = /(?:^|[/\s:-])REV(?:ERSAL|ERSED)?(?=$|[/\s:-])|^UPI-?REV(?=[/-])/i
const scientific = /^\d(?:\.\d+)?E\+?1[01]$/i

const isField = (field: string) => field.length >= 4 && !field.includes('@')

/** A number of the column for it: zeros that a spreadsheet ate are put back, those that HDFC pads with are taken off. */
const readColumn = (reference: string): string | undefined => {
  const digits = reference.replace(/\s/g, '')
  if (/^0{4}\d{12}$/.test(digits)) return digits.slice(4)
  return /^\d{9,12}$/.test(digits) ? digits.padStart(12, '0') : undefined
}

/**
 * Reads a narration, and the column of payment numbers where the bank has one. What is there is told as it stands; whose
 * money it is, is decided by whoever knows the claims.
 */
export const readNarration = (narration: string, reference = ''): Reading => {
  const column = readColumn(reference)
  const found = [...narration.matchAll(twelveDigits)]
    .filter(({ 0: digits, index }) => !isInAddress(narration, index + digits.length))
    .map(([digits]) => digits)
  const sure = found.filter((digits) => !mobile.test(digits))
  const shortened = scientific.test(reference.trim()) ? reference.trim() : undefined
  return {
    numbers: [...new Set(column === undefined ? sure : [column, ...sure])],
    doubtfulNumbers: [...new Set(found.filter((digits) => mobile.test(digits) && digits !== column))],
    ...(shortened === undefined ? {} : { shortened }),
    fields: [...new Set(narration.toUpperCase().split(/[/\s-]+/))].filter(isField),
    isReversal: reversal.test(narration),
  }
}
