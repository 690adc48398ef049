import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readMoney, writePaise } from '../../../festival/bank/cells'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { focusField } from '../../../ui/field'
import { makeKey } from '../../../ui/make-key'
import { TextField } from '../../../ui/text-field'
import { type CallFailed, call } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { announce } from '../../messages'
import { moneyCommand } from '../bank/bank'

/** Verifies by cash that is taken now: one press and the amount (behaviour 14.94). */
export const CashDialog = ({
  record: { name, amount },
  onTake,
  onClose,
}: {
  record: SubmissionRecord
  onTake: (paise: number) => void
  onClose: () => void
}) => {
  const [text, setText] = useState(String(amount ?? ''))
  const [isTold, setIsTold] = useState(false)
  const paise = readMoney(text)?.paise ?? 0
  const take = () => {
    setIsTold(true)
    if (paise > 0) onTake(paise)
    else focusField('amount')
  }
  return (
    <CommandDialog
      title="Paid in cash"
      confirm={`Verify: I have ${paise > 0 ? writePaise(paise) : 'the money'}`}
      refused={{ title: 'Not verified' }}
      hasCancel
      onSubmit={take}
      onClose={onClose}
    >
      <p>
        <b>{name}</b> gives you the money now. You hold it until you hand it over.
      </p>
      <TextField
        path="amount"
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={isTold && paise <= 0 ? 'Write an amount, such as 150.' : undefined}
        onChange={setText}
      />
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
  const client = useQueryClient()
  const [key] = useState(makeKey)
  const withdrawal = useMutation<unknown, CallFailed>({
    ...moneyCommand(client),
    mutationFn: () =>
      call('decide', { body: { id: key, submission: id, version, decision: 'withdraw', isMistake: true } }),
    onSuccess: () => {
      announce(`Entered by mistake: ${name}`)
      onClose()
    },
  })
  return (
    <CommandDialog
      title="Entered by mistake"
      confirm="Withdraw it"
      refused={{ title: 'Not withdrawn' }}
      command={withdrawal}
      hasCancel
      onSubmit={() => withdrawal.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{name}</b> is written to no more, and cash that was taken for this leaves the book. It cannot be taken back:
        enter it anew instead.
      </p>
    </CommandDialog>
  )
}
