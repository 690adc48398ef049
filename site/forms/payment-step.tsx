import { type ReactNode, useEffect, useRef, useState } from 'react'
import { identity } from '#edition/identity'
import { formatRupees } from '../../festival/fee'
import { makeUpiText } from '../../festival/upi'
import { Button, buttonLook } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import type { QrDrawing } from '../../ui/draw-qr'
import { useIsNear } from '../../ui/hooks'
import { loadPart } from '../retry-import'

const Copied = ({
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

interface PaymentProps {
  /** Rupees. */
  amount: number
  /** Undefined until the page is alive; the code waits for it. */
  reference: string | undefined
  /** The amount without the discount, struck through. */
  before?: number | undefined
}

/**
 * Paying by UPI: the exact amount, a code to scan, the payee's id and the reference to copy. On a touch screen the ways
 * that need no second screen come first (behaviours 5.10, 5.42, 5.43). Everything holds its place from the first paint on.
 */
export const PaymentStep = ({ amount, reference, before }: PaymentProps) => {
  const { payee, shortTitle } = identity
  // Whoever presses the link without a UPI app stays on this page.
  const [isStillHere, setIsStillHere] = useState(false)
  const text = reference && makeUpiText(payee, `${reference} ${shortTitle}`, amount)
  const save = async () => {
    if (!reference || !text) return
    const { saveCode } = await loadPart(() => import('./save-code'))
    saveCode({ text, amount, payee: payee.id, reference })
  }
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[min(15rem,45%)_minmax(0,1fr)]">
      <div className="space-y-4 sm:col-start-2">
        <Copied caption="Amount to pay" text={String(amount)} label="Copy the amount">
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
        </Copied>
        <div className="hidden gap-2 pointer-coarse:grid">
          <a
            href={text}
            onClick={() => setTimeout(() => setIsStillHere(!document.hidden), 1_500)}
            className={buttonLook('secondary')}
          >
            Pay with a UPI app
          </a>
          <Button shape="secondary" disabled={!text} onClick={() => void save()}>
            Save the code
          </Button>
          <p role="status" className="text-sm empty:hidden">
            {isStillHere &&
              'No UPI app opened? Copy the amount and the UPI id into your app, or save the code and pay with it.'}
          </p>
        </div>
      </div>
      <div className="sm:col-start-1 sm:row-span-2 sm:row-start-1">
        <QrCode text={text} label={`QR code to pay ${formatRupees(amount)} to ${payee.id} by UPI`} />
      </div>
      <div className="space-y-4 sm:col-start-2">
        <Copied caption={`UPI id of ${payee.name}`} text={payee.id} label="Copy the UPI id">
          {payee.id}
        </Copied>
        <Copied caption="If the note in your app is empty, type this code" text={reference ?? ''} label="Copy the note">
          <span className="figures text-xl">{reference ?? '\u00a0'}</span>
        </Copied>
      </div>
      <p className="text-sm text-faded sm:col-span-2">
        Scan the code from another screen, or copy the UPI id into your app and enter the amount yourself. Some apps
        allow only small payments from a saved QR picture.
      </p>
    </div>
  )
}

const empty: QrDrawing = { size: 1, path: '' }

/**
 * A text as a QR code. What draws it is fetched when the visitor comes near, and the square holds its place until then.
 * The code is dark on light in every theme: readers of phones expect it so.
 */
export const QrCode = ({ text, label }: { text: string | undefined; label: string }) => {
  const box = useRef<SVGSVGElement>(null)
  const isNear = useIsNear(box)
  const [{ size, path }, setDrawing] = useState(empty)
  useEffect(() => {
    if (!isNear || text === undefined) return
    let isWanted = true
    void loadPart(() => import('../../ui/draw-qr')).then(({ drawQr }) => {
      if (isWanted) setDrawing(drawQr(text))
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
      className="mx-auto aspect-square h-auto w-full max-w-72 border border-rule bg-white fill-black forced-color-adjust-none"
    >
      <path d={path} />
    </svg>
  )
}
