import { useMemo, useState } from 'react'
import { registrationMessages } from '../../../festival/messages'
import type { RegistrationReceipt } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { proofFields } from '../../../festival/upload'
import { focusField } from '../../../ui/field-id'
import { adoptTexts } from '../../forms/drafts/early-texts'
import { useSubmissionForm } from '../../forms/submission/use-submission-form'
import { useUpload } from '../../forms/uploads/use-upload'
import { checkForm } from './check-form'
import { draftName, draftSchema } from './draft'
import { type FormValues, formValuesSchema, readBody } from './form-values'
import { useCoupon } from './use-coupon'

/** Everything that the registration form of a subject knows and does. */
export const useRegistration = (subject: Subject, onDone: (receipt: RegistrationReceipt) => void) => {
  const keepAs = draftName(subject)
  const schema = useMemo(() => draftSchema(subject), [subject])
  const upload = useUpload({
    ...proofFields.registration.payment_screenshot_url,
    keepAs,
    failed: registrationMessages.uploadFailed,
  })
  const registration = useSubmissionForm({
    kind: 'registration',
    words: registrationMessages,
    keepAs,
    schema,
    uploads: { payment_screenshot_url: upload },
    isPaidHere: subject.fee.per !== 'pass',
    check: (held, { payment_screenshot_url = '' }) => checkForm(subject, held, payment_screenshot_url),
    adopt: (held, texts) => ({ ...held, values: adoptTexts(formValuesSchema, held.values, texts) }),
    fill: (held, body) => ({ ...held, values: readBody(body), couponHolds: body.coupon !== '' }),
    learn: (held, errors) => (errors.some(({ path }) => path === 'coupon') ? { ...held, couponHolds: false } : held),
    readUploadFailure: (path, { words, isFilesFault }) =>
      isFilesFault ? { kind: 'fields', errors: [{ path, message: words }] } : { kind: 'upload', words },
    onDone,
  })
  const coupon = useCoupon(subject, registration.draft)
  const [isJustUploaded, setIsJustUploaded] = useState(false)

  return {
    ...registration,
    coupon,
    upload,
    isJustUploaded,
    submit: () => {
      setIsJustUploaded(false)
      registration.submit()
    },
    retryUpload: async () => setIsJustUploaded(await registration.retryUpload()),
    edit: (paths: readonly string[], update: (values: FormValues) => FormValues) =>
      registration.edit(paths, (held) => ({ ...held, values: update(held.values) })),
    clear: () => {
      coupon.edit('')
      registration.clear()
      setIsJustUploaded(false)
      focusField('members.0.name')
    },
  }
}

export type RegistrationState = ReturnType<typeof useRegistration>

/** What the parts of the form show and change; the form for practice has as much. */
export interface RegistrationFields
  extends Pick<RegistrationState, 'form' | 'reference' | 'errors' | 'coupon' | 'submit' | 'edit' | 'look'> {
  draft: Pick<RegistrationState['draft'], 'value'>
  upload: Pick<
    RegistrationState['upload'],
    'accept' | 'file' | 'picture' | 'step' | 'refusal' | 'oversized' | 'choose' | 'remove'
  >
  /** Nothing is sent, and nothing that is entered is kept. */
  isPractice?: true
}
