import { Banner } from '../../../ui/banner'
import { ClearForm } from '../../forms/drafts/clear-form'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { SentNotice } from '../../forms/submission/sent-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import { useOnline } from '../../forms/submission/use-online'
import { proofFields } from './proofs'
import type { AccommodationState } from './use-accommodation'

const label = 'Submit Request'

/** What went wrong, and the one button that sends. */
export const SendPart = ({ request, isBusy }: { request: AccommodationState; isBusy: boolean }) => {
  const { submission, errors, draft } = request
  const isOnline = useOnline()
  const waiting = [submission, ...proofFields.map((field) => request.proofs[field])].find(({ wait }) => wait)
  return (
    <div className="space-y-4 border-t border-rule pt-6">
      {waiting?.wait && <RetryNotice wait={waiting.wait} onStop={waiting.stopWaiting} />}
      {submission.failure && (
        <FailureBanner
          failure={submission.failure}
          errors={errors.left}
          submitLabel={label}
          noun="request"
          onRetryUpload={() => void request.retryUpload()}
          onFinish={submission.canFinish() ? request.finishAsSent : undefined}
          onStartAnew={submission.startAnew}
        />
      )}
      {!submission.failure && !isBusy && (
        <SentNotice attempts={draft.value.attempts} noun="request" how={`Press ${label}`} />
      )}
      {!isOnline && (
        <Banner tone="note" title="You are offline.">
          <p>Everything that you enter is kept on this device. Press {label} when you are back online.</p>
        </Banner>
      )}
      <p role="status" className="sr-only">
        {isBusy && 'Submitting...'}
      </p>
      <SubmitPart label={label} isBusy={isBusy} words={keptWords(draft.isRestored)}>
        <ClearForm onClear={request.clear} isDisabled={isBusy} />
      </SubmitPart>
    </div>
  )
}
