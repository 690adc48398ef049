import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { lunch } from '#edition/identity'
import { amountDue } from '../../../festival/amount-due'
import { formatRupees, formatTotal } from '../../../festival/fee'
import { registrationMessages } from '../../../festival/messages'
import type { RegistrationReceipt } from '../../../festival/registration'
import { dayOf, formatHours, formatShortDay } from '../../../festival/slot'
import type { Subject } from '../../../festival/subject'
import { Banner } from '../../../ui/banner'
import { Progress } from '../../../ui/progress'
import { passPrices } from '../../built'
import { ClearForm } from '../../forms/drafts/clear-form'
import { PaymentStep } from '../../forms/payment/payment-step'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { OfflineNotice } from '../../forms/submission/offline-notice'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { SentNotice } from '../../forms/submission/sent-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import { Link } from '../../navigation/link'
import type { OwnPassProps } from './contact-part'
import type { RegistrationDraft } from './draft'
import { countMembers } from './form-values'
import { RegistrationSheet } from './registration-sheet'
import { type RegistrationState, useRegistration } from './use-registration'

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

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-2">
    <dt className="text-faded">{name}</dt>
    <dd className="figures ml-auto max-w-52 text-right font-semibold">{children}</dd>
  </div>
)

/** When, for how much, for what prize, with or without lunch; it stays in view where there is room. */
const RegistrationSummary = ({ subject, draft }: { subject: Subject; draft: RegistrationDraft }) => {
  const count = countMembers(draft.values)
  const amount = amountDue(subject.fee, count, draft.couponHolds)
  const full = amountDue(subject.fee, count)
  return (
    <aside aria-label="Summary" className="text-sm">
      <dl className="border-t border-accent">
        {subject.slots.map((time) => (
          <Row key={time.start} name={time.label ?? 'When'}>
            {formatShortDay(dayOf(time.start))}
            <br />
            {formatHours(time)}
          </Row>
        ))}
        <Row name="Fee">{formatTotal(subject, passPrices)}</Row>
        {subject.prize !== undefined && <Row name="Prize Worth">{formatRupees(subject.prize)}</Row>}
        <Row name="Lunch">{subject.lunch ? lunch.included : lunch.excluded}</Row>
        {amount !== undefined && (
          <Row name="To pay">
            {full !== amount && full !== undefined && (
              <s className="mr-2 font-normal text-faded">{formatRupees(full)}</s>
            )}
            <span className="text-lg/none">{formatRupees(amount)}</span>
          </Row>
        )}
      </dl>
    </aside>
  )
}

const label = 'Submit Registration'

/** What is happening, what went wrong, and the one button that sends. */
export const SendPart = ({ registration, isBusy }: { registration: RegistrationState; isBusy: boolean }) => {
  const { submission, upload, errors, draft, isJustUploaded } = registration
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isJustUploaded) submit.current?.focus()
  }, [isJustUploaded])
  const wait = submission.wait ?? upload.wait
  const stop = submission.wait ? submission.stopWaiting : upload.stopWaiting
  const isQuiet = !submission.failure && !isBusy
  return (
    <div className="space-y-4 border-t border-rule pt-6">
      {wait && <RetryNotice key={wait.seconds} wait={wait} onStop={stop} />}
      {upload.step === 'uploading' && !upload.wait && (
        <Progress words={registrationMessages.uploading} share={upload.share} />
      )}
      {submission.failure && (
        <FailureBanner
          failure={submission.failure}
          errors={errors.left}
          submitLabel={label}
          onRetryUpload={() => void registration.retryUpload()}
          onFinish={submission.canFinish() ? registration.finishAsSent : undefined}
          onStartAnew={submission.startAnew}
        />
      )}
      {isQuiet && isJustUploaded && <Banner tone="success" title={`The screenshot is uploaded. Press ${label}.`} />}
      {isQuiet && <SentNotice attempts={draft.value.attempts} how={`Press ${label}`} />}
      <OfflineNotice label={label} />
      <SubmitPart ref={submit} label={label} isBusy={isBusy} words={keptWords(draft.isRestored)}>
        <ClearForm onClear={registration.clear} isDisabled={isBusy} />
      </SubmitPart>
    </div>
  )
}
