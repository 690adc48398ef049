import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Refund } from '../../../festival/desk/statement'
import { readAmount } from '../../../festival/statement/read-amount'
import { writePaise } from '../../../festival/statement/write-paise'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { makeKey } from '../../../ui/make-key'
import { Refusal } from '../../../ui/refusal'
import { TextField } from '../../../ui/text-field'
import { announce } from '../../announcer'
import { type CallFailed, call } from '../../api'
import { keys } from '../../query-client'
import { retryDelayMs } from '../decisions/decide'

const tellMost = ({ amount }: Refund): string =>
  amount === 0 ? 'Nothing is to be given back any more.' : `At most ${writePaise(amount)} can still be given back.`

/** What is left stands above by then, so a refusal says only why it is another amount. */
const tellRefusal = ({ problem, message }: CallFailed): string =>
  problem?.status === 409 ? 'This refund has changed since you opened it: see above what is left now.' : message

/**
 * Notes that money was given back. The desk moves none by itself. Where somebody else was quicker it shows how much is left, and keeps
 * what was typed (behaviour 15.52).
 */
export const RefundDialog = ({
  refund,
  onClose,
}: {
  /** As the list has it now. */
  refund: Refund
  onClose: () => void
}) => {
  const client = useQueryClient()
  const [text, setText] = useState(writePaise(refund.amount))
  const [isTold, setIsTold] = useState(false)
  const id = useRef(makeKey())
  const amount = readAmount(text)
  const error =
    amount === undefined || amount <= 0
      ? 'Write an amount, such as 150.'
      : amount > refund.amount
        ? tellMost(refund)
        : undefined
  const noting = useMutation({
    mutationFn: (paise: number) =>
      call('noteRefund', { body: { id: id.current, submission: refund.submission, amount: paise } }),
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
      announce(`Noted: ${text} given back to ${refund.name}`)
      onClose()
    },
  })
  const { error: failure } = noting
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTold(true)
    if (!error && amount !== undefined) noting.mutate(amount)
  }
  return (
    <Dialog title={`Given back to ${refund.name}`} onClose={onClose} isLocked={noting.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p>Send the money with your own app first. Here it is only noted, so that nobody sends it twice.</p>
        <p className="figures" role="status">
          <b>{writePaise(refund.amount)}</b> still to be given back
          {refund.returned > 0 && `, ${writePaise(refund.returned)} given back so far`}.
        </p>
        <TextField
          path="amount"
          label="Amount that was given back"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={isTold ? error : undefined}
          onChange={setText}
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
