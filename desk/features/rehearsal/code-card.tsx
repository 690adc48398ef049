import { useEffect, useState } from 'react'
import { identity } from '#edition/identity'
import { makeUpiText } from '../../../festival/upi'
import { CopyButton } from '../../../ui/copy-button'
import { drawQr, type QrDrawing } from '../../../ui/draw-qr'
import { TextField } from '../../../ui/text-field'
import type { RehearsalCode } from './rehearsal-codes'

/** Rupees. */
const amount = 1

/** As the site's own codes have it, the reference first; and longer than any bank keeps, so that one sees where it is cut. */
export const noteOf = ({ reference }: Pick<RehearsalCode, 'reference'>) =>
  `${reference} ${identity.shortTitle} money rehearsal`

/** A payment of ₹1 for one app, as a registrant would see it. */
export const CodeCard = ({ code, onNumber }: { code: RehearsalCode; onNumber: (number: string) => void }) => {
  const { app, reference, number } = code
  const [{ size, path }, setDrawing] = useState<QrDrawing>({ size: 1, path: '' })
  useEffect(() => setDrawing(drawQr(makeUpiText(identity.payee, noteOf({ reference }), amount))), [reference])
  return (
    <section aria-label={app} className="grid content-start gap-3 border border-rule bg-leaf p-4">
      <h3 className="text-lg">{app}</h3>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR code to pay ₹${amount} with ${app}`}
        shapeRendering="crispEdges"
        className="mx-auto aspect-square h-auto w-full max-w-56 border border-rule bg-white fill-black forced-color-adjust-none"
      >
        <path d={path} />
      </svg>
      <div className="flex items-end justify-between gap-3">
        <p>
          <span className="head block">Payment code</span>
          <b className="figures text-base">{reference}</b>
        </p>
        <CopyButton text={reference} label={`Copy the payment code for ${app}`} isShort />
      </div>
      <TextField
        path={`number-${app.toLowerCase().replace(' ', '-')}`}
        label="UTR that the app shows"
        isOptional
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={number}
        onChange={onNumber}
      />
    </section>
  )
}
