import type { FormKind } from '../../../festival/api'
import type { GivenReason } from '../../../festival/desk/decision'
import { reasonOf } from '../../../festival/desk/reasons'
import type { Decision, Ground, MoneyChoice } from '../../../festival/desk/states'
import type { FieldError } from '../../../festival/problem'
import { refuseFields } from '../../http/api-error'

/** What is decided, of one record or of many. */
export interface Verdict {
  decision: Decision
  ground: Ground
  reasons: readonly GivenReason[]
  note: string
  money?: MoneyChoice | undefined
}

const findFaults = ({ decision, ground, reasons, money }: Verdict): FieldError[] => {
  const faults: FieldError[] = []
  if (decision === 'verify' && ground === 'bank')
    faults.push({ path: 'ground', message: 'Only a row of the bank’s statement makes this ground.' })
  if (money !== undefined && decision !== 'reject')
    faults.push({ path: 'money', message: 'Only a rejection says what becomes of the money.' })
  if (decision === 'ask-correction' && reasons.length === 0)
    faults.push({ path: 'reasons', message: 'Say what is to be corrected.' })
  for (const [index, { key, difference }] of reasons.entries())
    if ((key === 'amount-short') !== (difference !== undefined))
      faults.push({
        path: `reasons.${index}.difference`,
        message: 'Say how much is missing, and only where too little was paid.',
      })
  return faults
}

/** @throws ApiError `invalid` for what cannot be decided of any record */
export const requireVerdict = (verdict: Verdict): void => {
  const faults = findFaults(verdict)
  if (faults.length > 0) throw refuseFields(faults)
}

/** Whether the reasons can be said of a record of this kind. */
export const fitsKind = ({ reasons }: Pick<Verdict, 'reasons'>, kind: FormKind): boolean =>
  reasons.every(({ key }) => reasonOf(key).kinds.includes(kind))
