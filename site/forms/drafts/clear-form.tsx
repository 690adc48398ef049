import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button'

/** Empties a form, after asking in place: what was typed on a phone is not thrown away by one slip of a thumb. */
export const ClearForm = ({ onClear, isDisabled }: { onClear: () => void; isDisabled?: boolean }) => {
  const [isAsking, setIsAsking] = useState(false)
  const clear = useRef<HTMLButtonElement>(null)
  const wasKept = useRef(false)
  useEffect(() => {
    if (wasKept.current && !isAsking) clear.current?.focus()
    wasKept.current = false
  }, [isAsking])
  if (!isAsking)
    return (
      <button
        ref={clear}
        type="button"
        disabled={isDisabled}
        onClick={() => setIsAsking(true)}
        className="min-h-11 font-semibold underline decoration-line underline-offset-4 hover:decoration-ink disabled:text-faded"
      >
        Clear this form
      </button>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status">Clear everything that you entered?</p>
      <div className="flex gap-2">
        <Button
          shape="secondary"
          autoFocus
          onClick={() => {
            setIsAsking(false)
            onClear()
          }}
        >
          Yes, clear it
        </Button>
        <Button
          shape="secondary"
          onClick={() => {
            wasKept.current = true
            setIsAsking(false)
          }}
        >
          Keep it
        </Button>
      </div>
    </div>
  )
}
