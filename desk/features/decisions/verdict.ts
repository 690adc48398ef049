import type { GivenReason } from '../../../festival/desk/decision'
import type { ReasonKey } from '../../../festival/desk/reasons'
import type { Decision, MoneyChoice } from '../../../festival/desk/states'

/** What an organiser fills in for a decision. */
export interface Verdict {
  decision: Decision
  reasons: GivenReason[]
  note: string
  money?: MoneyChoice
}

/** What is ticked and typed in a decision's form. */
export interface Draft {
  ticked: readonly ReasonKey[]
  difference: string
  note: string
  /** What becomes of the money of somebody who is rejected; nothing is said of it at first. */
  money?: MoneyChoice
}

export const emptyDraft: Draft = { ticked: [], difference: '', note: '' }

/** Reads a form's draft: the verdict, or what is missing in it by its field. */
export const readVerdict = (
  decision: Decision,
  { ticked, difference, note, money }: Draft,
): Verdict | { field: string; words: string } => {
  if (decision === 'reject' && money) return { decision, reasons: [], note: note.trim(), money }
  if (decision !== 'ask-correction') return { decision, reasons: [], note: note.trim() }
  if (ticked.length === 0)
    return { field: 'reasons', words: 'Tick at least one reason: the registrant must know what to mend.' }
  const rupees = Number(difference.replace(/[₹,\s]/g, ''))
  const isAmount = Number.isInteger(rupees) && rupees >= 1 && rupees <= 100_000
  if (ticked.includes('amount-short') && !isAmount)
    return { field: 'difference', words: 'Write by how many rupees it is too little, such as 150.' }
  const reasons = ticked.map((key) => (key === 'amount-short' ? { key, difference: rupees } : { key }))
  return { decision, reasons, note: note.trim() }
}
