import { useEffect, useState } from 'react'
import type { Rupees } from '../festival/payment/money'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns, for example, "5 min", "3 h" or "12 d". */
export const formatAge = (sentAt: string, now: number): string => {
  const age = Math.max(0, now - Date.parse(sentAt))
  if (age < hour) {
    return `${Math.floor(age / minute)} min`
  }
  return age < 2 * day ? `${Math.floor(age / hour)} h` : `${Math.floor(age / day)} d`
}

const moment = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Returns a time in the Indian time zone, for example "3 Oct, 9:02 am". */
export const formatMoment = (at: string): string => moment.format(new Date(at))

/** Groups digits as in India, for example "1,50,000". */
export const formatNumber = (number: number): string => number.toLocaleString('en-IN')

/** Returns, for example, "1 payment" or "812 payments". */
export const formatCount = (number: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(number)} ${number === 1 ? singular : plural}`

/** Returns, for example, "₹1,500". Null means that a delegate pass covers the fee. */
export const formatAmount = (rupees: Rupees | null): string =>
  rupees === null ? 'with pass' : `₹${formatNumber(rupees)}`

let aheadMs = 0

/** How far the server's clock is ahead of this device's. */
export const serverAheadMs = (): number => aheadMs

/**
 * The `Date` header has no milliseconds. An extra second ensures that countdowns never show too
 * much time.
 */
export const recordServerTime = (date: string | null): void => {
  const serverTime = date === null ? Number.NaN : Date.parse(date)
  if (Number.isFinite(serverTime)) {
    aheadMs = serverTime + 1_000 - Date.now()
  }
}

/** Returns the current time in milliseconds since 1970, updated every `everyMs`. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
