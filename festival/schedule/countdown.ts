import type { Identity } from '../content/content'
import type { Instant } from '../content/slot'
import { findEndOfFestival } from './availability'

/** `now` is in milliseconds since 1970. The countdown stays at zero after the target. */
export const countdownAt = (now: number, target: Instant) => {
  const left = Math.max(0, Math.ceil((Date.parse(target) - now) / 1000))
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

/** `now` is in milliseconds since 1970. */
export const phaseAt = (
  now: number,
  days: Pick<Identity, 'countdownTarget' | 'lastDay'>,
): 'before' | 'during' | 'after' => {
  if (now >= findEndOfFestival(days)) {
    return 'after'
  }
  return now < Date.parse(days.countdownTarget) ? 'before' : 'during'
}
