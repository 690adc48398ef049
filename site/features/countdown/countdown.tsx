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
  const remaining = Object.entries(
    countdownAt(now ?? Number.POSITIVE_INFINITY, identity.countdownTarget),
  ).map(([unit, count]) => ({
    unit,
    digits: unit === 'days' ? String(count) : String(count).padStart(2, '0'),
  }))
  const phase = phaseAt(now ?? moment, identity)
  return (
    <div
      role="timer"
      aria-label={`Countdown to ${formatDate(identity.firstDay)}`}
      className="flex flex-wrap items-baseline gap-x-4 border-y border-line py-1.5"
    >
      <span
        aria-hidden="true"
        className="figures whitespace-nowrap font-display text-[min(1.875rem,8.5vw)]/9"
      >
        {remaining.map(({ unit, digits }, index) => (
          <span key={unit}>
            {index > 0 && ' '}
            {digits} <span className="text-[0.65em] text-faded">{unit.charAt(0)}</span>
          </span>
        ))}
      </span>
      <span className="sr-only">
        {remaining.map(({ unit, digits }) => `${digits} ${unit}`).join(' ')}
      </span>
      {/* Private installations stay open after the festival. */}
      <span className="caption">{captions[phase === 'after' && !isOver ? 'trial' : phase]}</span>
    </div>
  )
}
