import { useEffect, useState } from 'react'
import { identity } from '#edition/identity'
import { formatDate } from '../../../festival/content/slot'
import { countdownAt, phaseAt } from '../../../festival/schedule/countdown'
import { useMoment, useOffers } from '../../moment'

const captions = {
  before: 'until the festival starts',
  during: 'The festival has begun.',
  after: 'The festival is over. Thank you for being part of it.',
  trial:
    'The festival is over. Thank you for being part of it. This private copy stays open, so that you can try it.',
} as const

export const Countdown = () => {
  const moment = useMoment()
  const { isOver } = useOffers()
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const renew = () => setNow(Date.now())
    renew()
    const timer = setInterval(renew, 1000)
    return () => clearInterval(timer)
  }, [])
  // The prerendered page shows zeros until the visitor's clock has been read.
  const remaining = countdownAt(now ?? Number.POSITIVE_INFINITY, identity.countdownTarget)
  const phase = phaseAt(now ?? moment, identity)
  return (
    <div role="timer" aria-label={`Countdown to ${formatDate(identity.firstDay)}`}>
      <div className="grid max-w-sm grid-cols-[repeat(auto-fit,minmax(3.7rem,1fr))] border-y border-line">
        {Object.entries(remaining).map(([unit, count]) => (
          <div
            key={unit}
            className="px-2 py-1 text-center not-first:border-l not-first:border-l-rule"
          >
            <div className="figures font-display text-2xl">{String(count).padStart(2, '0')}</div>
            <div className="text-xs text-faded">{unit}</div>
          </div>
        ))}
      </div>
      {/* Private installations stay open after the festival. */}
      <p className="caption mt-2 min-h-6">
        {captions[phase === 'after' && !isOver ? 'trial' : phase]}
      </p>
    </div>
  )
}
