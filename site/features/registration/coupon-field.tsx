import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Subject } from '../../../festival/content/subject'
import { couponMessages } from '../../../festival/text/messages'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { type ApiFailure, checkCoupon } from '../../api'
import { formatWait } from '../../forms/failure'
import type { Form } from '../../forms/use-form'
import { changeCoupon, type RegistrationDraft } from './registration'

const notChecked = 'The coupon could not be checked. Check your connection and press Apply again.'
const wayBack = 'coupon-way-back'

const nameButton = (isApplied: boolean, isChecking: boolean) => {
  if (isApplied) {
    return 'Applied'
  }
  return isChecking ? 'Checking...' : 'Apply'
}

const explainFailure = (failure: ApiFailure): string => {
  if (failure.kind === 'unreachable') {
    return notChecked
  }
  const { code, detail, errors } = failure.problem
  if (code === 'too-many-requests') {
    return `Too many checks. Please try again ${formatWait(failure.retryAfterSeconds)}.`
  }
  if (code === 'registration-closed') {
    return detail
  }
  return code === 'invalid' && errors?.[0] ? couponMessages.invalid : notChecked
}

/** A coupon counts once the server has accepted it, until the code is changed. */
export const CouponField = ({
  subject,
  form: { draft, findError, edit, setFieldError },
}: {
  subject: Pick<Subject, 'key'>
  form: Pick<Form<RegistrationDraft>, 'draft' | 'findError' | 'edit' | 'setFieldError'>
}) => {
  const { isCouponValid, coupon } = draft.value
  const [isChecking, setIsChecking] = useState(false)
  /** The last message, and the coupon that the message is about. */
  const [message, setMessage] = useState({ of: '', words: '' })
  const refusal = !isCouponValid && message.of === coupon ? message.words : ''

  const change = (text: string) => {
    setMessage({ of: '', words: '' })
    edit(['coupon'], (values) => changeCoupon(values, text))
  }
  const apply = async () => {
    setFieldError('coupon', undefined)
    if (isChecking) {
      return
    }
    if (coupon === '') {
      return setMessage({ of: '', words: 'Enter a coupon code first.' })
    }
    setIsChecking(true)
    setMessage({ of: '', words: '' })
    const answer = await checkCoupon(subject.key, coupon)
    setIsChecking(false)
    // The code was changed during the check, so the answer is about the previous code.
    if (draft.read().coupon !== coupon) {
      return
    }
    const isValid = answer.ok && answer.value.valid
    if (!isValid) {
      setMessage({
        of: coupon,
        words: answer.ok ? answer.value.message : explainFailure(answer.failure),
      })
    }
    flushSync(() => draft.change((values) => ({ ...values, isCouponValid: isValid })))
    // The pressed button is now disabled, so move the focus.
    if (isValid) {
      document.getElementById(wayBack)?.focus()
    }
  }
  return (
    <div>
      <TextField
        path="coupon"
        label="Coupon"
        isOptional
        error={findError('coupon') ?? (refusal || undefined)}
        value={coupon}
        disabled={isCouponValid}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') {
            return
          }
          event.preventDefault()
          void apply()
        }}
        action={
          // Overrides the inherited `anywhere`, so that the text field shrinks instead of the button.
          <Button
            shape="secondary"
            className="wrap-break-word"
            disabled={isCouponValid || isChecking}
            onClick={() => void apply()}
          >
            {nameButton(isCouponValid, isChecking)}
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="mt-1 font-semibold text-lymph empty:mt-0">
          {isCouponValid && couponMessages.valid}
        </p>
        <p role="alert" className="sr-only">
          {refusal}
        </p>
        {isCouponValid && (
          <button
            id={wayBack}
            type="button"
            className="min-h-11 font-semibold underline decoration-line underline-offset-4"
            onClick={() => {
              flushSync(() => change(''))
              focusField('coupon')
            }}
          >
            Remove the coupon
          </button>
        )}
      </div>
    </div>
  )
}
