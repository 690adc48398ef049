import { useState } from 'react'
import { tiers } from '#edition/delegate-pass'
import type { Offers } from '../../../festival/availability'
import { type DelegatePassReceipt, delegatePassSchema } from '../../../festival/delegate-pass'
import { delegatePassMessages } from '../../../festival/messages'
import { parseBody } from '../../../festival/problem'
import { proofFields } from '../../../festival/upload'
import { focusField } from '../../../ui/field'
import { inOrder } from '../../forms/submission/in-order'
import { useSubmissionForm } from '../../forms/submission/use-submission-form'
import { useUpload } from '../../forms/uploads/use-upload'
import { delegatePassDraftSchema } from './delegate-pass-draft'

/** The one text that is asked for after the payment, in its dialog. */
const utrPath = 'utr'

/** Where fields stand on the page, for the order in which errors are listed. */
const order = ['tier', 'name', 'email', 'phone', 'institution', 'payment_screenshot_url', utrPath]

/** The purchase of a delegate pass: first the form, then the payment with its screenshot (behaviour 5.20). */
export const useDelegatePass = ({ tiers: sold }: Offers, onDone: (receipt: DelegatePassReceipt) => void) => {
  const upload = useUpload({
    ...proofFields['delegate-pass'].payment_screenshot_url,
    keepAs: 'delegate-pass',
    failed: delegatePassMessages.uploadFailed,
  })
  const purchase = useSubmissionForm({
    kind: 'delegate-pass',
    words: delegatePassMessages,
    keepAs: 'delegate-pass',
    schema: delegatePassDraftSchema,
    uploads: { payment_screenshot_url: upload },
    isPaidHere: true,
    check: (held, urls) =>
      inOrder(
        parseBody(delegatePassSchema(tiers.filter(({ label }) => sold.some((tier) => tier.label === label))), {
          ...held,
          ...urls,
        }),
        order,
      ),
    onDone,
  })
  const { submission } = purchase
  const [isAsked, setIsAsked] = useState(false)

  return {
    ...purchase,
    upload,
    /** Whether the payment dialog is open: fields that are wrong stand on the page behind it. */
    isPaying: isAsked && submission.failure?.kind !== 'fields',
    proceed: () => {
      const checked = purchase.check()
      const errors = checked.ok ? [] : checked.errors.filter(({ path }) => path !== utrPath)
      setIsAsked(errors.length === 0)
      if (errors.length === 0) submission.dismiss()
      else submission.fail({ kind: 'fields', errors })
    },
    /** Sends, unless the UTR is wrong: then it takes the focus, and the dialog stays. */
    submit: () => {
      const checked = purchase.check()
      if (checked.ok || checked.errors.every(({ path }) => path !== utrPath)) return purchase.submit()
      purchase.look(utrPath)
      focusField(utrPath)
    },
    stopPaying: () => {
      setIsAsked(false)
      submission.dismiss()
    },
  }
}

export type DelegatePassState = ReturnType<typeof useDelegatePass>
