import { useEffect, useRef } from 'react'
import { registrationMessages } from '../../../festival/messages'
import { Banner } from '../../components/banner'
import { Button } from '../../components/button'
import { Progress } from '../../components/progress'
import { ClearForm } from '../../forms/drafts/clear-form'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { useOnline } from '../../forms/submission/use-online'
import type { RegistrationState } from './use-registration'

const label = 'Submit Registration'

/** What is happening, what went wrong, and the one button that sends. */
export const SendPart = ({ registration, isBusy }: { registration: RegistrationState; isBusy: boolean }) => {
  const { submission, upload, errors, draft, isJustUploaded } = registration
  const isOnline = useOnline()
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isJustUploaded) submit.current?.focus()
  }, [isJustUploaded])
  const savedAs = draft.value.ledger?.savedAs
  const isQuiet = !submission.failure && !isBusy
  return (
    <div className="space-y-4 border-t border-rule pt-6">
      {upload.step === 'uploading' && <Progress words={registrationMessages.uploading} share={upload.share} />}
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
      {isQuiet && savedAs && (
        <Banner tone="note" title={`Your registration ${savedAs} is saved; its e-mail has not gone out yet.`}>
          <p>Press {label} to finish it. No second registration is made.</p>
        </Banner>
      )}
      {!isOnline && (
        <Banner tone="note" title="You are offline.">
          <p>Everything that you enter is kept on this device. Press {label} when you are back online.</p>
        </Banner>
      )}
      <Button ref={submit} type="submit" disabled={isBusy} className="w-full sm:w-auto sm:min-w-64">
        {isBusy ? 'Submitting...' : label}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <p role="status" className="text-faded">
          {draft.isRestored
            ? 'What you entered earlier is back.'
            : 'What you enter is kept on this device until it is sent.'}
        </p>
        <ClearForm onClear={registration.clear} isDisabled={isBusy} />
      </div>
    </div>
  )
}
