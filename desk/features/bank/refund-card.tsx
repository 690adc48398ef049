import { Fragment, useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { type Refund, refundWords } from '../../../festival/contract/bank'
import { type MoneyOutcome, moneyOutcomes, moneyWords } from '../../../festival/contract/states'
import type { Paise } from '../../../festival/payment/money'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { makeUuid } from '../../../ui/make-uuid'
import { PhoneLink } from '../../../ui/phone-link'
import { TextField } from '../../../ui/text-field'
import { entryAddress, Link } from '../../address'
import { moneyCommand, useCommand, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { Check, useAmount, useCheckedField } from '../../fields'
import { closeWith } from '../../messages'
import { PersonLink, RowLine } from './lines'

export const outcomeTexts = {
  returned: {
    title: 'Refund',
    text: 'Send the money with your own app first, then record it here. A minute later the participant gets an e-mail with the amount and how you sent it.',
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

/** Keeps the typed text if another organiser was faster. */
export const RefundDialog = ({
  refund,
  outcome,
  onClose,
}: {
  refund: Refund
  outcome: MoneyOutcome
  onClose: () => void
}) => {
  const texts = outcomeTexts[outcome]
  const { entryId, name, amount: remaining } = refund
  const [isCash, setIsCash] = useState(refund.cash > 0 && outcome === 'returned')
  const note = useCheckedField('note', isCash ? 'Cash' : '', (text) =>
    text.trim() === '' ? texts.missing : undefined,
  )
  const amount = useAmount(formatPaise(remaining), remaining)
  const recording = useCommand('recordRefund', {
    ...moneyCommand,
    onSuccess: () =>
      closeWith(onClose, `Recorded: ${formatPaise(amount.paise)} ${texts.done}, ${name}`),
  })
  const submit = () => {
    const isNoteGiven = note.check()
    if (amount.check() && isNoteGiven) {
      recording.mutate({
        body: { id: makeUuid(), entryId, amount: amount.paise, outcome, isCash, note: note.value },
      })
    }
  }
  return (
    <CommandDialog
      title={`${texts.title} ${name}`}
      confirm={texts.confirm}
      errorTitle="Not saved"
      command={recording}
      isDisabled={remaining === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <p className="figures" role="status">
        <b>{formatPaise(remaining)}</b> still to decide. {describeRefund(refund)}.
      </p>
      <TextField {...amount.field} label={texts.amount} />
      {outcome === 'returned' && (
        <Check checked={isCash} onChange={({ target }) => setIsCash(target.checked)}>
          In cash, from the money that I hold
        </Check>
      )}
      <TextField {...note.field} {...texts.noteInput} label={texts.note} maxLength={300} />
    </CommandDialog>
  )
}

const describeRefund = ({ why, received, isUnseen, cash, due, returned, kept }: Refund): string =>
  [
    `${refundWords[why]}: ${formatPaise(received)} ${isUnseen ? 'fee, not in the bank statement' : 'received'}`,
    cash > 0 && `${formatPaise(cash)} of it in cash`,
    why === 'too-much' && `${formatPaise(due)} due`,
    returned > 0 && `${formatPaise(returned)} refunded`,
    kept > 0 && `${formatPaise(kept)} not refunded`,
  ]
    .filter(Boolean)
    .join(', ')

export const Amount = ({ amount, label }: { amount: Paise; label: string }) => (
  <>
    <b className="text-lg whitespace-nowrap">{formatPaise(amount)}</b>
    <span className="head block">{label}</span>
  </>
)

const UpiId = ({ upiId, sameUpiId }: Pick<Refund, 'upiId' | 'sameUpiId'>) => {
  if (upiId === '') {
    return <p className="text-faded">No UPI ID yet</p>
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="wrap-anywhere">
          UPI ID <b>{upiId}</b>
        </span>
        <CopyButton isShort text={upiId} label={`Copy ${upiId}`} />
      </p>
      {sameUpiId.length > 0 && (
        <p className="text-artery">
          Also given for{' '}
          {sameUpiId.map(({ id, label }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <Link href={entryAddress(id, '')} className="underline underline-offset-4">
                {label}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

export const RefundCard = ({
  refund,
  isTicked,
  onTick,
  onChoose,
}: {
  refund: Refund
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  onChoose: (outcome: MoneyOutcome) => void
}) => {
  const mayNote = useMayAct('verifier')
  const isAdmin = useMayAct('admin')
  const mayRecord = mayNote && (isAdmin || !refund.isUnseen)
  return (
    <>
      <PersonLink entry={refund}>
        <Amount amount={refund.amount} label="still to refund" />
      </PersonLink>
      <p className="figures">{describeRefund(refund)}.</p>
      {refund.moneyChoice && (
        <p className="text-nerve">
          Their e-mail says: {moneyWords[refund.moneyChoice].toLowerCase()}.
        </p>
      )}
      <UpiId {...refund} />
      <p className="flex flex-wrap items-center gap-x-4">
        <PhoneLink number={refund.phone} />
        <span className="wrap-anywhere">{refund.email}</span>
      </p>
      {refund.rows.map((row) => (
        <RowLine key={row.id} row={row} />
      ))}
      {mayNote && !mayRecord && (
        <p>This payment is not in the bank statement. Only an admin can refund it.</p>
      )}
      {mayRecord && (
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Check
            checked={isTicked}
            className="w-full sm:w-auto"
            onChange={({ target }) => onTick(target.checked)}
          >
            Tick<span className="sr-only"> {refund.name}</span>
          </Check>
          {moneyOutcomes.map((outcome) => (
            <Button
              key={outcome}
              shape="secondary"
              aria-haspopup="dialog"
              onClick={() => onChoose(outcome)}
            >
              {outcomeTexts[outcome].button}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
