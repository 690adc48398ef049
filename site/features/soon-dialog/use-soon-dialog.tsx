import { type ComponentType, type ReactNode, useState } from 'react'
import { loadPart } from '../../offer-again'

interface DialogProps {
  onClose: () => void
}

/** A function that opens the dialog "Registration Opening Soon", and the place where it then shows. */
export const useSoonDialog = (): { openSoon: () => void; soonDialog: ReactNode } => {
  const [Shown, setShown] = useState<ComponentType<DialogProps>>()
  return {
    openSoon: () => void loadPart(() => import('./soon-dialog')).then(({ SoonDialog }) => setShown(() => SoonDialog)),
    soonDialog: Shown && <Shown onClose={() => setShown(undefined)} />,
  }
}
