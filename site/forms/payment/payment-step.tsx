import { useMemo } from 'react'
import { identity } from '#edition/identity'
import { formatRupees } from '../../../festival/fee'
import { makeUpiText } from '../../../festival/upi'
import { buttonLook } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { drawQr } from './draw-qr'

/** The code is dark on light in every stain: readers of phones expect it so. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mx-auto h-auto w-full max-w-72 border border-rule bg-white fill-black forced-color-adjust-none"
    >
      <path d={path} />
    </svg>
  )
}

/**
 * Paying by UPI: the exact amount, a code to scan, the payee's id to copy, and on a phone the way into a UPI app
 * (behaviour 5.10).
 */
export const PaymentStep = ({
  amount,
  purpose,
  before,
}: {
  /** Rupees. */
  amount: number
  /** What it is for, as the payer's bank shows it after the festival's name: "SeniorQuiz". */
  purpose: string
  /** The amount without the discount, struck through. */
  before?: number | undefined
}) => {
  const { payee, shortTitle } = identity
  const text = makeUpiText(payee, `${shortTitle} ${purpose}`, amount)
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <QrCode text={text} label={`QR code to pay ${formatRupees(amount)} to ${payee.id} by UPI`} />
      <div className="space-y-4">
        <p aria-live="polite">
          <span className="caption block">Amount to pay</span>
          <strong className="figures text-3xl font-semibold">{formatRupees(amount)}</strong>
          {before !== undefined && before !== amount && (
            <>
              {' '}
              <span className="sr-only">instead of</span> <s className="figures text-faded">{formatRupees(before)}</s>
            </>
          )}
        </p>
        <div>
          <p className="caption">UPI id of {payee.name}</p>
          <p className="mb-2 break-all font-semibold">{payee.id}</p>
          <CopyButton text={payee.id} label="Copy the UPI id" />
        </div>
        <p className="hidden pointer-coarse:block">
          <a href={text} className={`${buttonLook('secondary')} w-full`}>
            Pay with a UPI app
          </a>
        </p>
      </div>
      <p className="text-sm text-faded sm:col-span-2">
        Scan the code from another screen, or copy the UPI id into your app and enter the amount yourself. Some apps
        limit what you can pay with a code that was saved and shared as a picture.
      </p>
    </div>
  )
}
