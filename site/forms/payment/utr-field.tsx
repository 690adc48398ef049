import { TextField } from '../../../ui/text-field'

/** Where each app shows the number (behaviour 3.12). */
export const utrHint = '12 digits. Google Pay: UPI transaction ID. PhonePe: UTR. Paytm: UPI Ref No.'

/** The UTR of a payment, which helps to find it and is never required. */
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
    isOptional
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
