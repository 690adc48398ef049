import { useState } from 'react'
import { normaliseCoupon } from '../../../festival/coupon'
import { couponMessages } from '../../../festival/messages'
import type { Subject } from '../../../festival/subject'
import { type ApiFailure, checkCoupon } from '../../api'
import type { Draft } from '../../forms/drafts/use-draft'
import { formatWait } from '../../forms/submission/format-wait'
import type { RegistrationDraft } from './draft'

export interface Coupon {
  isChecking: boolean
  /** What the last check said. */
  words: string | undefined
  /** Typing takes an applied coupon back. */
  edit: (text: string) => void
  apply: () => Promise<void>
}

const notChecked = 'The coupon could not be checked. Check your connection and press Apply again.'

const wordsOf = (failure: ApiFailure): string => {
  if (failure.kind === 'unreachable') return notChecked
  const { code, errors } = failure.problem
  if (code === 'too-many-requests') return `Too many checks. Please try again ${formatWait(failure.retryAfterSeconds)}.`
  return code === 'invalid' && errors?.[0] ? couponMessages.invalid : notChecked
}

/** The coupon of a registration; the server alone knows which one holds (behaviour 3.5). */
export const useCoupon = (subject: Pick<Subject, 'key'>, draft: Draft<RegistrationDraft>): Coupon => {
  const [isChecking, setIsChecking] = useState(false)
  const [words, renderBodies] = useState<string>()

  const edit = (text: string) => {
    renderBodies(undefined)
    draft.change((held) => ({
      ...held,
      couponHolds: false,
      values: { ...held.values, coupon: normaliseCoupon(text) },
    }))
  }

  const apply = async () => {
    const code = draft.read().values.coupon
    if (isChecking) return
    if (code === '') {
      renderBodies('Enter a coupon code first.')
      return
    }
    setIsChecking(true)
    renderBodies(undefined)
    const answer = await checkCoupon(subject.key, code)
    setIsChecking(false)
    // The text was changed meanwhile: the answer is about another code.
    if (draft.read().values.coupon !== code) return
    const holds = answer.ok && answer.value.valid
    draft.change((held) => ({ ...held, couponHolds: holds }))
    renderBodies(answer.ok ? answer.value.message : wordsOf(answer.failure))
  }

  return { isChecking, words: draft.value.couponHolds ? couponMessages.valid : words, edit, apply }
}
