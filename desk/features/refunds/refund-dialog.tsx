import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { readMoney, signed, writePaise } from '../../../festival/bank/cells'
import type { Refund } from '../../../festival/desk/refunds'
import type { MoneyOutcome } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { focusField } from '../../../ui/field-id'
import { makeKey } from '../../../ui/make-key'
import { Refusal } from '../../../ui/refusal'
import { TextField } from '../../../ui/text-field'
import { announce } from '../../announcer'
import { type CallFailed, call } from '../../api'
import { keys } from '../../query-client'
import { retryDelayMs } from '../decisions/decide'

const tellMost = ({ amount }: Refund): string =>
  amount === 0 ? 'Nothing is to be given back any more.' : `At most ${writePaise(amount)} can still be given back.`

const wordsOf = {
  returned: {
    title: 'Given back to',
    text: 'Send the money with your own app first. Here it is only noted, so that nobody sends it twice.',
    amount: 'Amount that was given back',
    note: 'How: UPI, cash …',
    missing: 'Say how it was given back.',
  },
  kept: {
    title: 'Kept of',
    text: 'Nothing is sent. It is noted that this money stays, by whom and why. Such a payment verifies nobody.',
    amount: 'Amount that is kept',
    note: 'Why it is kept',
    missing: 'Say why it is kept, such as “a pass is not refundable”.',
  },
} as const satisfies Record<MoneyOutcome, object>

/** What is left stands above by then, so a refusal says only why it is another amount. */
const tellRefusal = ({ problem, message }: CallFailed): string =>
  problem?.status === 409 ? 'This refund has changed since you opened it: see above what is left now.' : message

/**
 * Notes that money was given back. The desk moves none by itself. Where somebody else was quicker it shows how much is left, and keeps
 * what was typed (behaviour 15.52).
 */
export const RefundDialog = ({
  refund,
  outcome,
  onClose,
}: {
  /** As the list has it now. */
  refund: Refund
  outcome: MoneyOutcome
  onClose: () => void
}) => {
  const client = useQueryClient()
  const words = wordsOf[outcome]
  const [text, setText] = useState(writePaise(refund.amount))
  const [note, setNote] = useState('')
  const [isTold, setIsTold] = useState(false)
  const id = useRef(makeKey())
  const money = readMoney(text)
  const amount = money && signed(money)
  const error =
    amount === undefined || amount <= 0
      ? 'Write an amount, such as 150.'
      : amount > refund.amount
        ? tellMost(refund)
        : undefined
  const noteError = note.trim() === '' ? words.missing : undefined
  const noting = useMutation({
    mutationFn: (paise: number) =>
      call('noteRefund', { body: { id: id.current, submission: refund.submission, amount: paise, outcome, note } }),
    retry: (_times: number, { isPassing }: CallFailed) => isPassing,
    retryDelay: retryDelayMs,
    onError: ({ problem }) => {
      if (problem?.status !== 409) return
      id.current = makeKey()
      setIsTold(true)
      void client.invalidateQueries({ queryKey: keys.refunds })
    },
    onSuccess: (refunds) => {
      client.setQueryData(keys.refunds, refunds)
      void client.invalidateQueries({ queryKey: keys.statements })
      announce(`Noted: ${text} ${outcome === 'kept' ? 'kept of' : 'given back to'} ${refund.name}`)
      onClose()
    },
  })
  const { error: failure } = noting
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTold(true)
    if (error || amount === undefined) focusField('amount')
    else if (noteError) focusField('note')
    else noting.mutate(amount)
  }
  return (
    <Dialog title={`${words.title} ${refund.name}`} onClose={onClose} isLocked={noting.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p>{words.text}</p>
        <p className="figures" role="status">
          <b>{writePaise(refund.amount)}</b> still to be given back or kept
          {refund.returned > 0 && `, ${writePaise(refund.returned)} given back so far`}
          {refund.kept > 0 && `, ${writePaise(refund.kept)} kept so far`}.
        </p>
        <TextField
          path="amount"
          label={words.amount}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={isTold ? error : undefined}
          onChange={setText}
        />
        <TextField
          path="note"
          label={words.note}
          maxLength={300}
          autoComplete="off"
          {...(outcome === 'returned' ? { suggestions: ['UPI', 'Cash', 'Bank transfer'] } : {})}
          value={note}
          error={isTold ? noteError : undefined}
          onChange={setNote}
        />
        {failure && (
          <Refusal title="Not noted">
            <p>{tellRefusal(failure)}</p>
          </Refusal>
        )}
        <Button type="submit" disabled={noting.isPending || refund.amount === 0}>
          {noting.isPending ? (noting.failureCount > 0 ? 'Not yet saved, trying again …' : 'Saving …') : 'Note it'}
        </Button>
      </form>
    </Dialog>
  )
}
