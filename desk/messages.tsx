import { useEffect, useRef } from 'react'
import { Button } from '../ui/button'
import { createStore } from '../ui/store'
import type { CallError } from './api'

const announcementStore = createStore(() => '')

/** Screen readers finish the current announcement before this one. */
export const announce = (message: string): void =>
  // A repeated text is announced only if it changes, so add an invisible character.
  announcementStore.write(message === announcementStore.read() ? `${message}\u00a0` : message)

export const closeWith = (onClose: () => void, message: string): void => {
  announce(message)
  onClose()
}

export const Announcer = () => (
  <p role="status" className="sr-only">
    {announcementStore.use()}
  </p>
)

export const Loading = ({ message = 'Loading …' }: { message?: string | undefined }) => (
  <p role="status" className="p-6 text-center text-faded">
    {message}
  </p>
)

export const Refused = ({ failure }: { failure: Pick<CallError, 'message'> | null }) =>
  failure && (
    <p role="alert" className="mt-1 font-semibold text-artery">
      {failure.message}
    </p>
  )

export const Failed = ({
  failure,
  what,
  onRetry,
  retry = 'Try again',
  takesFocus = false,
}: {
  failure: Pick<CallError, 'message'>
  what: string
  onRetry?: () => unknown
  retry?: string
  /** The button may be far away, so moving the focus scrolls the error into view. */
  takesFocus?: boolean
}) => {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) {
      alert.current?.focus()
    }
  }, [takesFocus])
  return (
    <div
      ref={alert}
      tabIndex={-1}
      role="alert"
      className="m-4 border border-l-4 border-artery bg-leaf px-4 py-3"
    >
      <p className="font-semibold text-artery">{what}</p>
      <p className="mt-1">{failure.message}</p>
      {onRetry && (
        <Button shape="secondary" className="mt-3" onClick={() => void onRetry()}>
          {retry}
        </Button>
      )}
    </div>
  )
}
