import { useEffect, useMemo, useRef, useState } from 'react'
import { registrationMessages } from '../../../festival/messages'
import type { FieldError } from '../../../festival/problem'
import type { Registration, RegistrationReceipt } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { proofFields } from '../../../festival/upload'
import { focusField } from '../../../ui/field-id'
import { readTyped } from '../../forms/drafts/read-typed'
import { useDraft } from '../../forms/drafts/use-draft'
import type { SubmissionFailure } from '../../forms/submission/read-failure'
import { useFieldErrors } from '../../forms/submission/use-field-errors'
import { type Prepared, useSubmission } from '../../forms/submission/use-submission'
import { type Uploaded, useUpload } from '../../forms/uploads/use-upload'
import { checkForm } from './check-form'
import { draftName, draftSchema, makeEmptyDraft } from './draft'
import { adoptTyped, type FormValues, readBody } from './form-values'
import { useCoupon } from './use-coupon'

/** Stands for the address of a screenshot that is chosen and not yet uploaded, while the rest is checked. */
const notYet = 'not-yet-uploaded'
const screenshot = 'payment_screenshot_url'

const readUploadFailure = ({ words, isFilesFault }: Extract<Uploaded, { ok: false }>): SubmissionFailure =>
  isFilesFault ? { kind: 'fields', errors: [{ path: screenshot, message: words }] } : { kind: 'upload', words }

/** Everything that the registration form of a subject knows and does. */
export const useRegistration = (subject: Subject, onDone: (receipt: RegistrationReceipt) => void) => {
  const schema = useMemo(() => draftSchema(subject), [subject])
  const draft = useDraft(draftName(subject), schema, makeEmptyDraft)
  const coupon = useCoupon(subject, draft)
  const upload = useUpload({
    ...proofFields.registration[screenshot],
    keepAs: draftName(subject),
    failed: registrationMessages.uploadFailed,
  })
  const form = useRef<HTMLFormElement>(null)
  const [isJustUploaded, setIsJustUploaded] = useState(false)

  const forget = () => {
    draft.clear()
    upload.remove()
  }

  const submission = useSubmission({
    kind: 'registration',
    words: registrationMessages,
    draft,
    forget,
    onDone,
    recover: (errors: readonly FieldError[]) => {
      if (errors.some(({ path }) => path === 'coupon')) draft.change((held) => ({ ...held, couponHolds: false }))
      const isStale = errors.length === 1 && errors[0]?.path === screenshot && upload.file?.url !== undefined
      if (errors.some(({ path }) => path === screenshot)) upload.forgetAddress()
      return isStale
    },
  })
  const errors = useFieldErrors(submission.failure)

  const { change } = draft
  useEffect(() => {
    const typed = form.current && readTyped(form.current)
    if (typed && typed.size > 0) change((held) => ({ ...held, values: adoptTyped(held.values, typed) }))
  }, [change])

  const check = (url: string) => checkForm(subject, draft.read(), url)

  const prepare = async (): Promise<Prepared<Registration>> => {
    const checked = check(upload.file ? notYet : '')
    if (!checked.ok) return { ok: false, failure: { kind: 'fields', errors: checked.errors } }
    const sent = await upload.send()
    if (sent.ok) return { ok: true, body: { ...checked.value, [screenshot]: sent.url } }
    return { ok: false, failure: readUploadFailure(sent) }
  }

  return {
    form,
    draft,
    coupon,
    upload,
    submission,
    errors,
    isJustUploaded,
    submit: () => {
      setIsJustUploaded(false)
      void submission.submit(prepare)
    },
    /** Uploads the screenshot alone, after that failed. */
    retryUpload: async () => {
      submission.dismiss()
      const sent = await upload.send()
      setIsJustUploaded(sent.ok)
      if (!sent.ok) submission.fail(readUploadFailure(sent))
    },
    finishAsSent: () => {
      const body = submission.finishAsSent()
      if (body) change((held) => ({ ...held, values: readBody(body), couponHolds: body.coupon !== '' }))
    },
    /** Changes values; the fields at these paths are no longer wrong until they are looked at again. */
    edit: (paths: readonly string[], update: (values: FormValues) => FormValues) => {
      for (const path of paths) errors.note(path, undefined)
      change((held) => ({ ...held, values: update(held.values) }))
    },
    /** Looks at one field when it is left. */
    look: (path: string) => {
      const checked = check(notYet)
      errors.note(path, checked.ok ? undefined : checked.errors.find((error) => error.path === path)?.message)
    },
    clear: () => {
      coupon.edit('')
      forget()
      submission.dismiss()
      setIsJustUploaded(false)
      focusField('members.0.name')
    },
  }
}

export type RegistrationState = ReturnType<typeof useRegistration>
