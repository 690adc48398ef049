import { Button } from '../../ui/button'
import type { CallFailed } from '../api'

/** Something is on its way. */
export const Loading = ({ words = 'Loading …' }: { words?: string }) => (
  <p role="status" className="p-6 text-center text-faded">
    {words}
  </p>
)

/** Something did not come, with the server's words for it and what can be done. */
export const Failed = ({ failure, what, onRetry }: { failure: CallFailed; what: string; onRetry?: () => void }) => (
  <div role="alert" className="m-4 border border-l-4 border-artery bg-leaf px-4 py-3">
    <p className="font-semibold text-artery">{what}</p>
    <p className="mt-1">{failure.message}</p>
    {onRetry && (
      <Button shape="secondary" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
)
