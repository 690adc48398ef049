import { useEffectEvent, useLayoutEffect } from 'react'

/** The next page replaces such an entry. */
const isDialogEntry = (): boolean => window.history.state?.isDialog === true

const pushDialogEntry = () =>
  window.history.pushState({ ...window.history.state, pushed: true, isDialog: true }, '')

/** Does nothing while the dialog is locked. */
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
      // Not if the visitor has moved on or back.
      if (isDialogEntry()) {
        window.history.back()
      }
    }
  }, [])
}
