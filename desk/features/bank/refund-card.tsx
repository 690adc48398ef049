import { Fragment } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import type { Refund } from '../../../festival/contract/bank'
import { type MoneyOutcome, moneyOutcomes, moneyWords } from '../../../festival/contract/states'
import type { Paise } from '../../../festival/payment/money'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { PhoneLink } from '../../../ui/phone-link'
import { entryAddress, Link } from '../../address'
import { useMayAct } from '../../api'
import { Check } from '../../fields'
import { PersonLink, RowLine } from './lines'
import { describeRefund, outcomeTexts } from './refund-dialog'

export const Amount = ({ amount, label }: { amount: Paise; label: string }) => (
  <>
    <b className="text-lg whitespace-nowrap">{formatPaise(amount)}</b>
    <span className="head block">{label}</span>
  </>
)

const UpiId = ({ upiId, sameUpiId }: Pick<Refund, 'upiId' | 'sameUpiId'>) => {
  if (upiId === null) {
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
  onTick: () => void
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
          <Check checked={isTicked} onChange={onTick}>
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
