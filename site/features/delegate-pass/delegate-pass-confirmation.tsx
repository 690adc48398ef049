import { subjects } from '#edition/catalogue'
import type { DelegatePassReceipt } from '../../../festival/delegate-pass'
import { formatRupees } from '../../../festival/fee'
import { findTier } from '../../../festival/stored-names'
import { buttonLook } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Confirmation, referenceRow } from '../../forms/confirmation/confirmation'
import { MailWords } from '../../forms/confirmation/mail-words'
import { RefusedAddress } from '../../forms/confirmation/refused-address'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'

/** "1234 5678 9012": easier to read out than twelve digits in a row. */
const groupDigits = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1 ')

/** The bought pass: its registration id, and the Delegate Pass ID that the workshops' forms ask for (behaviour 5.22). */
export const DelegatePassConfirmation = ({
  receipt,
  onCorrected,
}: {
  receipt: DelegatePassReceipt
  onCorrected: (receipt: DelegatePassReceipt) => void
}) => {
  const tier = findTier(receipt.tier)
  const { availabilityOf } = useOffers()
  const isOpen = subjects.some((subject) => subject.kind === 'workshop' && availabilityOf(subject) === 'open')
  return (
    <Confirmation
      key={receipt.confirmation}
      plate="delegate-pass"
      title="Registration Successful"
      intro={
        <p>
          {receipt.name}, we have received your registration for a delegate pass.{' '}
          <MailWords receipt={receipt} noun="registration" />
        </p>
      }
      refused={
        receipt.confirmation === 'refused' && (
          <RefusedAddress kind="delegate-pass" receipt={receipt} onCorrected={onCorrected} />
        )
      }
      idLabel="Delegate Pass ID"
      id={groupDigits(receipt.delegate_id)}
      below={
        <div className="border-b border-accent py-4">
          <p className="mb-3 text-sm">
            Keep it at hand: the registration form of every workshop asks for these twelve digits.
          </p>
          <CopyButton text={receipt.delegate_id} label="Copy the Delegate Pass ID" />
        </div>
      }
      next={
        isOpen && (
          <Link href="/workshops" className={buttonLook()}>
            Register for a workshop
          </Link>
        )
      }
      rows={[
        ['Registration ID', receipt.registration_id],
        ['Delegate Pass ID', receipt.delegate_id],
        ['Pass', tier ? `${tier.name} (${tier.label})` : receipt.tier],
        ['Payment', `${formatRupees(receipt.amount)}, still to be checked`],
        ...referenceRow(receipt),
        ['Name', receipt.name],
        ['E-mail', receipt.email],
      ]}
    />
  )
}
