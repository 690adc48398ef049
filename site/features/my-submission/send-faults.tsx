import { FailureBanner } from '../../forms/submission/failure-banner'
import type { SubmissionFailure } from '../../forms/submission/read-failure'
import { RetryNotice } from '../../forms/submission/retry-notice'
import type { useFieldErrors } from '../../forms/submission/use-field-errors'
import type { useRetries } from '../../forms/submission/use-retries'

/** What stands between the press and its success: the wait for the next attempt, or why there is none. */
export const SendFaults = ({
  patience: { wait, stop },
  failure,
  errors,
  label,
  noun,
  onRetryUpload = () => undefined,
}: {
  patience: Pick<ReturnType<typeof useRetries>, 'wait' | 'stop'>
  failure: SubmissionFailure | undefined
  errors: Pick<ReturnType<typeof useFieldErrors>, 'left'>
  /** The words of the button that sends. */
  label: string
  /** What is sent, where it is no form: "correction". */
  noun?: string
  onRetryUpload?: () => void
}) => (
  <>
    {wait && <RetryNotice wait={wait} onStop={stop} />}
    {failure && (
      <FailureBanner
        failure={failure}
        errors={errors.left}
        submitLabel={label}
        {...(noun ? { noun } : {})}
        onRetryUpload={onRetryUpload}
        onFinish={undefined}
        onStartAnew={() => undefined}
      />
    )}
  </>
)
