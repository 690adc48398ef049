import { type ComponentType, useEffect, useState } from 'react'
import { afterSplash } from './splash/after-splash'

interface DialogProps {
  onClose: () => void
}

/** Announces the sister event once the splash is over, again on each load (behaviour 9.6). */
export const SisterPopup = () => {
  const [Popup, setPopup] = useState<ComponentType<DialogProps>>()
  useEffect(() => {
    let isGone = false
    const open = async () => {
      const { SisterEventDialog } = await import('../features/sister-event/sister-event-dialog')
      if (!isGone) setPopup(() => SisterEventDialog)
    }
    // A visitor who cannot load it misses an announcement, nothing else.
    const forget = afterSplash(() => void open().catch(() => undefined))
    return () => {
      isGone = true
      forget()
    }
  }, [])
  return Popup ? <Popup onClose={() => setPopup(undefined)} /> : null
}
