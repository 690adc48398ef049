import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { maxCash } from '../../../festival/contract/cash'
import type { DecideOne } from '../../../festival/contract/decision'
import type { EntryDetails } from '../../../festival/contract/entry'
import { toPaise, toRupees } from '../../../festival/payment/money'
import { focusField } from '../../../ui/field'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { moneyCommand, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { Check, useAmount, useReason } from '../../fields'
import { closeWith } from '../../messages'

export type CashTaken = Pick<DecideOne, 'cash' | 'difference' | 'reason'>

/**
 * More than the fee is nearly always a typing mistake, so the organiser must confirm the amount.
 * Less than the fee needs a reason.
 */
export const CashDialog = ({
  entry: { name, amount, held, bankRows },
  isTaking,
  onTake,
  onClose,
}: {
  entry: EntryDetails
  isTaking: boolean
  onTake: (taken: CashTaken) => void
  onClose: () => void
}) => {
  const fee = toPaise(amount ?? 0)
  const missing = held > 0 && held < fee ? fee - held : fee
  const { paise, field, check } = useAmount(String(toRupees(missing)), maxCash)
  const [confirmed, setConfirmed] = useState<number>()
  const reason = useReason()
  const [areErrorsShown, setAreErrorsShown] = useState(false)
  const total = isTaking ? held + paise : held
  const difference = total - fee
  const isConfirmed = confirmed === total
  const isAbove = isTaking && paise > 0 && difference > 0
  const isBelow = (!isTaking || paise > 0) && difference < 0
  const submit = () => {
    setAreErrorsShown(true)
    if (isTaking && !check()) {
      return
    }
    if (isAbove && !isConfirmed) {
      return focusField('confirmed')
    }
    if (isBelow && !reason.check()) {
      return
    }
    const taken: CashTaken = {}
    if (isTaking) {
      taken.cash = paise
    }
    if (isAbove || isBelow) {
      taken.difference = difference
    }
    if (isBelow) {
      taken.reason = reason.value.trim()
    }
    onTake(taken)
  }
  return (
    <CommandDialog
      title="Paid in cash"
      confirm={
        isTaking
          ? `Verify: I have received ${paise > 0 ? formatPaise(paise) : 'the cash'}`
          : 'Verify anyway'
      }
      errorTitle="Not verified"
      onSubmit={submit}
      onClose={onClose}
    >
      {isTaking && (
        <p>
          Collect the cash from <b>{name}</b> now. You hold it until you hand it over.
        </p>
      )}
      {isTaking && held > 0 && (
        <p className="figures">
          {formatPaise(held)} of {formatPaise(fee)} was paid before.
        </p>
      )}
      {bankRows.some(({ paymentStatus }) => paymentStatus === 'names-it') && (
        <p className="font-semibold text-artery">
          A bank payment already mentions this entry. Check it first, or they may pay twice.
        </p>
      )}
      {isTaking && <TextField {...field} />}
      {isAbove && (
        <div>
          <p className="figures font-semibold text-nerve">
            {formatPaise(total)} for a fee of {formatPaise(fee)}?
          </p>
          <Check
            id="field-confirmed"
            checked={isConfirmed}
            aria-describedby={areErrorsShown && !isConfirmed ? 'confirmed-error' : undefined}
            onChange={({ target }) => setConfirmed(target.checked ? total : undefined)}
          >
            Yes, the amount is right
          </Check>
          {areErrorsShown && !isConfirmed && (
            <p id="confirmed-error" role="alert" className="font-semibold text-artery">
              Correct the amount, or confirm it.
            </p>
          )}
        </div>
      )}
      {isBelow && (
        <TextField
          {...reason.field}
          label="Why do you accept less than the fee?"
          hint={`${formatPaise(total)} of ${formatPaise(fee)} is paid. The reason is saved with the entry; the participant does not see it.`}
          maxLength={300}
        />
      )}
    </CommandDialog>
  )
}

export const MistakeDialog = ({
  entry: { id, version, name },
  onClose,
}: {
  entry: EntryDetails
  onClose: () => void
}) => {
  const [key] = useState(makeUuid)
  const withdrawal = useCommand('decide', {
    ...moneyCommand,
    onSuccess: () => closeWith(onClose, `Entered by mistake: ${name}`),
  })
  return (
    <CommandDialog
      title="Entered by mistake"
      confirm="Withdraw entry"
      errorTitle="Not withdrawn"
      command={withdrawal}
      onSubmit={() =>
        withdrawal.mutate({
          body: { id: key, entryId: id, version, decision: 'withdraw', isMistake: true },
        })
      }
      onClose={onClose}
    >
      <p>
        <b>{name}</b> gets no more e-mails, and cash collected for this entry is removed from the
        cash book. This cannot be undone.
      </p>
    </CommandDialog>
  )
}
