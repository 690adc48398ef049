import { useEffectEvent, useLayoutEffect } from 'react'

/** Whether the browser's history stands on the entry of an open dialog; the next page takes its place. */
const isDialogEntry = (): boolean => window.history.state?.isDialog === true

const pushDialogEntry = () =>
  window.history.pushState({ ...window.history.state, pushed: true, isDialog: true }, '')

/**
 * The browser's Back closes the dialog of the component that calls this, and leaves the page beneath as it is; it does
 * nothing while something is being sent.
 */
export const useCloseOnBack = (onClose: () => void, isLocked = false): void => {
  const onBack = useEffectEvent(() => {
    if (isLocked) {
      pushDialogEntry()
    } else {
      onClose()
    }
  })
  // With the dialog's first frame: Back in the moment after must not leave the page.
  useLayoutEffect(() => {
    // After a reload it may stand on its own entry already.
    if (!isDialogEntry()) {
      pushDialogEntry()
    }
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      // Whoever went on from it, or back, has left its entry.
      if (isDialogEntry()) {
        window.history.back()
      }
    }
  }, [])
}
