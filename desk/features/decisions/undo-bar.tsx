import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../../announcer'
import { CallFailed } from '../../api'
import { useKeys } from '../../keys/use-keys'
import { useNow } from '../../words/use-now'
import { sendUndo } from './decide'
import { useUndoable } from './recent'
import { useSettled } from './use-settled'

/** The last decision, for as long as it can be taken back, with the seconds that are left (behaviour 14.74). */
export const UndoBar = () => {
  const client = useQueryClient()
  const now = useNow(1_000)
  const last = useUndoable(now)
  const isSettled = useSettled(last?.press.id)
  const undo = () => {
    if (!last || !isSettled) return
    const { press } = last
    announce(`Taken back: ${press.name}`)
    sendUndo(client, press).catch((failure) => {
      if (!(failure instanceof CallFailed)) return
      announce(failure.problem?.code === 'undone' ? failure.message : `Not taken back. ${failure.message}`)
    })
  }
  useKeys({ u: undo })
  if (!last) return null
  const seconds = last.until && Math.max(0, Math.ceil((Date.parse(last.until) - now) / 1_000))
  return (
    <div className="flex items-center gap-3 bg-ink pl-4 text-paper">
      <p className="min-w-0 flex-1 truncate">
        {last.what}: <bdi>{last.press.name}</bdi>
      </p>
      <button
        type="button"
        aria-disabled={!isSettled}
        onClick={undo}
        className="target figures px-4 font-semibold underline underline-offset-4"
      >
        Undo
        {seconds !== undefined && <span aria-hidden="true"> ({seconds})</span>}
      </button>
    </div>
  )
}
