import { useMutation, useQueryClient } from '@tanstack/react-query'
import { writePaise } from '../../../festival/bank/cells'
import type { Statements } from '../../../festival/desk/statement'
import { formatDays } from '../../../festival/slot'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Refusal } from '../../../ui/refusal'
import { announce } from '../../announcer'
import { call } from '../../api'
import { keys } from '../../query-client'
import { retryDelayMs } from '../decisions/decide'
import { count } from './tell-money'

type Imported = Statements['imports'][number]

const changed = [keys.statements, keys.proposals, keys.queue, keys.counts, keys.record, keys.refunds]

/** What would go, what stays, and that nobody’s state changes by it. */
const Consequences = ({ of: { own, fresh, known } }: { of: Imported }) => {
  const shared = fresh + known - own.count
  return (
    <>
      {own.count > 0 && (
        <p className="figures">
          <b>
            {count(own.count, 'row')} {own.count === 1 ? 'goes' : 'go'}
          </b>
          , {writePaise(own.sum)} received: no other file has {own.count === 1 ? 'it' : 'them'}.
        </p>
      )}
      {shared > 0 && (
        <p className="figures">
          <b>
            {count(shared, 'row')} {shared === 1 ? 'stays' : 'stay'}
          </b>
          : another file has {shared === 1 ? 'it' : 'them'} as well.
        </p>
      )}
      <p>No submission changes and no mail is sent. The audit log keeps that the file was here.</p>
    </>
  )
}

/** Takes a wrong file back as a whole, once somebody has seen what that does (behaviour 15.49). */
export const DropDialog = ({ file, onClose }: { file: Imported; onClose: () => void }) => {
  const client = useQueryClient()
  const refresh = () => {
    for (const queryKey of changed) void client.invalidateQueries({ queryKey })
  }
  const dropping = useMutation({
    mutationFn: () => call('dropStatement', { parts: { id: file.id } }),
    retry: (_times, failure) => failure.isPassing,
    retryDelay: retryDelayMs,
    onSettled: refresh,
    onSuccess: ({ gone }) => {
      announce(`The file is taken back: ${count(gone.count, 'row')} gone.`)
      onClose()
    },
  })
  const { own, days, dropped } = file
  const isHeld = own.spent > 0
  return (
    <Dialog title="Take this file back" onClose={onClose} isLocked={dropping.isPending}>
      <div className="grid gap-4">
        <p className="figures font-semibold">
          {formatDays(days.first, days.last)}, read by <span className="wrap-anywhere">{file.by}</span>
        </p>
        {isHeld ? (
          <p className="figures">
            <b>{count(own.spent, 'payment')}</b> of this file alone verified somebody. Put those back among the waiting
            first: with Undo within the minute, later on each record. Then the file can go.
          </p>
        ) : (
          !dropped && <Consequences of={file} />
        )}
        {dropped && <p>{dropped.by} has taken it back already.</p>}
        {dropping.error && (
          <Refusal title="Not taken back">
            <p>{dropping.error.message}</p>
          </Refusal>
        )}
        {!isHeld && !dropped && (
          <Button onClick={() => dropping.mutate()} disabled={dropping.isPending}>
            {dropping.isPending
              ? dropping.failureCount > 0
                ? 'Not yet saved, trying again …'
                : 'Saving …'
              : own.count > 0
                ? `Take back ${count(own.count, 'row')}`
                : 'Take the file back'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
