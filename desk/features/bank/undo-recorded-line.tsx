import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { meOptions, moneyCommand, useCommand, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { announce } from '../../messages'

/** Only the organiser who recorded the line and admins can undo it. */
export const UndoRecordedLine = ({
  line: { id, by },
  from,
}: {
  line: { id: string; by: string }
  from: 'refunds' | 'cash'
}) => {
  const [isAsked, setIsAsked] = useState(false)
  const isAdmin = useMayAct('admin')
  const isOwn = useQuery(meOptions).data?.email === by
  const undoing = useCommand(from === 'cash' ? 'undoCashMove' : 'undoRefund', {
    ...moneyCommand,
    onSuccess: () => announce('Undone'),
  })
  if (!isOwn && !isAdmin) {
    return null
  }
  return (
    <>
      <Button
        shape="secondary"
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => setIsAsked(true)}
      >
        Undo …
      </Button>
      {isAsked && (
        <CommandDialog
          title={from === 'cash' ? 'Undo this line' : 'Undo this refund'}
          confirm="Undo"
          refused={{ title: 'Not undone' }}
          command={undoing}
          onSubmit={() => undoing.mutate({ params: { id } })}
          onClose={() => setIsAsked(false)}
        >
          {from === 'cash' ? (
            <p>
              For mistakes only. The line stays in the list, struck through, and no longer counts.
            </p>
          ) : (
            <p>
              For mistakes only. The refund is removed from the list and the totals; the audit log
              keeps a record. The participant gets an e-mail a minute after you record a refund: if
              it was sent, call them.
            </p>
          )}
        </CommandDialog>
      )}
    </>
  )
}
