import type { ComponentType, ReactNode } from 'react'
import type { RegistrationReceipt } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { PaymentStep } from '../../forms/payment/payment-step'
import { Link } from '../../navigation/link'
import type { OwnPassProps } from './contact-part'
import { RegistrationSheet } from './registration-sheet'
import { RegistrationSummary } from './registration-summary'
import { SendPart } from './send-part'
import { useRegistration } from './use-registration'

/** The form of an event or workshop that is open; `frame` puts it and its summary on the page. */
export const RegistrationForm = ({
  subject,
  OwnPass,
  onDone,
  frame,
}: {
  subject: Subject
  OwnPass: ComponentType<OwnPassProps>
  onDone: (receipt: RegistrationReceipt) => void
  frame: (summary: ReactNode, form: ReactNode) => ReactNode
}) => {
  const registration = useRegistration(subject, onDone)
  const { submission, upload, draft } = registration
  const isBusy = submission.step !== 'editing' || upload.step === 'uploading'
  return frame(
    <RegistrationSummary subject={subject} draft={draft.value} />,
    <RegistrationSheet
      subject={subject}
      registration={registration}
      isBusy={isBusy}
      above={
        <p className="mb-6 text-sm text-faded">
          All fields are required unless marked as optional. First time?{' '}
          <Link href={`/rehearsal?event=${subject.key}`} className="underline underline-offset-4">
            Practise the form first
          </Link>
          : nothing is sent.
        </p>
      }
      OwnPass={OwnPass}
      Payment={PaymentStep}
      below={<SendPart registration={registration} isBusy={isBusy} />}
    />,
  )
}
