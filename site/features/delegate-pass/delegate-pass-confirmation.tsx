import { identity } from '#edition/identity'
import { workshops } from '../../../festival/content/catalogue'
import { formatKnownPlace } from '../../../festival/content/place'
import { formatDays } from '../../../festival/content/slot'
import { findTier } from '../../../festival/content/stored-names'
import { registrationPath, shortName } from '../../../festival/content/subject'
import type { DelegatePassReceipt } from '../../../festival/forms/delegate-pass'
import { buttonClasses } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Confirmation } from '../../confirmation'
import { useSubjects } from '../../festival'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'

/** Formats digits in groups of four, for example "1234 5678 9012". */
const groupDigits = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1 ')

const passForms = workshops.length > 0 ? 'every workshop form' : 'every form that needs a pass'

export const DelegatePassConfirmation = ({
  receipt,
  onCorrected,
}: {
  receipt: DelegatePassReceipt
  onCorrected: (receipt: DelegatePassReceipt) => void
}) => {
  const tier = findTier(receipt.tier)
  const { findAvailability } = useOffers()
  const openSubjects = useSubjects().filter((subject) => findAvailability(subject) === 'open')
  const sender = new URLSearchParams(location.search).get('for')
  const asked = openSubjects.find(({ key }) => key === sender)
  const hasWorkshop = openSubjects.some(({ kind }) => kind === 'workshop')
  const next = asked
    ? { href: registrationPath(asked), label: `Back to ${shortName(asked)}` }
    : { href: '/workshops', label: 'Register for a workshop' }
  return (
    <Confirmation
      kind="delegate-pass"
      receipt={receipt}
      amount={receipt.amount}
      plate="delegate-pass"
      title="Registration Successful"
      intro={`${receipt.name}, we have received your registration for a delegate pass.`}
      idLabel="Delegate Pass ID"
      id={groupDigits(receipt.delegate_id)}
      name={tier ? `${tier.name} (${tier.label})` : receipt.tier}
      when={[formatDays(identity.firstDay, identity.lastDay)]}
      place={formatKnownPlace(identity)}
      below={
        <div className="border-b border-accent py-4">
          <p className="mb-3 text-sm">Keep it ready: {passForms} asks for these 12 digits.</p>
          <CopyButton text={receipt.delegate_id} label="Copy the Delegate Pass ID" />
        </div>
      }
      next={
        (asked || hasWorkshop) && (
          <Link href={next.href} className={buttonClasses()}>
            {next.label}
          </Link>
        )
      }
      facts={[
        ['Registration ID', receipt.registration_id],
        ['Delegate Pass ID', receipt.delegate_id],
        ['Pass', tier ? `${tier.name} (${tier.label})` : receipt.tier],
        ['Name', receipt.name],
      ]}
      onCorrected={onCorrected}
    />
  )
}
