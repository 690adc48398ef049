import { useEffect, useState } from 'react'
import { sisterEvent } from '#edition/sister-event'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
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

/** Announces the sister event (behaviour 9.6). */
export const SisterEventDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={sisterEvent.title} onClose={onClose} className="sm:w-[26rem]">
    <div data-colour="nerve">
      <p className="caption text-lg text-accent">{sisterEvent.line}</p>
      <p className="mt-1 text-sm">{sisterEvent.text}</p>
      <Button className="mt-5 w-full" onClick={onClose}>
        Go to the festival
      </Button>
    </div>
  </Dialog>
)
