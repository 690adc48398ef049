import type { ReactNode } from 'react'
import type { RegistrationReceipt } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { formLook } from '../../forms/layout/form-page'
import { Link } from '../../navigation/link'
import { ContactPart } from './contact-part'
import { PaymentPart } from './payment-part'
import { ProofPart } from './proof-part'
import { RegistrationSummary } from './registration-summary'
import { SendPart } from './send-part'
import { TeamPart } from './team-part'
import { useRegistration } from './use-registration'

/** The form of an event or workshop that is open; `frame` puts it and its summary on the page. */
export const RegistrationForm = ({
  subject,
  onDone,
  frame,
}: {
  subject: Subject
  onDone: (receipt: RegistrationReceipt) => void
  frame: (summary: ReactNode, form: ReactNode) => ReactNode
}) => {
  const registration = useRegistration(subject, onDone)
  const { submission, upload, draft } = registration
  const isBusy = submission.step !== 'editing' || upload.step === 'uploading'
  return frame(
    <RegistrationSummary subject={subject} draft={draft.value} />,
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
      <p className="mb-6 text-sm text-faded">
        All fields are required unless marked as optional. First time?{' '}
        <Link href="/rehearsal" className="underline underline-offset-4">
          Practise the form first
        </Link>
        : nothing is sent.
      </p>
      <div inert={isBusy}>
        <TeamPart subject={subject} registration={registration} />
        <ContactPart subject={subject} registration={registration} />
        <PaymentPart subject={subject} registration={registration} />
        <ProofPart subject={subject} registration={registration} />
      </div>
      <SendPart registration={registration} isBusy={isBusy} />
    </form>,
  )
}
