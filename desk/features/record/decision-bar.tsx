import { useState } from 'react'
import type { QueueRow } from '../../../festival/desk/queue'
import { type Decision, decisionWords, isLegal } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Icon } from '../../../ui/icon'

/** The decisions about one record, at the thumb: the usual one is the large one. */
export const DecisionBar = ({
  of: { state },
  isWaiting,
  isSettled,
  onVerify,
  onOpen,
}: {
  of: Pick<QueueRow, 'state'>
  /** While the server has not yet answered the last one about this record. */
  isWaiting: boolean
  /** Until it is, no press counts. */
  isSettled: boolean
  onVerify: () => void
  onOpen: (decision: Exclude<Decision, 'verify'>) => void
}) => {
  const [isMore, setIsMore] = useState(false)
  const others = (['withdraw', 'reopen'] as const).filter((decision) => isLegal(decision, state))
  return (
    <fieldset disabled={isWaiting} aria-disabled={!isSettled} className="flex gap-2">
      <legend className="sr-only">Decide</legend>
      {isLegal('verify', state) && (
        <Button className="min-w-0 flex-[1.6] px-2!" onClick={onVerify}>
          Verify
        </Button>
      )}
      {isLegal('ask-correction', state) && (
        <Button shape="secondary" className="flex-1 px-2!" onClick={() => onOpen('ask-correction')}>
          Correction
        </Button>
      )}
      {isLegal('reject', state) && (
        <Button shape="secondary" className="px-3!" onClick={() => onOpen('reject')}>
          Reject
        </Button>
      )}
      {others.length > 0 && (
        <Button
          shape="secondary"
          className="w-12 shrink-0 px-0!"
          aria-haspopup="dialog"
          aria-label="More decisions"
          title="More decisions"
          onClick={() => setIsMore(true)}
        >
          <Icon path="M5 12h.01M12 12h.01M19 12h.01" className="size-6 fill-none stroke-current stroke-[3]" />
        </Button>
      )}
      {isMore && (
        <Dialog title="More decisions" onClose={() => setIsMore(false)}>
          <div className="grid gap-2">
            {others.map((decision) => (
              <Button
                key={decision}
                shape="secondary"
                onClick={() => {
                  setIsMore(false)
                  onOpen(decision)
                }}
              >
                {decisionWords[decision]} …
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </fieldset>
  )
}
