/** A piece of a narration, and whether the record says the same. */
export interface Piece {
  text: string
  isEqual: boolean
  /** Where it begins, in characters. */
  at: number
}

/** At least so much of a reference must be left to be one (behaviour 15.6). */
const shortestReference = 4

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where a bank's text shows the record's own payment number or what is left of its reference, the longest first. */
const findOwn = ({ utr, paymentReference }: { utr: string; paymentReference: string }): RegExp | undefined => {
  const reference = paymentReference.toUpperCase()
  const left = Array.from({ length: Math.max(0, reference.length - shortestReference + 1) }, (_none, cut) =>
    reference.slice(0, reference.length - cut),
  )
  const own = [utr, ...left].filter((text) => text.length >= shortestReference).map(escapePattern)
  return own.length > 0 ? new RegExp(`(?<![A-Z0-9])(?:${own.join('|')})`, 'gi') : undefined
}

/** A narration in pieces, those marked that the record names, too. */
export const markEqual = (narration: string, record: { utr: string; paymentReference: string }): Piece[] => {
  const pattern = findOwn(record)
  const pieces: Piece[] = []
  let end = 0
  const add = (at: number, text: string, isEqual: boolean) => text !== '' && pieces.push({ text, isEqual, at })
  for (const { 0: text, index } of pattern ? narration.matchAll(pattern) : []) {
    add(end, narration.slice(end, index), false)
    add(index, text, true)
    end = index + text.length
  }
  add(end, narration.slice(end), false)
  return pieces
}
