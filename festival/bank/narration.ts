import { referenceAlphabet, referenceLength } from '../payment/upi'

/** What a narration says of a payment: its number, and what of its note is left. */
export interface Narration {
  /** Payment numbers (RRN, which apps call UTR): twelve digits each. */
  numbers: readonly string[]
  /** Twelve digits that may as well be 91 and a mobile number: a hint, never a match. */
  doubtfulNumbers: readonly string[]
  /** The fields in which a payer's note may stand, in capitals; an address (`8877665544@YBL`) is none. */
  fields: readonly string[]
  /** Longer numbers with letters, which NEFT and RTGS give a transfer and its return: `N305263051234567`. */
  serials: readonly string[]
  /** Fields that are a whole payment code. */
  codes: readonly string[]
  /** What may be a payment code with blanks or hyphens inside: `H9 WX 2C`. */
  joinedCodes: readonly string[]
}

/** Serials of 11 to 16 digits stand in the same text, hence no digit on either side; HDFC writes zeros where there is no number. */
const twelveDigits = /(?<!\d)(?!0{12})\d{12}(?!\d)/g
/** The same with blanks or ends of lines inside, as a narrow column breaks them. */
const brokenDigits = /(?<![\d])(?!(?:0\s?){12})\d(?:\s?\d){11}(?!\s?\d)/g
export const mobilePrefix = /^91[6-9]/
const isPhone = /^\s*\+/
/** A number that a spreadsheet has shortened, such as `4.12346E+11`; it cannot be mended. */
export const scientificNumber = /(?<![\w.])\d(?:\.\d+)?E\+?1[01](?!\w)/i

/** A payee's address such as `919876543210@ybl`. */
const isInAddress = (text: string, end: number) => text.charAt(end) === '@'

const findNumbers = (text: string): string[] => {
  const whole = [...text.matchAll(twelveDigits)].filter(
    ({ 0: digits, index }) => !isInAddress(text, index + digits.length),
  )
  if (whole.length > 0) {
    return whole.map(([digits]) => digits)
  }
  return [...text.matchAll(brokenDigits)].map(([digits]) => digits.replace(/\s/g, ''))
}

/** A number in a column of its own: zeros that a spreadsheet ate are put back, those that HDFC pads with are taken off. */
const readNumberCell = (cell: string): string | undefined => {
  const digits = cell.replace(/\s/g, '')
  if (/^0{4}(?!0{12})\d{12}$/.test(digits)) {
    return digits.slice(4)
  }
  return /^(?!0+$)\d{9,12}$/.test(digits) ? digits.padStart(12, '0') : undefined
}

const isField = (field: string) => field.length >= 4 && !field.includes('@')

/** A note may be written `#K7Q4M2` or `Ref:K7Q4M2`. */
const splitFields = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[/\s:#,;|-]+/)
    .filter(isField)

/** Some banks keep no more of a note, and that many tell references apart. */
export const distinctiveLength = 4

/** What is left of a reference, if a field is nothing else; or a whole one with a word glued to it, for an app may drop the blank. */
const referenceFragment = new RegExp(
  `^(?=.{0,${distinctiveLength - 1}}\\d)(?:[${referenceAlphabet}]{${distinctiveLength},${referenceLength}}|[${referenceAlphabet}]{${referenceLength}}(?:[A-Z]+|[^A-Z\\d].*))$`,
)
const isDigits = (text: string) => /^\d+$/.test(text)

/** How well a field of a narration fits a reference: it is the field, the field begins with it, or is its beginning. */
export type Fit = 'whole' | 'glued' | 'beginning'

/** Whether a field shows a reference, or what the bank left of it; digits alone may be part of an account's or a phone's number (behaviour 15.6). */
export const fitReference = (field: string, reference: string): Fit | undefined => {
  if (isDigits(reference) || isDigits(field)) {
    return undefined
  }
  if (field.startsWith(reference)) {
    return field.length > referenceLength ? 'glued' : 'whole'
  }
  return field.length >= distinctiveLength && reference.startsWith(field) ? 'beginning' : undefined
}

/** Whether a field can hardly be anything but a reference, whosesoever; digits alone may be anything. */
export const looksLikeReference = (field: string): boolean =>
  !isDigits(field) && referenceFragment.test(field)

const isWholeCode = (field: string): boolean =>
  field.length === referenceLength && looksLikeReference(field)

/** A branch's code, `SBIN0001234`. */
const branchCode = /^[A-Z]{4}0[A-Z0-9]{6}$/
const isSerial = (word: string): boolean =>
  /^[A-Z0-9]{10,22}$/.test(word) &&
  /[A-Z]/.test(word) &&
  (word.match(/\d/g) ?? []).length >= 6 &&
  !branchCode.test(word)

/** A word at the end or the beginning of a line may be a piece of one; it is whole where the lines are joined. */
const findSerials = (text: string): string[] =>
  [
    ...text.replace(/[^\s/:#,;|-]*\n\s*[^\s/:#,;|-]*/g, ' ').split(/[^A-Za-z0-9@.]+/),
    ...text.replace(/\n\s*/g, '').split(/[^A-Za-z0-9@.]+/),
  ]
    .map((word) => word.toUpperCase())
    .filter(isSerial)

/** Neighbouring pieces that only together have the length of a code. */
const findJoinedCodes = (text: string): string[] => {
  const words = text.toUpperCase().split(/([/:#,;|\n])/)
  return words.flatMap((part) => {
    const pieces = part.split(/[\s-]+/).filter(Boolean)
    return pieces.flatMap((_piece, start) =>
      [2, 3, 4].flatMap((count) => {
        const own = pieces.slice(start, start + count)
        const joined = own.join('')
        return own.length === count && isWholeCode(joined) ? [joined] : []
      }),
    )
  })
}

/** Reads a narration and the row's other texts, one a line, as they are; a line's end may be a blank or nothing, so both are read. */
export const readNarration = (narration: string, others = ''): Narration => {
  const columns = others
    .split('\n')
    .flatMap((cell) => (isPhone.test(cell) ? [] : (readNumberCell(cell) ?? findNumbers(cell))))
  const texts = [narration, narration.replace(/\n\s*/g, '')]
  const found = [...new Set(texts.flatMap(findNumbers))]
  const fields = [...new Set([...texts, others].flatMap(splitFields))]
  return {
    numbers: [...new Set([...columns, ...found.filter((digits) => !mobilePrefix.test(digits))])],
    doubtfulNumbers: found.filter(
      (digits) => mobilePrefix.test(digits) && !columns.includes(digits),
    ),
    fields,
    serials: [...new Set([narration, ...others.split('\n')].flatMap(findSerials))],
    codes: fields.filter(isWholeCode),
    joinedCodes: [...new Set(texts.flatMap(findJoinedCodes))].filter(
      (code) => !fields.includes(code),
    ),
  }
}
