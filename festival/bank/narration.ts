import { referenceAlphabet, referenceLength } from '../payment/upi'

export interface Narration {
  /** Payment numbers (RRN, which apps call UTR): twelve digits each. */
  numbers: readonly string[]
  /** Twelve digits that may also be 91 and a mobile number. They give hints, never matches. */
  doubtfulNumbers: readonly string[]
  /**
   * Fields that may contain the payer's note, in capitals. Addresses such as `8877665544@YBL` are
   * removed.
   */
  fields: readonly string[]
  /**
   * Serial numbers of NEFT and RTGS, such as `N305263051234567`. A transfer and its return have the
   * same one.
   */
  serials: readonly string[]
  codes: readonly string[]
  /** Possible payment references with spaces or hyphens inside, such as `H9 WX 2C`. */
  joinedCodes: readonly string[]
}

/** Excludes twelve zeros, which HDFC writes if there is no number. */
const twelveDigits = /(?<!\d)(?!0{12})\d{12}(?!\d)/g
/** Allows spaces between digits, because narrow columns break numbers. */
const brokenDigits = /(?<![\d])(?!(?:0\s?){12})\d(?:\s?\d){11}(?!\s?\d)/g
export const mobilePrefix = /^91[6-9]/
const isPhone = /^\s*\+/
/** A number that a spreadsheet shortened, such as `4.12346E+11`. Its digits are lost. */
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

/** Restores leading zeros that a spreadsheet removed, and drops the zeros that HDFC adds. */
const readNumberCell = (cell: string): string | undefined => {
  const digits = cell.replace(/\s/g, '')
  if (/^0{4}(?!0{12})\d{12}$/.test(digits)) {
    return digits.slice(4)
  }
  return /^(?!0+$)\d{9,12}$/.test(digits) ? digits.padStart(12, '0') : undefined
}

const isField = (field: string) => field.length >= 4 && !field.includes('@')

/** Splits at signs as well, because payers write `#K7Q4M2` or `Ref:K7Q4M2`. */
const splitFields = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[/\s:#,;|-]+/)
    .filter(isField)

/** Some banks keep only the first four characters of a note. */
export const distinctiveLength = 4

/** A word may follow the reference directly, because some apps drop the space. */
const referenceFragment = new RegExp(
  `^(?=.{0,${distinctiveLength - 1}}\\d)(?:[${referenceAlphabet}]{${distinctiveLength},${referenceLength}}|[${referenceAlphabet}]{${referenceLength}}(?:[A-Z]+|[^A-Z\\d].*))$`,
)
const isDigits = (text: string) => /^\d+$/.test(text)

/** The field equals the reference, begins with it (`glued`), or is the beginning of it. */
export type Fit = 'whole' | 'glued' | 'beginning'

/** Fields of digits only never fit, because they may be part of an account or phone number. */
export const fitReference = (field: string, reference: string): Fit | undefined => {
  if (isDigits(reference) || isDigits(field)) {
    return undefined
  }
  if (field.startsWith(reference)) {
    return field.length > referenceLength ? 'glued' : 'whole'
  }
  return field.length >= distinctiveLength && reference.startsWith(field) ? 'beginning' : undefined
}

export const looksLikeReference = (field: string): boolean =>
  !isDigits(field) && referenceFragment.test(field)

const isWholeCode = (field: string): boolean =>
  field.length === referenceLength && looksLikeReference(field)

/** The code of a branch, such as `SBIN0001234`. */
const branchCode = /^[A-Z]{4}0[A-Z0-9]{6}$/
const isSerial = (word: string): boolean =>
  /^[A-Z0-9]{10,22}$/.test(word) &&
  /[A-Z]/.test(word) &&
  (word.match(/\d/g) ?? []).length >= 6 &&
  !branchCode.test(word)

/** Reads words at line ends from the joined lines only, because a line may end inside a word. */
const findSerials = (text: string): string[] =>
  [
    ...text.replace(/[^\s/:#,;|-]*\n\s*[^\s/:#,;|-]*/g, ' ').split(/[^A-Za-z0-9@.]+/),
    ...text.replace(/\n\s*/g, '').split(/[^A-Za-z0-9@.]+/),
  ]
    .map((word) => word.toUpperCase())
    .filter(isSerial)

const maxPieces = 4

const findJoinedCodes = (text: string): string[] => {
  const codes: string[] = []
  for (const part of text.toUpperCase().split(/[/:#,;|\n]/)) {
    const pieces = part.split(/[\s-]+/).filter(Boolean)
    for (const start of pieces.keys()) {
      for (let end = start + 2; end <= Math.min(start + maxPieces, pieces.length); end++) {
        const code = pieces.slice(start, end).join('')
        if (isWholeCode(code)) {
          codes.push(code)
        }
      }
    }
  }
  return codes
}

/**
 * `others` are the row's other texts, one per line. A line break may stand for a space or for
 * nothing.
 */
export const readNarration = (narration: string, others = ''): Narration => {
  const cells = others.split('\n')
  const cellNumbers = cells
    .filter((cell) => !isPhone.test(cell))
    .flatMap((cell) => readNumberCell(cell) ?? findNumbers(cell))
  const texts = [narration, narration.replace(/\n\s*/g, '')]
  const textNumbers = [...new Set(texts.flatMap(findNumbers))]
  const isDoubtful = (digits: string) => mobilePrefix.test(digits)
  const fields = [...new Set([...texts, others].flatMap(splitFields))]
  return {
    numbers: [...new Set([...cellNumbers, ...textNumbers.filter((digits) => !isDoubtful(digits))])],
    doubtfulNumbers: textNumbers.filter(
      (digits) => isDoubtful(digits) && !cellNumbers.includes(digits),
    ),
    fields,
    serials: [...new Set([narration, ...cells].flatMap(findSerials))],
    codes: fields.filter(isWholeCode),
    joinedCodes: [...new Set(texts.flatMap(findJoinedCodes))].filter(
      (code) => !fields.includes(code),
    ),
  }
}
