import { type ReactNode, useEffect, useRef, useState } from 'react'
import { helpDeskContact } from '../../festival/content/help-desk'
import { useIsNear } from '../../ui/hooks'
import { Icon } from '../../ui/icon'
import { useRefreshState } from '../festival'
import { useMoment } from '../moment'

/** Why nothing may be paid for a form now, and what to do for someone who has paid. */
export interface PaymentStop {
  title: string
  advice: string
}

/** What to do if the server no longer accepts the form. */
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

/** Interrupts a visitor in whichever part of the form they are: it stays in sight while the form is scrolled. */
export const StopAlert = ({ stop }: { stop: PaymentStop }) => (
  <div role="alert" className={`stop mb-4 ${stopLook}`}>
    <StopWords stop={stop} />
  </div>
)

/** How often the state is asked for while a payment code can be seen, and how old the last answer may be, in milliseconds. */
const pollIntervalMs = 20_000
const maxAgeMs = 60_000

/**
 * Shows a payment code only for what is sold. When the visitor comes near, and again and again while they are, the page asks the
 * server what has been closed or cancelled; until then the code is not seen, though it has its place. Without a network the page
 * goes by its clock and by the newest state that the device has.
 */
export const PaymentGate = ({
  stop,
  isAlert = false,
  children,
}: {
  stop: PaymentStop | undefined
  /** Whether nothing else on the screen shows this message. */
  isAlert?: boolean
  children: ReactNode
}) => {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(box)
  const ask = useRefreshState()
  const moment = useMoment()
  const [askedAt, setAskedAt] = useState<number>()
  useEffect(() => {
    if (!isNear) {
      return
    }
    const askIfVisible = async () => {
      if (document.hidden) {
        return
      }
      await ask()
      setAskedAt(Date.now())
    }
    void askIfVisible()
    const timer = setInterval(askIfVisible, pollIntervalMs)
    document.addEventListener('visibilitychange', askIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfVisible)
    }
  }, [isNear, ask])
  // The page's time may lag after a laptop has slept; a code is shown by neither an old answer nor an old time.
  const isFresh = askedAt !== undefined && Math.abs(moment - askedAt) < maxAgeMs
  return (
    <div ref={box}>
      {stop ? (
        <div role={isAlert ? 'alert' : undefined} className={stopLook}>
          <StopWords stop={stop} />
        </div>
      ) : (
        <div className="relative">
          <div className={isFresh ? '' : 'invisible'}>{children}</div>
          {!isFresh && (
            <p role="status" className="absolute inset-x-0 top-0 noscript:hidden">
              One moment: we are checking that you can still pay for this.
            </p>
          )}
        </div>
      )}
    </div>
  )
}
