import { Banner } from '../../components/banner'
import { Button } from '../../components/button'
import { ClearForm } from '../../forms/drafts/clear-form'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { useOnline } from '../../forms/submission/use-online'
import type { AccommodationState } from './use-accommodation'

const label = 'Submit Request'

/** What went wrong, and the one button that sends. */
export const SendPart = ({ request, isBusy }: { request: AccommodationState; isBusy: boolean }) => {
  const { submission, errors, draft } = request
  const isOnline = useOnline()
  const wasSent = (draft.value.ledger?.sent.length ?? 0) > 0
  return (
    <div className="space-y-4 border-t border-rule pt-6">
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
      {wasSent && !submission.failure && !isBusy && (
        <Banner tone="note" title="This request was sent before, but not finished.">
          <p>Press {label} to finish it. It is never saved twice.</p>
        </Banner>
      )}
      {!isOnline && (
        <Banner tone="note" title="You are offline.">
          <p>Everything that you enter is kept on this device. Press {label} when you are back online.</p>
        </Banner>
      )}
      <Button type="submit" disabled={isBusy} className="w-full sm:w-auto sm:min-w-64">
        {isBusy ? 'Submitting...' : label}
      </Button>
      <p role="status" className="sr-only">
        {isBusy && 'Submitting...'}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <p role="status" className="text-faded">
          {draft.isRestored
            ? 'What you entered earlier is back.'
            : 'What you enter is kept on this device until it is sent.'}
        </p>
        <ClearForm onClear={request.clear} isDisabled={isBusy} />
      </div>
    </div>
  )
}
