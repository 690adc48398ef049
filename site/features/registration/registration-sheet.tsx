import type { ComponentType, ReactNode } from 'react'
import type { Subject } from '../../../festival/subject'
import { formLook } from '../../forms/layout/form-page'
import type { PaymentProps } from '../../forms/payment/payment-step'
import { ContactPart, type OwnPassProps } from './contact-part'
import { PaymentPart } from './payment-part'
import { ProofPart } from './proof-part'
import { TeamPart } from './team-part'
import type { RegistrationFields } from './use-registration'

/** The sheet of a registration, for real and for practice: its parts, with words above and the button below. */
export const RegistrationSheet = ({
  subject,
  registration,
  isBusy,
  above,
  OwnPass,
  Payment,
  below,
}: {
  subject: Subject
  registration: RegistrationFields
  isBusy: boolean
  above: ReactNode
  OwnPass?: ComponentType<OwnPassProps>
  Payment: ComponentType<PaymentProps>
  below: ReactNode
}) => (
  <form
    ref={registration.form}
    method="post"
    noValidate
    aria-label={`Registration for ${subject.nickname ?? subject.title}`}
    onSubmit={(event) => {
      event.preventDefault()
      registration.submit()
    }}
    className={formLook}
  >
    {above}
    <div inert={isBusy}>
      <TeamPart subject={subject} registration={registration} />
      <ContactPart subject={subject} registration={registration} OwnPass={OwnPass} />
      <PaymentPart subject={subject} registration={registration} Payment={Payment} />
      <ProofPart subject={subject} registration={registration} />
    </div>
    {below}
  </form>
)
