import { useEffectEvent, useLayoutEffect } from 'react'

/** Whether the current history entry belongs to a dialog. The next page replaces such an entry. */
const isDialogEntry = (): boolean => window.history.state?.isDialog === true

const pushDialogEntry = () =>
  window.history.pushState({ ...window.history.state, pushed: true, isDialog: true }, '')

/** Has no effect while the dialog is locked. */
export const useCloseOnBack = (onClose: () => void, isLocked = false): void => {
  const onBack = useEffectEvent(() => {
    if (isLocked) {
      pushDialogEntry()
    } else {
      onClose()
    }
  })
  // A layout effect runs early enough that an immediate Back cannot leave the page.
  useLayoutEffect(() => {
    // After a reload, the dialog's entry may already be the current one.
    if (!isDialogEntry()) {
      pushDialogEntry()
    }
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      // If the visitor has moved on or back, another entry is current.
      if (isDialogEntry()) {
        window.history.back()
      }
    }
  }, [])
}
