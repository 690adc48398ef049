import { useEffect, useRef, useState } from 'react'
import { type DelegatePass, type DelegatePassReceipt, delegatePassSchema } from '../../../festival/delegate-pass'
import { delegatePassMessages } from '../../../festival/messages'
import { type Parsed, parseBody } from '../../../festival/parse-body'
import type { FieldError } from '../../../festival/problem'
import { proofFields } from '../../../festival/upload'
import { readTyped } from '../../forms/drafts/read-typed'
import { useDraft } from '../../forms/drafts/use-draft'
import { useFieldErrors } from '../../forms/submission/use-field-errors'
import { type Prepared, useSubmission } from '../../forms/submission/use-submission'
import { useUpload } from '../../forms/uploads/use-upload'
import {
  adoptTyped,
  type DelegatePassField,
  delegatePassDraftSchema,
  fillFrom,
  makeEmptyDelegatePass,
} from './delegate-pass-draft'

const screenshot = 'payment_screenshot_url'

/** Stands for the address that the upload will give, while the other fields are checked before the payment. */
const notYet = 'not-yet-uploaded'

/** The purchase of a delegate pass: first the form, then the payment with its screenshot (behaviour 5.20). */
export const useDelegatePass = (onDone: (receipt: DelegatePassReceipt) => void) => {
  const draft = useDraft('delegate-pass', delegatePassDraftSchema, makeEmptyDelegatePass)
  const upload = useUpload({
    ...proofFields['delegate-pass'][screenshot],
    keepAs: 'delegate-pass',
    failed: delegatePassMessages.uploadFailed,
  })
  const form = useRef<HTMLFormElement>(null)
  const [isAsked, setIsAsked] = useState(false)

  const forget = () => {
    draft.clear()
    upload.remove()
  }

  const submission = useSubmission({
    kind: 'delegate-pass',
    words: delegatePassMessages,
    draft,
    forget,
    onDone,
    recover: (errors) => {
      const isStale = errors.length === 1 && errors[0]?.path === screenshot
      if (errors.some(({ path }) => path === screenshot)) upload.forgetAddress()
      return isStale
    },
  })
  const errors = useFieldErrors(submission.failure)

  const { change } = draft
  useEffect(() => {
    const typed = form.current && readTyped(form.current)
    if (typed && typed.size > 0) change((held) => adoptTyped(held, typed))
  }, [change])

  /** Errors come in the order of the page, which asks for the tier first. */
  const check = (url: string): Parsed<DelegatePass> => {
    const checked = parseBody(delegatePassSchema, { ...draft.read(), [screenshot]: url })
    if (checked.ok) return checked
    const isTier = ({ path }: FieldError) => path === 'tier'
    return { ok: false, errors: [...checked.errors.filter(isTier), ...checked.errors.filter((one) => !isTier(one))] }
  }

  const prepare = async (): Promise<Prepared<DelegatePass>> => {
    const sent = await upload.send()
    if (!sent.ok) return { ok: false, failure: { kind: 'upload', words: sent.words } }
    const checked = check(sent.url)
    return checked.ok
      ? { ok: true, body: checked.value }
      : { ok: false, failure: { kind: 'fields', errors: checked.errors } }
  }

  return {
    form,
    draft,
    upload,
    submission,
    errors,
    /** Whether the payment dialog is open: fields that are wrong stand on the page behind it. */
    isPaying: isAsked && submission.failure?.kind !== 'fields',
    proceed: () => {
      const checked = check(notYet)
      setIsAsked(checked.ok)
      if (checked.ok) submission.dismiss()
      else submission.fail({ kind: 'fields', errors: checked.errors })
    },
    stopPaying: () => {
      setIsAsked(false)
      submission.dismiss()
    },
    submit: () => void submission.submit(prepare),
    finishAsSent: () => {
      const body = submission.finishAsSent()
      if (body) change((held) => fillFrom(held, body))
    },
    edit: (path: DelegatePassField, text: string) => {
      errors.note(path, undefined)
      change((held) => ({ ...held, [path]: text }))
    },
    /** Looks at one field when it is left. */
    look: (path: DelegatePassField) => {
      const checked = check(notYet)
      errors.note(path, checked.ok ? undefined : checked.errors.find((error) => error.path === path)?.message)
    },
    clear: () => {
      forget()
      submission.dismiss()
    },
  }
}

export type DelegatePassState = ReturnType<typeof useDelegatePass>
