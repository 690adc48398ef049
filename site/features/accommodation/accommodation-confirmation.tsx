import { accommodation } from '#edition/accommodation'
import type { AccommodationReceipt } from '../../../festival/accommodation'
import { formatRupees } from '../../../festival/fee'
import { Confirmation, referenceRow } from '../../forms/confirmation/confirmation'
import { MailWords } from '../../forms/confirmation/mail-words'
import { RefusedAddress } from '../../forms/confirmation/refused-address'
import { formatStayDay } from './stay'

/** The request as it was taken; nobody has confirmed the room yet, and it says so. */
export const AccommodationConfirmation = ({
  receipt,
  onCorrected,
}: {
  receipt: AccommodationReceipt
  onCorrected: (receipt: AccommodationReceipt) => void
}) => (
  <Confirmation
    key={receipt.confirmation}
    plate="accommodation"
    title="Accommodation Request Submitted"
    intro={
      <p>
        {receipt.name}, we have received your request. <MailWords receipt={receipt} noun="request" />
      </p>
    }
    refused={
      receipt.confirmation === 'refused' && (
        <RefusedAddress kind="accommodation" receipt={receipt} onCorrected={onCorrected} />
      )
    }
    idLabel="Request number"
    id={receipt.request_id}
    rows={[
      ['Arrival', formatStayDay(receipt.check_in)],
      ['Departure', formatStayDay(receipt.check_out)],
      ['Room', receipt.room_type],
      ['Payment', `${formatRupees(accommodation.prebookingFee)}, still to be checked`],
      ...referenceRow(receipt),
      ['Name', receipt.name],
      ['E-mail', receipt.email],
    ]}
  />
)
