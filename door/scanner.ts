import { useEffect, useRef } from 'react'
import { isTicketCode } from './decide'

/** A scanner types faster than this, a person slower. In milliseconds between two keys. */
const maxGapMs = 100

/** Reads the codes of a scanner that works like a keyboard and ends with Enter. */
export const useTypingScanner = (onRead: (text: string) => void): void => {
  const report = useRef(onRead)
  report.current = onRead
  useEffect(() => {
    let typed = ''
    let lastMs = 0
    const onKey = (event: KeyboardEvent) => {
      const isFast = event.timeStamp - lastMs < maxGapMs
      lastMs = event.timeStamp
      if (event.key === 'Enter' && isFast && isTicketCode(typed)) {
        // Enter must not press the focused button, or submit the search.
        event.preventDefault()
        report.current(typed)
        typed = ''
      } else if (event.key.length === 1) {
        typed = (isFast ? typed : '') + event.key
      }
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}
