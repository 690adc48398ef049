import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { meOptions, moneyCommand, useCommand, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { announce } from '../../messages'

/** Takes a line that was noted by mistake out of all sums (behaviour 14.154); for who noted it, and for admins. */
export const TakeBack = ({
  line: { id, by },
  from,
}: {
  line: { id: string; by: string }
  from: 'refunds' | 'cash'
}) => {
  const [isAsked, setIsAsked] = useState(false)
  const isAdmin = useMayAct('admin')
  const isOwn = useQuery(meOptions).data?.email === by
  const taking = useCommand(from === 'cash' ? 'takeBackCash' : 'takeBackRefund', {
    ...moneyCommand,
    onSuccess: () => announce('Taken back'),
  })
  if (!isOwn && !isAdmin) return null
  return (
    <>
      <Button shape="secondary" className="justify-self-start" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Take this back …
      </Button>
      {isAsked && (
        <CommandDialog
          title="Take this back"
          confirm="Take it back"
          refused={{ title: 'Not taken back' }}
          command={taking}
          onSubmit={() => taking.mutate({ params: { id } })}
          onClose={() => setIsAsked(false)}
        >
          <p>For mistakes: the entry leaves the list and all sums. The audit log keeps both.</p>
        </CommandDialog>
      )}
    </>
  )
}
