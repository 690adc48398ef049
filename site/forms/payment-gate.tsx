import { type ReactNode, useEffect, useRef, useState } from 'react'
import { helpDeskContact } from '../../festival/content/help-desk'
import { useIsNear } from '../../ui/hooks'
import { Icon } from '../../ui/icon'
import { useRefreshState } from '../festival'
import { useMoment } from '../moment'

export interface PaymentStop {
  title: string
  advice: string
}

export const callAdvice = `We can no longer take this form. Already paid? Call ${helpDeskContact}.`

const stopSign = 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7.5v6M12 16v.6'

const StopWords = ({ stop: { title, advice } }: { stop: PaymentStop }) => (
  <>
    <Icon path={stopSign} className="mt-0.5 size-6 shrink-0 fill-none stroke-artery stroke-2" />
    <div className="min-w-0">
      <p className="font-semibold text-artery">{title}</p>
      <p className="text-sm">{advice}</p>
    </div>
  </>
)

const stopLook = 'flex gap-3 border-2 border-artery bg-leaf px-3 py-2'

/** Sticky, so that the alert is visible from every part of the form. */
export const StopAlert = ({ stop }: { stop: PaymentStop }) => (
  <div role="alert" className={`stop mb-4 ${stopLook}`}>
    <StopWords stop={stop} />
  </div>
)

/** In milliseconds: the time between refreshes near the QR, and the maximum age of an answer. */
const pollIntervalMs = 20_000
const maxAgeMs = 60_000

/**
 * Hides the payment QR, but reserves its space, until the server confirms that the form can still
 * be paid for. Offline, the page's clock and the last known state decide.
 */
export const PaymentGate = ({
  stop,
  isAlert = false,
  children,
}: {
  stop: PaymentStop | undefined
  /** Whether screen readers announce the message here, because no other element shows it. */
  isAlert?: boolean
  children: ReactNode
}) => {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(box)
  const refresh = useRefreshState()
  const moment = useMoment()
  const [refreshedAt, setRefreshedAt] = useState<number>()
  useEffect(() => {
    if (!isNear) {
      return
    }
    const refreshIfVisible = async () => {
      if (document.hidden) {
        return
      }
      await refresh()
      setRefreshedAt(Date.now())
    }
    void refreshIfVisible()
    const timer = setInterval(refreshIfVisible, pollIntervalMs)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [isNear, refresh])
  // After a laptop has slept, the page's clock may lag behind, so compare in both directions.
  const isFresh = refreshedAt !== undefined && Math.abs(moment - refreshedAt) < maxAgeMs
  if (stop) {
    return (
      <div ref={box}>
        {/* On phones, the alert above the parts is enough. */}
        <div
          role={isAlert ? 'alert' : undefined}
          className={`${stopLook} ${isAlert ? '' : 'max-sm:hidden'}`}
        >
          <StopWords stop={stop} />
        </div>
      </div>
    )
  }
  return (
    <div ref={box}>
      <div className="relative">
        <div className={isFresh ? '' : 'invisible'}>{children}</div>
        {!isFresh && (
          <p role="status" className="absolute inset-x-0 top-0 noscript:hidden">
            One moment: we are checking that you can still pay for this.
          </p>
        )}
      </div>
    </div>
  )
}
