import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TimelineEntry } from '../../../festival/contract/entry'
import { undoShownSeconds } from '../../../festival/contract/states'
import { Button } from '../../../ui/button'
import { entryAddress, Link, listAddress, readView, useAddress, waitingSearch } from '../../address'
import { CallError } from '../../api'
import { announce, Refused } from '../../messages'
import { useShortcuts } from '../../shortcuts'
import { serverAheadMs, useNow } from '../../words'
import { sendUndo, undoOptions, useLatest } from './commands'

/** The second click of a double click comes within this time. */
const doubleClickMs = 350

/** Ignores presses on new content, such as the second click of a double click. */
export const useAcceptsPresses = (content: string | undefined): boolean => {
  const [settledContent, setSettledContent] = useState<string>()
  useEffect(() => {
    const timer = window.setTimeout(() => setSettledContent(content), doubleClickMs)
    return () => window.clearTimeout(timer)
  }, [content])
  return settledContent === content
}

/** Uses the server's clock. */
export const secondsLeft = (until: string, now: number): number =>
  Math.min(
    undoShownSeconds,
    Math.max(0, Math.ceil((Date.parse(until) - now - serverAheadMs()) / 1_000)),
  )

const stageLabels = { taken: '', 'taking-back': 'Undoing', 'taken-back': 'Undone' } as const

export const UndoBar = () => {
  const client = useQueryClient()
  const { search } = useAddress()
  const now = useNow(1_000)
  const latest = useLatest()
  const seconds = latest?.until && secondsLeft(latest.until, now)
  const undoable = seconds === 0 && latest?.stage !== 'taking-back' ? undefined : latest
  const acceptsPresses = useAcceptsPresses(undoable?.id)
  const undo = () => {
    if (undoable?.stage !== 'taken' || !acceptsPresses) {
      return
    }
    sendUndo(client, undoable).then(
      ({ tooLate }) => tooLate.length === 0 && announce(`Undone: ${undoable.name}`),
      (failure: unknown) => {
        if (!(failure instanceof CallError)) {
          return
        }
        announce(
          failure.problem?.code === 'undone' ? failure.message : `Not undone. ${failure.message}`,
        )
      },
    )
  }
  useShortcuts({ u: undo })
  if (!undoable) {
    return null
  }
  const { name, what, stage, back } = undoable
  return (
    <div className="flex items-center gap-3 bg-ink pl-4 text-paper">
      <p className="min-w-0 flex-1 truncate">
        {stageLabels[stage] || what}: <bdi>{name}</bdi>
        {stage === 'taking-back' && ' …'}
      </p>
      {stage === 'taken' && (
        <button
          type="button"
          aria-disabled={!acceptsPresses}
          onClick={undo}
          className="press figures px-4 font-semibold"
        >
          Undo
          {seconds && <span aria-hidden="true"> ({seconds} s)</span>}
        </button>
      )}
      {stage === 'taken-back' && (
        <Link
          href={back ? entryAddress(back.entryId, search) : listAddress(readView(waitingSearch))}
          className="press px-4 font-semibold"
        >
          Show
        </Link>
      )}
    </div>
  )
}

export const UndoDecision = ({
  entry: { id = '', undoUntil = '' },
  name,
}: {
  entry: TimelineEntry
  name: string
}) => {
  const client = useQueryClient()
  const now = useNow(1_000)
  const undoing = useMutation(undoOptions(client, { id }))
  const seconds = secondsLeft(undoUntil, now)
  if (!id || !seconds) {
    return null
  }
  return (
    <>
      <Button
        shape="secondary"
        className="figures mt-1 min-h-11!"
        disabled={undoing.isPending}
        onClick={() =>
          undoing.mutate({ id, name, count: 1 }, { onSuccess: () => announce(`Undone: ${name}`) })
        }
      >
        Undo this <span aria-hidden="true">({seconds})</span>
      </Button>
      <Refused failure={undoing.error} />
    </>
  )
}
