import { useState } from 'react'
import { accommodation as content } from '#edition/accommodation'
import { identity } from '#edition/identity'
import type { AccommodationReceipt } from '../../festival/forms/accommodation'
import { formatRupees } from '../../festival/payment/fee'
import { PhoneLink } from '../../ui/phone-link'
import { requireContent } from '../built'
import { AccommodationForm } from '../features/accommodation/accommodation-form'
import { lazyReceiptNotice, OverNotice } from '../form-notices'
import { FormNotes, FormPage, useFormStays, useLastScreen } from '../forms/form-page'
import { useOffers } from '../moment'
import { BackLink } from '../navigation/link'
import { Plate } from '../plate'

const accommodation = requireContent(content)
const fee = formatRupees(accommodation.prebookingFee)

const loadConfirmation = () => import('../features/accommodation/accommodation-confirmation')

const Notice = lazyReceiptNotice<'accommodation'>()

export const describe = () => ({
  title: `Accommodation · ${identity.title}`,
  description: `${accommodation.roomType} rooms during ${identity.title}: the pre-booking costs ${fee} and is paid by UPI.`,
  plate: 'accommodation',
  draft: 'accommodation',
})

const Phones = () => (
  <div className="mt-4 border-t border-rule pt-3">
    <p>Ask whether a room is free:</p>
    <ul>
      {accommodation.phones.map((phone) => (
        <li key={phone.label}>
          <PhoneLink number={phone.number} />
          <span className="block text-faded">{phone.label}</span>
        </li>
      ))}
    </ul>
  </div>
)

export default () => {
  const [receipt, setReceipt] = useState<AccommodationReceipt>()
  const lastScreen = useLastScreen(loadConfirmation, receipt !== undefined)
  const { hasRooms, isOver } = useOffers()
  const isFormKept = useFormStays(hasRooms, isOver, 'accommodation')
  if (receipt) {
    return (
      <div data-colour="lymph">
        <div className="pt-8">
          {lastScreen && (
            <lastScreen.AccommodationConfirmation receipt={receipt} onCorrected={setReceipt} />
          )}
        </div>
      </div>
    )
  }
  return (
    <div data-colour="lymph">
      <FormPage
        back={<BackLink parent="/">Back</BackLink>}
        plate={<Plate of="accommodation" className="w-24 sm:w-40" />}
        caption={`Request · ${identity.title}`}
        title="Accommodation"
        line="A room for the nights of the festival."
        aside={
          hasRooms && (
            <FormNotes title="Call before you pay" notes={accommodation.notices}>
              <Phones />
            </FormNotes>
          )
        }
      >
        <Notice kind="accommodation" isOpen={hasRooms} onShow={setReceipt} />
        {hasRooms || isFormKept ? (
          <AccommodationForm onDone={setReceipt} />
        ) : (
          <Over isOver={isOver} />
        )}
      </FormPage>
    </div>
  )
}

const Over = ({ isOver }: { isOver: boolean }) => (
  <OverNotice title={isOver ? `${identity.title} is over` : 'The last night has begun'}>
    {`${isOver ? 'Thank you to everyone who came. ' : ''}Rooms can no longer be requested.`}
  </OverNotice>
)
