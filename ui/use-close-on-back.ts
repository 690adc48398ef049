import { useEffectEvent, useLayoutEffect } from 'react'

/** Whether the current history entry is that of an open dialog. The next page replaces it. */
const isDialogEntry = (): boolean => window.history.state?.isDialog === true

const pushDialogEntry = () =>
  window.history.pushState({ ...window.history.state, pushed: true, isDialog: true }, '')

/**
 * The browser's Back closes the dialog and keeps the page. It does nothing while the dialog is
 * locked.
 */
export const useCloseOnBack = (onClose: () => void, isLocked = false): void => {
  const onBack = useEffectEvent(() => {
    if (isLocked) {
      pushDialogEntry()
    } else {
      onClose()
    }
  })
  // In a layout effect, so that an immediate Back cannot leave the page.
  useLayoutEffect(() => {
    // After a reload, the dialog's entry may already be the current one.
    if (!isDialogEntry()) {
      pushDialogEntry()
    }
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      // If the visitor has moved on or back, the entry is no longer the current one.
      if (isDialogEntry()) {
        window.history.back()
      }
    }
  }, [])
}
