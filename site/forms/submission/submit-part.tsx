import type { ReactNode, Ref } from 'react'
import { deskWords } from '../../../festival/help-desk'
import { Button } from '../../../ui/button'
import { useIsAlive } from '../../../ui/use-is-alive'

/** Whom to turn to where no script runs. The browser's build leaves the words out: only the built page shows them. */
const WithoutScripts = () => (
  <noscript>
    {import.meta.env.SSR && (
      <p className="mt-4 border border-l-4 border-artery bg-paper px-4 py-3">
        This form needs JavaScript, which your browser does not run. Switch it on and load the page again, or turn to
        {` ${deskWords}.`}
      </p>
    )}
  </noscript>
)

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
      <WithoutScripts />
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <p role="status" className="grid text-faded">
          <span className={`col-start-1 row-start-1 ${isAlive ? '' : 'invisible'}`}>{words}</span>
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

/** What a form says of what is typed into it. */
export const keptWords = (isRestored: boolean): string =>
  isRestored ? 'What you entered earlier is back.' : 'What you enter is kept on this device until it is sent.'
