import { useEffect, useState } from 'react'
import { SisterEventDialog } from '../features/sister-event/sister-event-dialog'
import { quietAttribute, splashId, splashOverEvent } from './splash/splash-script'

/** Announces the sister event once the splash is over, again on each load but over a form's draft (behaviours 9.6, 9.20). */
export const SisterPopup = () => {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => afterSplash(() => setIsOpen(!document.documentElement.hasAttribute(quietAttribute))), [])
  return isOpen ? <SisterEventDialog onClose={() => setIsOpen(false)} /> : null
}

/** Calls back once the splash is over, at once where there is none. @returns a function that takes the call back. */
const afterSplash = (call: () => void): (() => void) => {
  if (!document.getElementById(splashId)) {
    call()
    return () => undefined
  }
  window.addEventListener(splashOverEvent, call, { once: true })
  return () => window.removeEventListener(splashOverEvent, call)
}
