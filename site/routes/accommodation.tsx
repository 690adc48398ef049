import { lazy, Suspense, useState } from 'react'
import { accommodation } from '#edition/accommodation'
import { identity } from '#edition/identity'
import type { AccommodationReceipt } from '../../festival/accommodation'
import { formatRupees } from '../../festival/fee'
import { PhoneLink } from '../components/phone-link'
import { AccommodationForm } from '../features/accommodation/accommodation-form'
import { FormNotes } from '../forms/layout/form-notes'
import { FormPage } from '../forms/layout/form-page'
import { BackLink } from '../navigation/back-link'
import { Plate } from '../plate'

// Fetched while the request is being sent, for only then is it needed.
const loadConfirmation = async () => ({
  default: (await import('../features/accommodation/accommodation-confirmation')).AccommodationConfirmation,
})
const AccommodationConfirmation = lazy(loadConfirmation)

const fee = formatRupees(accommodation.prebookingFee)

export const describe = () => ({
  title: `Accommodation · ${identity.title}`,
  description: `Ask for a ${accommodation.roomType.toLowerCase()} room during ${identity.title}: the pre-booking costs ${fee} and is paid by UPI.`,
  plate: 'accommodation',
})

const Phones = () => (
  <div className="mt-4 border-t border-rule pt-3">
    <p>Ask here whether a room is free:</p>
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
  return (
    <div data-colour="lymph">
      {receipt ? (
        <div className="pt-8">
          <Suspense fallback={null}>
            <AccommodationConfirmation receipt={receipt} />
          </Suspense>
        </div>
      ) : (
        <FormPage
          back={<BackLink parent="/">Back</BackLink>}
          plate={<Plate of="accommodation" className="w-24 sm:w-40" />}
          caption={`Request · ${identity.title}`}
          title="Accommodation"
          line="A room for the nights of the festival."
          aside={
            <FormNotes title="Call before you pay" notes={accommodation.notices}>
              <Phones />
            </FormNotes>
          }
        >
          <AccommodationForm onSend={() => void loadConfirmation().catch(() => undefined)} onDone={setReceipt} />
        </FormPage>
      )}
    </div>
  )
}
