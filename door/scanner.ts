import { useEffect, useRef } from 'react'
import { isTicketCode } from './decide'

/** A scanner types faster than this, a person slower. In milliseconds between two keys. */
const maxGapMs = 100

/** Text that is older than this is dropped, so that Enter can press a button again. */
const maxPauseMs = 2_000

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox'

/**
 * Reads the codes of a scanner that works like a keyboard and ends with Enter. Outside a text field,
 * any other text is reported as well, so that no earlier result stays on the screen.
 */
export const useTypingScanner = (onRead: (text: string) => void): void => {
  const report = useRef(onRead)
  report.current = onRead
  useEffect(() => {
    let typed = ''
    let typedFast = ''
    let lastMs = 0
    const onKey = (event: KeyboardEvent) => {
      const gapMs = event.timeStamp - lastMs
      const isFast = gapMs < maxGapMs
      lastMs = event.timeStamp
      if (gapMs > maxPauseMs) {
        typed = ''
      }
      if (event.key === 'Enter') {
        const isCode = isFast && isTicketCode(typedFast)
        const text = isCode ? typedFast : typed.trim()
        if (text !== '') {
          // Enter must not press the focused button, or submit the search.
          event.preventDefault()
          report.current(text)
        }
        typed = ''
        typedFast = ''
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
        typed = isTextField(event.target) ? '' : typed + event.key
        typedFast = (isFast ? typedFast : '') + event.key
      }
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}
