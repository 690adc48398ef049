import type { ComponentType } from 'react'
import { amountDue } from '../../../festival/amount-due'
import { formatFee, formatRupees } from '../../../festival/fee'
import type { Subject } from '../../../festival/subject'
import { FormPart } from '../../forms/layout/form-page'
import type { PaymentProps } from '../../forms/payment/payment-step'
import { Link } from '../../navigation/link'
import { CouponField } from './coupon-field'
import { countMembers } from './form-values'
import type { RegistrationFields } from './use-registration'

/** What is to be paid and how; where the pass is the fee, what to show instead (behaviour 3.2). */
export const PaymentPart = ({
  subject,
  registration,
  Payment,
}: {
  subject: Subject
  registration: RegistrationFields
  /** How to pay an amount. */
  Payment: ComponentType<PaymentProps>
}) => {
  const { values, couponHolds } = registration.draft.value
  const count = countMembers(values)
  const amount = amountDue(subject.fee, count, couponHolds)
  return (
    <FormPart
      number={3}
      title="Payment"
      caption={amount === undefined ? 'Your delegate pass opens this one' : 'By UPI, from any app'}
    >
      {amount !== undefined && <CouponField registration={registration} />}
      {subject.fee.per === 'member-count' && (
        <p>
          {formatRupees(subject.fee.single)} for one, {formatRupees(subject.fee.team)} for a team of {subject.teamSize}.
          The amount follows from the names that you entered above.
        </p>
      )}
      {amount === undefined ? (
        <div className="border border-l-4 border-accent bg-paper px-4 py-3">
          <p className="font-semibold">{formatFee(subject.fee, subject.teamSize)}</p>
          <p className="mt-1">
            There is nothing more to pay here. Upload the screenshot of your payment for the{' '}
            <Link href="/delegate-pass" className="font-semibold underline underline-offset-4">
              delegate pass
            </Link>
            .
          </p>
        </div>
      ) : (
        <Payment amount={amount} before={amountDue(subject.fee, count)} reference={registration.reference} />
      )}
    </FormPart>
  )
}
