import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field-id'
import { TextField } from '../../../ui/text-field'
import type { RegistrationFields } from './use-registration'

/** A coupon: typed, applied by the server's word, and taken back by changing it (behaviour 5.13). */
export const CouponField = ({ registration }: { registration: RegistrationFields }) => {
  const { coupon, draft, errors } = registration
  const { couponHolds, values } = draft.value
  const wayBack = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  const error = errors.of('coupon') ?? (couponHolds ? undefined : coupon.words)
  const apply = async () => {
    errors.note('coupon', undefined)
    isAsked.current = true
    await coupon.apply()
  }
  // The button that was pressed is disabled now, so the focus goes to the way back.
  useEffect(() => {
    if (couponHolds && isAsked.current) wayBack.current?.focus()
    isAsked.current = false
  }, [couponHolds])
  return (
    <div>
      <TextField
        path="coupon"
        label="Coupon"
        isOptional
        error={error}
        value={values.coupon}
        disabled={couponHolds}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(text) => {
          errors.note('coupon', undefined)
          coupon.edit(text)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void apply()
        }}
        action={
          // Its word stays whole: the field beside it gives way.
          <Button
            shape="secondary"
            className="wrap-break-word"
            disabled={couponHolds || coupon.isChecking}
            onClick={() => void apply()}
          >
            {couponHolds ? 'Applied' : coupon.isChecking ? 'Checking...' : 'Apply'}
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="mt-1 font-semibold text-lymph empty:mt-0">
          {couponHolds && coupon.words}
        </p>
        <p role="alert" className="sr-only">
          {!couponHolds && coupon.words}
        </p>
        {couponHolds && (
          <button
            ref={wayBack}
            type="button"
            className="min-h-11 font-semibold underline decoration-line underline-offset-4"
            onClick={() => {
              coupon.edit('')
              // The box is enabled with the next paint.
              requestAnimationFrame(() => focusField('coupon'))
            }}
          >
            Remove the coupon
          </button>
        )}
      </div>
    </div>
  )
}
