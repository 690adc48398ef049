import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button'
import { queryCall, useCommand, useMayAct } from '../../api'
import { announce, Refused } from '../../messages'
import { formatCount } from '../../words'

/** Shown only after an upgrade from a version that had no tickets. */
export const UnsentTickets = () => {
  const isAdmin = useMayAct('admin')
  const unsent = useQuery({ ...queryCall('countUnsentTickets', {}), enabled: isAdmin }).data
  const sending = useCommand('sendTickets', {
    refreshes: ['countUnsentTickets'],
    onSuccess: ({ tickets }) => announce(`${formatCount(tickets, 'ticket')} will be e-mailed.`),
  })
  if (!unsent?.tickets) {
    return null
  }
  return (
    <section
      aria-label="Tickets"
      className="mt-4 flex flex-wrap items-center gap-3 border border-l-4 border-nerve bg-leaf px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        {formatCount(unsent.tickets, 'entry', 'entries')} verified before there were tickets. E-mail
        them their tickets before the first event.
      </p>
      <Button disabled={sending.isPending} onClick={() => sending.mutate({})}>
        Send tickets
      </Button>
      <Refused failure={sending.error} />
    </section>
  )
}
