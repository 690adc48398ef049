import { useEffect, useState } from 'react'

/** The second press of a double one comes within so many milliseconds. */
const settleMs = 350

/**
 * Whether something has been shown for long enough that a press is meant for it: the second press of a double one falls on
 * what the first has brought, and nobody has looked at that (behaviour 14.79).
 */
export const useSettled = (shown: string | undefined): boolean => {
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(shown), settleMs)
    return () => window.clearTimeout(timer)
  }, [shown])
  return settled === shown
}
