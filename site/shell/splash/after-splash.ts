import { splashId, splashOverEvent } from './splash-script'

/** Calls back once the splash is over, at once where there is none. @returns a function that takes the call back. */
export const afterSplash = (call: () => void): (() => void) => {
  if (!document.getElementById(splashId)) {
    call()
    return () => undefined
  }
  window.addEventListener(splashOverEvent, call, { once: true })
  return () => window.removeEventListener(splashOverEvent, call)
}
