import { lazy, type ReactNode, Suspense, useState } from 'react'

const LazyDialog = lazy(async () => ({ default: (await import('./soon-dialog')).SoonDialog }))

/** A function that opens the dialog "Registration Opening Soon", and the place where it then shows. */
export const useSoonDialog = (): { openSoon: () => void; soonDialog: ReactNode } => {
  const [isOpen, setIsOpen] = useState(false)
  return {
    openSoon: () => setIsOpen(true),
    soonDialog: isOpen && (
      <Suspense fallback={null}>
        <LazyDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
