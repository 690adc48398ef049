import { stateWords } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { Link } from '../../address'
import { writeMoment } from '../../words'
import type { Fate } from './recent'

/** What became of the record meanwhile: "ravi@college.example brought it to “Rejected” on 3 Oct, 9:02 am." */
export const tellCurrent = ({ failure }: Pick<Fate, 'failure'>): string => {
  const { problem } = failure ?? {}
  if (!problem) return 'The server cannot be reached.'
  const { current } = problem
  if (!current) return problem.detail
  return `${current.by ?? 'The registrant'} changed it meanwhile (${writeMoment(current.at)}); it is now “${stateWords[current.state]}”. Yours was not taken.`
}

/** A press that the server did not take, with why, and the ways on. */
export const Refused = ({
  what,
  name,
  why,
  link,
  onRetry,
  onDismiss,
}: {
  /** "Not taken: Verify". */
  what: string
  /** "Asha Rao", or "12 submissions". */
  name: string
  why: string
  /** To what it is about; absent where that was many. */
  link: { words: string; href: string } | undefined
  /** Absent where it would be refused again. */
  onRetry: (() => void) | undefined
  onDismiss: () => void
}) => {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-artery bg-leaf px-4 py-2"
    >
      <p className="min-w-0 flex-1 basis-72">
        <b className="text-artery">
          {what}, <bdi>{name}</bdi>.
        </b>{' '}
        {why}
      </p>
      <div className="flex gap-2">
        {onRetry && (
          <Button shape="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
        {link && (
          <Link
            href={link.href}
            onClick={onDismiss}
            className="target inline-flex items-center px-3 underline underline-offset-4"
          >
            {link.words}
          </Link>
        )}
        <button type="button" className="target px-3 underline underline-offset-4" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  )
}
