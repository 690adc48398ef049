import { referenceAlphabet } from '../reference'

/** Some banks keep no more of a note, and that many tell references apart. */
export const tellingLength = 4
const fullLength = 6

/** What is left of a reference, if a field is nothing else: four to six of its characters, with a digit among the first four. */
const remnant = new RegExp(`^(?=.{0,${tellingLength - 1}}\\d)[${referenceAlphabet}]{${tellingLength},${fullLength}}$`)

/** How well a field of a narration fits a reference. */
export type Fit = 'whole' | 'beginning'

/**
 * Whether a field shows a reference: as the whole of it or its beginning, or as what the bank left of it, four characters
 * at least. A long number never does, though its digits may be a reference's (behaviour 15.6).
 */
export const fitReference = (field: string, reference: string): Fit | undefined => {
  if (field.startsWith(reference)) return field.length > fullLength && /^\d+$/.test(field) ? undefined : 'whole'
  return field.length >= tellingLength && reference.startsWith(field) ? 'beginning' : undefined
}

/** Whether a field can be nothing but a reference, whosesoever; digits alone may be anything. */
export const looksLikeReference = (field: string): boolean => !/^\d+$/.test(field) && remnant.test(field)
