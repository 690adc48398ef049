import { ClearForm } from '../../forms/drafts/clear-form'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { OfflineNotice } from '../../forms/submission/offline-notice'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { SentNotice } from '../../forms/submission/sent-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import { proofFields } from './proofs'
import type { AccommodationState } from './use-accommodation'

const label = 'Submit Request'

/** What went wrong, and the one button that sends. */
export const SendPart = ({ request, isBusy }: { request: AccommodationState; isBusy: boolean }) => {
  const { submission, errors, draft } = request
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
      <OfflineNotice label={label} />
      <p role="status" className="sr-only">
        {isBusy && 'Submitting...'}
      </p>
      <SubmitPart label={label} isBusy={isBusy} words={keptWords(draft.isRestored)}>
        <ClearForm onClear={request.clear} isDisabled={isBusy} />
      </SubmitPart>
    </div>
  )
}
