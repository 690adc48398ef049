import { useQueryClient } from '@tanstack/react-query'
import { undoShownSeconds } from '../../../festival/desk/states'
import { Link, listAddress, readView, recordAddress, useAddress, waitingSearch } from '../../address'
import { CallFailed } from '../../api'
import { announce } from '../../messages'
import { useShortcuts } from '../../shortcuts'
import { serverAheadMs, useNow } from '../../words'
import { sendUndo } from './decide'
import { type Latest, useLatest } from './recent'
import { useSettled } from './use-settled'

const words = { taken: '', 'taking-back': 'Taking back', 'taken-back': 'Taken back' } as const

/** Whole seconds that are left, by the server's clock. */
const secondsLeft = ({ until }: Latest, now: number) =>
  until && Math.min(undoShownSeconds, Math.max(0, Math.ceil((Date.parse(until) - now - serverAheadMs()) / 1_000)))

/**
 * The latest decision: for as long as it can be taken back with the seconds that are left, then that it was taken back, and where
 * to (behaviour 14.74).
 */
export const UndoBar = () => {
  const client = useQueryClient()
  const { search } = useAddress()
  const now = useNow(1_000)
  const latest = useLatest(now)
  const isSettled = useSettled(latest?.press.id)
  const undo = () => {
    if (latest?.stage !== 'taken' || !isSettled) return
    const { press } = latest
    sendUndo(client, press).then(
      ({ tooLate }) => tooLate.length === 0 && announce(`Taken back: ${press.name}`),
      (failure: unknown) => {
        if (!(failure instanceof CallFailed)) return
        announce(failure.problem?.code === 'undone' ? failure.message : `Not taken back. ${failure.message}`)
      },
    )
  }
  useShortcuts({ u: undo })
  if (!latest) return null
  const { press, what, stage } = latest
  const seconds = secondsLeft(latest, now)
  return (
    <div className="flex items-center gap-3 bg-ink pl-4 text-paper">
      <p className="min-w-0 flex-1 truncate">
        {words[stage] || what}: <bdi>{press.name}</bdi>
        {stage === 'taking-back' && ' …'}
      </p>
      {stage === 'taken' && (
        <button
          type="button"
          aria-disabled={!isSettled}
          onClick={undo}
          className="target figures px-4 font-semibold underline underline-offset-4"
        >
          Undo
          {seconds !== undefined && <span aria-hidden="true"> ({seconds} s)</span>}
        </button>
      )}
      {stage === 'taken-back' && (
        <Link
          href={press.back ? recordAddress(press.back.submission, search) : listAddress(readView(waitingSearch))}
          className="target inline-flex items-center px-4 font-semibold underline underline-offset-4"
        >
          Show
        </Link>
      )}
    </div>
  )
}
