import { useEffect, useState } from 'react'
import { SisterEventDialog } from '../features/sister-event/sister-event-dialog'
import { afterSplash } from './splash/after-splash'
import { quietAttribute } from './splash/splash-script'

/** Announces the sister event once the splash is over, again on each load but over a form's draft (behaviours 9.6, 9.20). */
export const SisterPopup = () => {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => afterSplash(() => setIsOpen(!document.documentElement.hasAttribute(quietAttribute))), [])
  return isOpen ? <SisterEventDialog onClose={() => setIsOpen(false)} /> : null
}
