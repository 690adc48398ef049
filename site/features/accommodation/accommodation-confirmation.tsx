import { accommodation as content } from '#edition/accommodation'
import { identity } from '#edition/identity'
import { formatKnownPlace } from '../../../festival/content/place'
import { formatStoredDay } from '../../../festival/content/slot'
import type { AccommodationReceipt } from '../../../festival/forms/accommodation'
import { requireContent } from '../../built'
import { Confirmation } from '../../confirmation'

const accommodation = requireContent(content)

export const AccommodationConfirmation = ({
  receipt,
  onCorrected,
}: {
  receipt: AccommodationReceipt
  onCorrected: (receipt: AccommodationReceipt) => void
}) => (
  <Confirmation
    kind="accommodation"
    receipt={receipt}
    amount={accommodation.prebookingFee}
    plate="accommodation"
    title="Accommodation Request Submitted"
    intro={`${receipt.name}, we have received your request.`}
    noun="request"
    idLabel="Request number"
    name={`A ${receipt.room_type} room`}
    when={[`${formatStoredDay(receipt.check_in)} to ${formatStoredDay(receipt.check_out)}`]}
    place={formatKnownPlace(identity)}
    facts={[
      ['Arrival', formatStoredDay(receipt.check_in)],
      ['Departure', formatStoredDay(receipt.check_out)],
      ['Room', receipt.room_type],
      ['Name', receipt.name],
    ]}
    onCorrected={onCorrected}
  />
)
