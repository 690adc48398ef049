import { moneyCommand, useCommand, useMayAct, useMe } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { DialogButton } from '../../dialog-button'
import { announce } from '../../messages'

interface UndoProps {
  id: string
  from: 'refunds' | 'cash'
}

const UndoDialog = ({ id, from, onClose }: UndoProps & { onClose: () => void }) => {
  const undoing = useCommand(from === 'cash' ? 'undoCashMove' : 'undoRefund', {
    ...moneyCommand,
    onSuccess: () => announce('Undone'),
  })
  return (
    <CommandDialog
      title={from === 'cash' ? 'Undo this line' : 'Undo this refund'}
      confirm="Undo"
      errorTitle="Not undone"
      command={undoing}
      onSubmit={() => undoing.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>
        {from === 'cash'
          ? 'For mistakes only. The line stays in the list, struck through, and no longer counts.'
          : 'For mistakes only. The refund is removed from the list and the totals; the audit log keeps a record. The participant gets an e-mail a minute after you record a refund: if it was sent, call them.'}
      </p>
    </CommandDialog>
  )
}

/** Only the organiser who recorded the line and admins can undo it. */
export const UndoRecordedLine = ({ by, ...line }: UndoProps & { by: string }) => {
  const isAdmin = useMayAct('admin')
  const isOwn = useMe()?.email === by
  return (
    (isOwn || isAdmin) && (
      <DialogButton
        className="justify-self-start"
        dialog={(close) => <UndoDialog {...line} onClose={close} />}
      >
        Undo …
      </DialogButton>
    )
  )
}
