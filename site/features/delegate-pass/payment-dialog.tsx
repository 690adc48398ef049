import { type ComponentProps, useEffect, useState } from 'react'
import type { Tier } from '../../../festival/content/content'
import { fileMessages, screenshotMissing } from '../../../festival/text/messages'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { focusField } from '../../../ui/field'
import { Progress } from '../../../ui/progress'
import { useCloseOnBack } from '../../../ui/use-close-on-back'
import { FailureBanner } from '../../forms/failure'
import { proofHint, UploadField, UtrField } from '../../forms/fields'
import type { PaymentStop } from '../../forms/payment-gate'
import { PaymentSteps } from '../../forms/payment-steps'
import { PrivacyLine } from '../../forms/privacy-line'
import { OfflineNotice, RetryNotice } from '../../forms/send-part'
import type { EntryForm } from '../../forms/use-entry-form'
import type { FileUpload } from '../../forms/use-files'

/** Only the dialog contains the fields for the screenshot and the UTR. */
export const screenshotPath = 'payment_screenshot_url'
export const utrPath = 'utr'

const nameButton = (isSending: boolean, isUploading: boolean) => {
  if (isSending) {
    return 'Submitting...'
  }
  return isUploading ? 'Uploading...' : 'Submit Registration'
}

const stillUploading = 'The screenshot is still uploading. You can submit when that is done.'

export const PaymentDialog = ({
  form,
  tier,
  stop,
  onClose,
}: {
  form: Omit<EntryForm<{ utr: string }>, 'draft'>
  tier: Tier
  /** Set if payments are stopped. Visitors who have already paid can still submit. */
  stop: PaymentStop | undefined
  onClose: () => void
}) => {
  const { waiting, failure } = form
  const upload = form.uploads[screenshotPath]
  const [nudge, setNudge] = useState({ words: '', count: 0 })
  const isSending = form.step !== 'editing'
  useCloseOnBack(onClose, isSending)
  const isUploading = upload?.step === 'uploading' && !isSending
  const isReady = Boolean(upload?.file?.url) && !isUploading && !isSending

  const submit = () => {
    if (isSending) {
      return
    }
    const words = isUploading ? stillUploading : screenshotMissing
    setNudge(({ count }) => ({ words: isReady ? '' : words, count: count + 1 }))
    if (isUploading) {
      return
    }
    if (!isReady) {
      focusField(screenshotPath)
      return
    }
    // If a field in the dialog is invalid, the dialog stays open and focuses that field.
    const wrong = form.findErrors().find(({ path }) => path === screenshotPath || path === utrPath)
    if (wrong) {
      form.validateField(wrong.path)
      focusField(wrong.path)
    } else {
      void form.submit()
    }
  }
  const clearMessages = () => {
    setNudge(({ count }) => ({ words: '', count }))
    form.showFailure(undefined)
  }

  return (
    <Dialog
      title={stop ? 'Send your payment' : 'Pay for your pass'}
      onClose={onClose}
      isLocked={isSending}
    >
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h3 className="text-lg">
          {tier.name}, {tier.label}
        </h3>
        <p className="figures text-sm text-faded md:hidden">3 of 3</p>
      </div>
      <PaymentSteps stop={stop} isAlert amount={tier.price} reference={form.reference}>
        {upload && (
          <Screenshot form={form} upload={upload} isDisabled={isSending} onChoose={clearMessages} />
        )}
        <UtrField {...form.field(utrPath)} />
      </PaymentSteps>
      <div className="mt-5 space-y-4">
        {isSending && waiting && <RetryNotice key={waiting.wait.seconds} {...waiting} />}
        <FailureBanner form={form} label="Submit Registration" />
        <OfflineNotice label="Submit Registration" />
        {!failure && nudge.words && !isReady && (
          <Banner key={nudge.count} tone="error" title={nudge.words} />
        )}
        <PrivacyLine />
        <Button
          aria-disabled={!isReady}
          onClick={submit}
          className="w-full aria-disabled:cursor-not-allowed aria-disabled:border aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-faded"
        >
          {nameButton(isSending, isUploading)}
        </Button>
        <p role="status" className="sr-only">
          {isSending && 'Submitting...'}
        </p>
      </div>
    </Dialog>
  )
}

/**
 * Uploads the screenshot when it is chosen, or when the dialog opens after an interrupted upload.
 */
const Screenshot = ({
  upload,
  ...field
}: Pick<ComponentProps<typeof UploadField>, 'form' | 'isDisabled' | 'onChoose'> & {
  upload: FileUpload
}) => {
  const { file, step, share, refusal, doubt, wait, stopRetrying } = upload
  useEffect(() => {
    if (file && !file.url && step === 'idle' && !refusal) {
      void upload.send()
    }
  }, [file, step, refusal, upload])
  return (
    <UploadField {...field} path={screenshotPath} hint={proofHint}>
      {wait && <RetryNotice key={wait.seconds} wait={wait} stop={stopRetrying} />}
      {step === 'uploading' && !wait && <Progress label="Uploading..." share={share} />}
      {file?.url && !doubt && (
        <p role="status" className="text-sm font-semibold text-lymph">
          Uploaded. Now submit the registration.
        </p>
      )}
      {step === 'failed' && (
        <Banner tone="error" title={fileMessages.uploadFailed}>
          <Button shape="secondary" onClick={() => void upload.send()}>
            Upload again
          </Button>
        </Banner>
      )}
    </UploadField>
  )
}
