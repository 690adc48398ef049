import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Cross } from './icon'

interface DialogProps {
  title: ReactNode
  /** Called on Escape or the close button. The caller must then stop rendering the dialog. */
  onClose: () => void
  /** Users cannot close a locked dialog. */
  isLocked?: boolean
  className?: string
  children: ReactNode
}

/**
 * The dialog is open while it is rendered. The focus starts on the title, or on an element with
 * `data-first`.
 */
export const Dialog = ({
  title,
  onClose,
  isLocked = false,
  className = '',
  children,
}: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) {
      return
    }
    element.showModal()
    const first = element.querySelector<HTMLElement>('[data-first]') ?? element.querySelector('h2')
    first?.focus()
    // The browser restores the focus only if the dialog is closed before its removal.
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) {
          return
        }
        event.preventDefault()
        if (!isLocked) {
          onClose()
        }
      }}
      onClose={(event) => {
        if (
          event.target === event.currentTarget &&
          event.currentTarget.isConnected &&
          !event.currentTarget.open
        ) {
          onClose()
        }
      }}
      className={`modal ${className}`}
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-rule bg-leaf py-2 pr-2 pl-5">
        <h2 id={titleId} tabIndex={-1} className="py-1.5 text-xl outline-none">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          disabled={isLocked}
          onClick={onClose}
          className="inline-flex size-11 shrink-0 items-center justify-center disabled:text-line"
        >
          <Cross />
        </button>
      </div>
      <div className="p-5">{children}</div>
    </dialog>
  )
}
