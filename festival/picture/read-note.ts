import { isReference } from '../reference'

const label = /^(?:message|note|remarks?|comment|description)\b\s*[:.-]*\s*/i
/** What may stand where a note was left empty. */
const otherLabel =
  /^(?:upi (?:ref|trans|id)|utr\b|(?:to|from)(?:$|:)|date\b|order id|transaction id|google|paid (?:to|by|from)|debited|transfer|powered)/i

const longest = 100

/** A note begins with the reference; six digits alone are more likely half of a UTR. */
const beginsWithReference = (line: string): boolean => {
  const [word = ''] = line.replace(label, '').split(/[^\w]/)
  return isReference(word) && /[A-Z]/.test(word)
}

/** A payment's note: what stands beside or under its label, else the line with a payment reference. */
export const readNote = (lines: readonly string[]): string | undefined => {
  const withReference = lines.find(beginsWithReference)
  const at = lines.findIndex((line) => label.test(line))
  const beside = lines[at]?.replace(label, '') ?? ''
  const under = at === -1 ? '' : (lines[at + 1] ?? '')
  const note = beside || (otherLabel.test(under) ? '' : under)
  return (withReference ?? note).replace(label, '').slice(0, longest) || undefined
}
