import { useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { makeKey } from '../../../ui/make-key'
import { TextField } from '../../../ui/text-field'
import { moneyCommand, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { useAmount } from '../../fields'
import { closeWith } from '../../messages'

/** Verifies by cash that is taken now: one press and the amount (behaviour 14.94). */
export const CashDialog = ({
  record: { name, amount, bankRows },
  onTake,
  onClose,
}: {
  record: SubmissionRecord
  onTake: (paise: number) => void
  onClose: () => void
}) => {
  const { paise, field, check } = useAmount(String(amount ?? ''))
  return (
    <CommandDialog
      title="Paid in cash"
      confirm={`Verify: I have ${paise > 0 ? writePaise(paise) : 'the money'}`}
      refused={{ title: 'Not verified' }}
      onSubmit={() => check() && onTake(paise)}
      onClose={onClose}
    >
      <p>
        <b>{name}</b> gives you the money now. You hold it until you hand it over.
      </p>
      {bankRows.some(({ paymentStatus }) => paymentStatus === 'names-it') && (
        <p className="font-semibold text-artery">
          A payment at the bank names this record already. Look at it first, or they pay twice.
        </p>
      )}
      <TextField {...field} />
    </CommandDialog>
  )
}

/** Withdraws what the desk entered by mistake (behaviour 14.157). */
export const MistakeDialog = ({
  record: { id, version, name },
  onClose,
}: {
  record: SubmissionRecord
  onClose: () => void
}) => {
  const [key] = useState(makeKey)
  const withdrawal = useCommand('decide', {
    ...moneyCommand,
    onSuccess: () => closeWith(onClose, `Entered by mistake: ${name}`),
  })
  return (
    <CommandDialog
      title="Entered by mistake"
      confirm="Withdraw it"
      refused={{ title: 'Not withdrawn' }}
      command={withdrawal}
      onSubmit={() =>
        withdrawal.mutate({ body: { id: key, submission: id, version, decision: 'withdraw', isMistake: true } })
      }
      onClose={onClose}
    >
      <p>
        <b>{name}</b> gets no more e-mails, and cash taken for this leaves the book. This cannot be undone: enter it
        again instead.
      </p>
    </CommandDialog>
  )
}
