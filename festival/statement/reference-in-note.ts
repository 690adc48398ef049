import { referenceAlphabet } from '../reference'

/** Some banks keep no more of a note, and that many tell references apart. */
export const tellingLength = 4
const fullLength = 6

/**
 * What is left of a reference, if a field is nothing else: four to six of its characters, with a digit among the first
 * four. Or a whole one with a word glued to it, for an app may drop the blank.
 */
const remnant = new RegExp(
  `^(?=.{0,${tellingLength - 1}}\\d)(?:[${referenceAlphabet}]{${tellingLength},${fullLength}}|[${referenceAlphabet}]{${fullLength}}(?:[A-Z]+|[^A-Z\\d].*))$`,
)
const isDigits = (text: string) => /^\d+$/.test(text)

/** How well a field of a narration fits a reference: it is the field, the field begins with it, or is its beginning. */
export type Fit = 'whole' | 'glued' | 'beginning'

/**
 * Whether a field shows a reference: as the whole of it or its beginning, or as what the bank left of it, four characters
 * at least. Digits alone never do: they are as well part of an account's or a phone's number (behaviour 15.6).
 */
export const fitReference = (field: string, reference: string): Fit | undefined => {
  if (isDigits(reference) || isDigits(field)) return undefined
  if (field.startsWith(reference)) return field.length > fullLength ? 'glued' : 'whole'
  return field.length >= tellingLength && reference.startsWith(field) ? 'beginning' : undefined
}

/** Whether a field can hardly be anything but a reference, whosesoever; digits alone may be anything. */
export const looksLikeReference = (field: string): boolean => !isDigits(field) && remnant.test(field)
