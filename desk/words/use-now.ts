import { useEffect, useState } from 'react'

/** The time in milliseconds since 1970, told again each so many milliseconds; never while `everyMs` is 0. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs === 0) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
