import { setTimeout as pause } from 'node:timers/promises'

const apartMs = 1_000
const timeoutMs = 5_000

/**
 * Tries a write at most once a second, however many ask: whoever asks meanwhile shares the latest try. Nobody waits for
 * one longer than five seconds (behaviour 12.33).
 * @returns a check that throws Error when the latest write failed or does not end
 */
export const createWriteCheck = (write: () => Promise<void>, waitMs = timeoutMs): (() => Promise<void>) => {
  let begun = Number.NEGATIVE_INFINITY
  let isUnderWay = false
  let latest = Promise.resolve()
  const tryNow = () => {
    begun = performance.now()
    isUnderWay = true
    latest = write().finally(() => {
      isUnderWay = false
    })
    // Whoever asked may have gone by then.
    latest.catch(() => {})
  }
  return async () => {
    if (!isUnderWay && performance.now() - begun >= apartMs) tryNow()
    const given = new AbortController()
    const givingUp = pause(waitMs, undefined, { signal: given.signal }).then(() => {
      throw new Error('A write does not end')
    })
    try {
      await Promise.race([latest, givingUp])
    } finally {
      givingUp.catch(() => {})
      given.abort()
    }
  }
}
