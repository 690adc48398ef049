import { useEffect, useState } from 'react'
import type { Tier } from '../../../festival/content'
import { delegatePassMessages } from '../../../festival/messages'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { focusField } from '../../../ui/field'
import { FileField } from '../../../ui/file-field'
import { Progress } from '../../../ui/progress'
import { useBackCloses } from '../../../ui/use-back-closes'
import { PaymentStep } from '../../forms/payment/payment-step'
import { proofHint, UtrField } from '../../forms/payment/utr-field'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { ShrinkButton } from '../../forms/uploads/shrink-button'
import type { DelegatePassState } from './use-delegate-pass'

const path = 'payment_screenshot_url'
const stillUploading = 'The screenshot is still on its way. You can submit as soon as it has arrived.'

const Screenshot = ({
  upload,
  isSending,
  onChoose,
}: {
  upload: DelegatePassState['upload']
  isSending: boolean
  onChoose: () => void
}) => {
  const { file, step, share, refusal } = upload
  const [choices, setChoices] = useState(0)
  const choose = async (chosen: File) => {
    onChoose()
    await upload.choose(chosen)
    setChoices((count) => count + 1)
  }

  // It leaves as soon as it is chosen, or when the dialog opens on one that a reload interrupted.
  useEffect(() => {
    if (file && !file.url && step === 'idle' && !refusal) void upload.send()
  }, [file, step, refusal, upload])

  return (
    <FileField
      path={path}
      label="Payment screenshot"
      hint={proofHint}
      accept={upload.accept}
      prompt="Choose the screenshot"
      file={file && { name: file.name, size: file.bytes.byteLength, picture: upload.picture }}
      isDisabled={isSending}
      onChoose={(chosen) => void choose(chosen)}
      onRemove={upload.remove}
    >
      <div className="mt-3 space-y-3 empty:hidden">
        {upload.wait && <RetryNotice wait={upload.wait} onStop={upload.stopWaiting} />}
        {step === 'uploading' && !upload.wait && <Progress words="Uploading..." share={share} />}
        {file?.url && (
          <p role="status" className="text-sm font-semibold text-lymph">
            Uploaded. Now submit the registration.
          </p>
        )}
        {refusal && <Banner key={choices} tone="error" title={refusal} />}
        <ShrinkButton path={path} upload={upload} />
        {step === 'failed' && (
          <Banner tone="error" title={delegatePassMessages.uploadFailed}>
            <Button shape="secondary" onClick={() => void upload.send()}>
              Upload again
            </Button>
          </Banner>
        )}
      </div>
    </FileField>
  )
}

/** The payment of a tier: the code to scan, then the screenshot, then the way to send everything (behaviour 5.21). */
export const PaymentDialog = ({ purchase, tier }: { purchase: DelegatePassState; tier: Tier }) => {
  const { upload, submission } = purchase
  const [nudge, setNudge] = useState({ words: '', count: 0 })
  const isSending = submission.step !== 'editing'
  useBackCloses(purchase.stopPaying, isSending)
  const isUploading = upload.step === 'uploading' && !isSending
  const isReady = Boolean(upload.file?.url) && !isUploading && !isSending
  const failure = submission.failure?.kind === 'fields' ? undefined : submission.failure

  const press = () => {
    if (isSending) return
    const words = isUploading ? stillUploading : isReady ? '' : delegatePassMessages.screenshotMissing
    setNudge(({ count }) => ({ words, count: count + 1 }))
    if (isReady) purchase.submit()
    else if (!isUploading) focusField(path)
  }
  const quieten = () => {
    setNudge(({ count }) => ({ words: '', count }))
    submission.dismiss()
  }

  return (
    <Dialog title="Pay for your pass" onClose={purchase.stopPaying} isLocked={isSending}>
      <h3 className="mb-3 text-lg">
        {tier.name}, {tier.label}
      </h3>
      <PaymentStep amount={tier.price} reference={purchase.reference} />
      <div className="mt-6 border-t border-rule pt-5">
        <h3 className="mb-3 text-lg">Then show that you have paid</h3>
        <Screenshot upload={upload} isSending={isSending} onChoose={quieten} />
        <UtrField
          className="mt-5"
          value={purchase.draft.value.utr}
          error={purchase.errors.of('utr')}
          onChange={(utr) => purchase.edit(['utr'], (held) => ({ ...held, utr }))}
          onLeave={() => purchase.look('utr')}
        />
      </div>
      <div className="mt-5 space-y-4">
        {submission.wait && <RetryNotice wait={submission.wait} onStop={submission.stopWaiting} />}
        {failure ? (
          <FailureBanner
            failure={failure}
            errors={purchase.errors.left}
            submitLabel="Submit Registration"
            onRetryUpload={() => {
              submission.dismiss()
              void upload.send()
            }}
            onFinish={submission.canFinish() ? purchase.finishAsSent : undefined}
            onStartAnew={submission.startAnew}
          />
        ) : (
          nudge.words && !isReady && <Banner key={nudge.count} tone="error" title={nudge.words} />
        )}
        <Button
          aria-disabled={!isReady}
          onClick={press}
          className="w-full aria-disabled:cursor-not-allowed aria-disabled:border aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-faded"
        >
          {isSending ? 'Submitting...' : isUploading ? 'Uploading...' : 'Submit Registration'}
        </Button>
        <p role="status" className="sr-only">
          {isSending && 'Submitting...'}
        </p>
      </div>
    </Dialog>
  )
}
