import type { ReactNode, Ref } from 'react'
import { Button } from '../../../ui/button'
import { useIsAlive } from '../../../ui/hooks'

/**
 * The button that sends a form, and under it a line of words. The button waits for the page's scripts and says so: a form
 * that the browser sent by itself would be lost (behaviour 5.37). Both lines of words hold their place, so nothing moves.
 */
export const SubmitPart = ({
  label,
  isBusy,
  words,
  ref,
  children,
}: {
  label: string
  isBusy: boolean
  /** What becomes of what is typed. */
  words: string
  ref?: Ref<HTMLButtonElement>
  /** What stands beside the words. */
  children?: ReactNode
}) => {
  const isAlive = useIsAlive()
  return (
    <>
      <Button
        ref={ref}
        type="submit"
        disabled={isBusy || !isAlive}
        aria-describedby={isAlive ? undefined : 'waits'}
        className="w-full sm:w-auto sm:min-w-64"
      >
        {isBusy ? 'Submitting...' : label}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <p role="status" className="grid text-faded">
          <span className={`col-start-1 row-start-1 ${isAlive ? '' : 'invisible'}`}>
            {isAlive && words === kept && !canKeep() ? notKept : words}
          </span>
          {!isAlive && (
            <span id="waits" className="col-start-1 row-start-1 noscript:hidden">
              One moment: the button works once the page has loaded.
            </span>
          )}
        </p>
        {children}
      </div>
    </>
  )
}

const kept = 'What you enter is kept on this device until it is sent.'
const notKept = 'Your browser keeps nothing for this page: do not close or reload it before you have sent the form.'

/** Whether the browser keeps anything for this site. */
const canKeep = (): boolean => {
  try {
    const probe = 'cerebra:probe'
    window.localStorage.setItem(probe, probe)
    window.localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}

/** What a form says of what is typed into it; where the browser keeps nothing, the form says that instead. */
export const keptWords = (isRestored = false): string => (isRestored ? 'What you entered earlier is back.' : kept)
