import { useEffect, useRef, useState } from 'react'
import type { QrDrawing } from '../../../ui/draw-qr'
import { useIsNear } from '../../../ui/hooks'
import { loadPart } from '../../offer-again'

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
    void loadPart(() => import('../../../ui/draw-qr')).then(({ drawQr }) => {
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
