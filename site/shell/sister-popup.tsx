import { useEffect, useState } from 'react'
import { SisterEventDialog } from '../features/sister-event/sister-event-dialog'
import { afterSplash } from './splash/after-splash'

/** Announces the sister event once the splash is over, again on each load (behaviour 9.6). */
export const SisterPopup = () => {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => afterSplash(() => setIsOpen(true)), [])
  return isOpen ? <SisterEventDialog onClose={() => setIsOpen(false)} /> : null
}
