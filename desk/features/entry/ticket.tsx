import type { ReactNode } from 'react'
import type { EntryDetails } from '../../../festival/contract/entry'
import {
  type EntryTicket,
  formatTicketCode,
  writeTicketText,
} from '../../../festival/contract/ticket'
import { TicketQr } from '../../../ui/ticket-qr'
import { WhatsAppLink } from '../../../ui/whatsapp-link'
import { useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { DialogButton } from '../../dialog-button'
import { closeWith } from '../../messages'
import { entryOptions } from '../decisions/commands'

/** `actions` are additional buttons. */
export const TicketCard = ({
  ticket: { code, qr, path },
  of,
  actions,
}: {
  ticket: EntryTicket
  of: Pick<EntryDetails, 'eventName' | 'label' | 'phone'>
  actions?: ReactNode
}) => {
  const address = new URL(path, window.location.href).href
  return (
    <div className="flex flex-wrap items-center gap-4">
      <TicketQr path={qr} className="w-40" />
      <div className="grid gap-2">
        <p className="figures font-semibold">{formatTicketCode(code)}</p>
        <WhatsAppLink text={writeTicketText(of, address)} phone={of.phone} shape="secondary" />
        <a href={path} target="_blank" rel="noreferrer" className="press">
          Open the ticket
        </a>
        {actions}
      </div>
    </div>
  )
}

export const NewTicketButton = ({
  entry,
  ticket,
}: {
  entry: EntryDetails
  ticket: EntryTicket
}) => (
  <DialogButton
    dialog={(close) => <NewTicketDialog entry={entry} ticket={ticket} onClose={close} />}
  >
    New ticket …
  </DialogButton>
)

const NewTicketDialog = ({
  entry: { id, name },
  ticket,
  onClose,
}: {
  entry: EntryDetails
  ticket: EntryTicket
  onClose: () => void
}) => {
  const replacing = useCommand('replaceTicket', {
    refreshes: [entryOptions(id).queryKey],
    onSuccess: () => closeWith(onClose, `New ticket: ${name}.`),
  })
  return (
    <CommandDialog
      title="Issue a new ticket?"
      confirm="Issue new ticket"
      dismiss="Keep ticket"
      errorTitle="No new ticket was issued"
      command={replacing}
      onSubmit={() => replacing.mutate({ params: { id }, body: { code: ticket.code } })}
      onClose={onClose}
    >
      <p>
        The current ticket and its link will stop working. If the entry is verified, the participant
        gets the new ticket by e-mail.
      </p>
    </CommandDialog>
  )
}
