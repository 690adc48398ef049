import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import type { Refund } from '../../../festival/contract/bank'
import type { MoneyOutcome } from '../../../festival/contract/states'
import { sumBy } from '../../../festival/sum-by'
import { Refusal } from '../../../ui/banner'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { moneyCommand, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { Check, useAmount, useCheckedField } from '../../fields'
import { closeWith } from '../../messages'
import { formatCount } from '../../words'

export const outcomeTexts = {
  returned: {
    title: 'Refund',
    text: 'Send the money with your own app first, then record it here. A minute later each participant gets an e-mail with the amount and how you sent it.',
    amount: 'Amount that was refunded',
    note: 'How it was refunded',
    noteInput: { suggestions: ['UPI', 'Cash', 'Bank transfer'] },
    missing: 'Say how it was refunded.',
    done: 'refunded',
    confirm: 'Mark as refunded',
    button: 'Refund …',
  },
  kept: {
    title: 'Don’t refund',
    text: 'No e-mail is sent about this. The desk records who decided it, and why.',
    amount: 'Amount that is not refunded',
    note: 'Why it is not refunded',
    noteInput: {},
    missing: 'Say why it is not refunded, such as “a pass is not refundable”.',
    done: 'not refunded',
    confirm: 'Mark as not refunded',
    button: 'Don’t refund …',
  },
} as const satisfies Record<MoneyOutcome, object>

const sumRefunds = (refunds: readonly Refund[]) => sumBy(refunds, ({ amount }) => amount)

/** Returns, for example, "41 entries, ₹24,600". */
export const describeRefunds = (refunds: readonly Refund[]): string =>
  `${formatCount(refunds.length, 'entry', 'entries')}, ${formatPaise(sumRefunds(refunds))}`

/** Only a refund that is recorded on its own may differ from the amount due. */
export const RefundDialog = ({
  refunds,
  outcome,
  onClose,
}: {
  refunds: readonly Refund[]
  outcome: MoneyOutcome
  onClose: () => void
}) => {
  const texts = outcomeTexts[outcome]
  const isSingle = refunds.length === 1
  const what = isSingle ? refunds[0]?.name : describeRefunds(refunds)
  const [isCash, setIsCash] = useState(
    outcome === 'returned' && refunds.every(({ cash }) => cash > 0),
  )
  const note = useCheckedField('note', isCash ? 'Cash' : '', (text) =>
    text.trim() === '' ? texts.missing : undefined,
  )
  const total = sumRefunds(refunds)
  const amount = useAmount(formatPaise(total), total)
  const recording = useCommand('recordRefunds', {
    ...moneyCommand,
    onSuccess: ({ leftOut }) => {
      if (leftOut.length === 0) {
        closeWith(onClose, `Recorded: ${formatPaise(amount.paise)} ${texts.done}, ${what}`)
      }
    },
  })
  const leftOut = recording.data?.leftOut
  const submit = () => {
    const isNoteGiven = note.check()
    if (amount.check() && isNoteGiven) {
      const items = refunds.map((refund) => ({
        id: makeUuid(),
        entryId: refund.entryId,
        amount: isSingle ? amount.paise : refund.amount,
      }))
      recording.mutate({ body: { refunds: items, outcome, isCash, note: note.value } })
    }
  }
  return (
    <CommandDialog
      title={`${texts.title}: ${what}`}
      confirm={texts.confirm}
      dismiss={leftOut ? 'Close' : 'Cancel'}
      errorTitle="Not saved"
      errorText={recording.error?.fieldMessages}
      command={recording}
      isDisabled={leftOut !== undefined}
      result={
        leftOut && (
          <Refusal title="These were not recorded:">
            {leftOut.map(({ entryId, why }) => (
              <p key={entryId}>
                {refunds.find((refund) => refund.entryId === entryId)?.name}: {why}
              </p>
            ))}
          </Refusal>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      {isSingle && <TextField {...amount.field} label={texts.amount} />}
      {outcome === 'returned' && (
        <Check checked={isCash} onChange={({ target }) => setIsCash(target.checked)}>
          In cash, from the money that I hold
        </Check>
      )}
      <TextField {...note.field} {...texts.noteInput} label={texts.note} maxLength={300} />
    </CommandDialog>
  )
}
