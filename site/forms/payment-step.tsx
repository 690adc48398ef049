import { type ReactNode, useEffect, useRef, useState } from 'react'
import { identity } from '#edition/identity'
import { formatRupees } from '../../festival/payment/fee'
import type { Rupees } from '../../festival/payment/money'
import {
  chooseWayToPay,
  makeTransactionReference,
  makeUpiText,
  type Payee,
  savedQrLimit,
} from '../../festival/payment/upi'
import { Button, type ButtonShape, buttonClasses } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import type { QrDrawing } from '../../ui/draw-qr'
import { useIsNear } from '../../ui/hooks'
import { loadPart } from '../navigation/retry-import'

const CopyRow = ({
  caption,
  text,
  label,
  children,
}: {
  caption: string
  text: string
  label: string
  children: ReactNode
}) => (
  <div className="flex flex-wrap items-end justify-between gap-x-4">
    <div className="flex-1 basis-28">
      <p className="caption">{caption}</p>
      <p className="break-all font-semibold">{children}</p>
    </div>
    <CopyButton text={text} label={label} isShort />
  </div>
)

export interface PaymentProps {
  amount: Rupees
  /** Undefined until hydration. The QR is shown once the reference is known. */
  reference: string | undefined
  /** The amount before the discount, struck through. */
  before?: Rupees | undefined
  payee?: Payee
}

/**
 * Payment by UPI. On touch screens, the ways to pay on the same phone come first. All parts reserve
 * their space from the first paint.
 */
export const PaymentStep = ({
  amount,
  reference,
  before,
  payee = identity.payee,
}: PaymentProps) => {
  // The first render has no link because the reference is unknown, so a random start is
  // hydration-safe.
  const [attempt, setAttempt] = useState(() => Math.floor(Math.random() * 1_000_000))
  const text =
    reference &&
    makeUpiText(payee, {
      amount,
      // UPI apps refuse notes with characters other than ASCII.
      note: `${reference} ${identity.shortTitle}`.replace(/[^ -~]/g, '').trim(),
      transactionReference: makeTransactionReference(reference, attempt),
    })
  // Returning from an app or another tab starts a new attempt.
  useEffect(() => {
    const showAgain = () => {
      if (!document.hidden) {
        setAttempt((count) => count + 1)
      }
    }
    document.addEventListener('visibilitychange', showAgain)
    return () => document.removeEventListener('visibilitychange', showAgain)
  }, [])
  // The delay lets the browser follow the pressed link first.
  const startNextAttempt = () => setTimeout(() => setAttempt((count) => count + 1))
  const save = async () => {
    if (!reference || !text) {
      return
    }
    const { saveQr } = await loadPart(() => import('./save-qr'))
    saveQr({ text, amount, payee: payee.id, reference })
    startNextAttempt()
  }
  const way = chooseWayToPay(payee, amount)
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[min(15rem,45%)_minmax(0,1fr)]">
      <div className="space-y-4 sm:col-start-2">
        <CopyRow caption="Amount to pay" text={String(amount)} label="Copy the amount">
          <span aria-live="polite">
            <span className="figures text-3xl/none">{formatRupees(amount)}</span>
            {before !== undefined && before !== amount && (
              <>
                {' '}
                <span className="sr-only">instead of</span>{' '}
                <s className="figures font-normal text-faded">{formatRupees(before)}</s>
              </>
            )}
          </span>
        </CopyRow>
        {way === 'app-link' && (
          <PayInApp text={text} onPress={startNextAttempt}>
            <SaveQrButton text={text} onPress={save} />
          </PayInApp>
        )}
        {way === 'saved-qr' && (
          <div className="hidden gap-2 pointer-coarse:grid">
            <SaveQrButton text={text} onPress={save} shape="primary" />
            <p className="text-sm">Save the QR and open it in your UPI app.</p>
          </div>
        )}
        {way === 'upi-id' && <UpiIdFirst payee={payee} />}
      </div>
      <div className="sm:col-start-1 sm:row-span-2 sm:row-start-1">
        <QrCode
          text={text}
          label={`QR code to pay ${formatRupees(amount)} to ${payee.id} by UPI`}
        />
        <p className="caption mt-1 text-center">
          <span className="pointer-coarse:hidden">Scan it with your UPI app</span>
          <span className="hidden pointer-coarse:inline">Or scan it with another phone</span>
        </p>
      </div>
      {way !== 'upi-id' && (
        <div className="sm:col-start-2">
          <CopyRow caption="Or pay to this UPI ID" text={payee.id} label="Copy the UPI ID">
            {payee.id}
          </CopyRow>
          <PayeeName payee={payee} />
        </div>
      )}
    </div>
  )
}

/** Some apps drop the note of a scanned QR or of a copied UPI ID. */
export const ReferenceRow = ({ reference }: Pick<PaymentProps, 'reference'>) => (
  <CopyRow
    caption="If the note in your app is empty, type this reference"
    text={reference ?? ''}
    label="Copy the reference"
  >
    <span className="figures text-xl">{reference ?? '\u00a0'}</span>
  </CopyRow>
)

/** Payers may stop if their app shows an unexpected name. */
const PayeeName = ({ payee }: { payee: Payee }) => (
  <p className="mt-1 text-sm text-faded">{`Your app will show ${payee.name}.`}</p>
)

/** Above the limit for a saved QR, payers with only one phone must copy the UPI ID. */
const UpiIdFirst = ({ payee }: { payee: Payee }) => (
  <div className="grid gap-2">
    <p className="hidden pointer-coarse:block">
      UPI apps take a saved QR only up to {formatRupees(savedQrLimit)}. Copy the UPI ID and pay to
      it in your app.
    </p>
    <div>
      <p className="caption">UPI ID</p>
      <p className="break-all font-semibold">{payee.id}</p>
      <PayeeName payee={payee} />
    </div>
    <CopyButton text={payee.id} label="Copy the UPI ID" />
  </div>
)

const SaveQrButton = ({
  text,
  onPress,
  shape = 'secondary',
}: {
  text: string | undefined
  onPress: () => Promise<void>
  shape?: ButtonShape
}) => (
  <Button shape={shape} disabled={!text} onClick={() => void onPress()}>
    Save the QR
  </Button>
)

/** Opens a UPI app. Only merchants can be paid this way. */
const PayInApp = ({
  text,
  onPress,
  children,
}: {
  text: string | undefined
  onPress: () => void
  children: ReactNode
}) => {
  // If no UPI app opens, the page stays visible.
  const [isStillHere, setIsStillHere] = useState(false)
  const follow = () => {
    onPress()
    setTimeout(() => setIsStillHere(!document.hidden), 1_500)
  }
  return (
    <div className="hidden gap-2 pointer-coarse:grid">
      <a href={text} onClick={follow} className={buttonClasses()}>
        Pay with a UPI app
      </a>
      {children}
      <p role="status" className="text-sm empty:hidden">
        {isStillHere &&
          'No UPI app opened? Copy the amount and the UPI ID into your app, or save the QR and open it in your app.'}
      </p>
    </div>
  )
}

const empty: QrDrawing = { size: 1, path: '' }

/**
 * Loads the code shortly before it becomes visible. The code is always dark on light, because many
 * phones cannot read inverted codes.
 */
export const QrCode = ({ text, label }: { text: string | undefined; label: string }) => {
  const box = useRef<SVGSVGElement>(null)
  const isNear = useIsNear(box)
  const [{ size, path }, setDrawing] = useState(empty)
  useEffect(() => {
    if (!isNear || text === undefined) {
      return
    }
    let isWanted = true
    void loadPart(() => import('../../ui/draw-qr')).then(({ drawQr }) => {
      if (isWanted) {
        setDrawing(drawQr(text))
      }
    })
    return () => {
      isWanted = false
    }
  }, [isNear, text])
  return (
    <svg
      ref={box}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mx-auto aspect-square h-auto w-full max-w-72 border pointer-coarse:max-w-48 border-rule bg-white fill-black forced-color-adjust-none"
    >
      <path d={path} />
    </svg>
  )
}
