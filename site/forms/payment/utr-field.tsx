import { identity } from '#edition/identity'
import { TextField } from '../../../ui/text-field'

/** Where each app shows the number (behaviour 3.12). */
export const utrHint = '12 digits. Google Pay: UPI transaction ID. PhonePe: UTR. Paytm: UPI Ref No.'

/** Of the screenshot above it. */
export const proofHint = `Screenshot of “Payment successful” in your UPI app (JPEG, PNG or WebP, up to 4 MB).${identity.isUtrRequired ? '' : ' It is proof enough: the UTR only helps us find it sooner.'}`

/** The UTR of a payment, which helps to find it; the edition may require it. */
export const UtrField = ({
  value,
  error,
  onChange,
  onLeave,
  className,
}: {
  value: string
  error: string | undefined
  onChange: (text: string) => void
  /** The field was left with something in it. */
  onLeave: () => void
  className?: string
}) => (
  <TextField
    path="utr"
    label="UTR of the payment"
    isOptional={!identity.isUtrRequired}
    hint={utrHint}
    value={value}
    error={error}
    inputMode="numeric"
    autoComplete="off"
    onChange={onChange}
    onBlur={() => value && onLeave()}
    {...(className === undefined ? {} : { className })}
  />
)
