import { useEffect, useRef } from 'react'
import { registrationMessages } from '../../../festival/messages'
import { Banner } from '../../../ui/banner'
import { Progress } from '../../../ui/progress'
import { ClearForm } from '../../forms/drafts/clear-form'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { OfflineNotice } from '../../forms/submission/offline-notice'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { SentNotice } from '../../forms/submission/sent-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import type { RegistrationState } from './use-registration'

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
