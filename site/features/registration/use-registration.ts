import { useMemo, useState } from 'react'
import { couponMessages, registrationMessages } from '../../../festival/messages'
import { normaliseCoupon, type RegistrationReceipt } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { proofFields } from '../../../festival/upload'
import { focusField } from '../../../ui/field'
import { type ApiFailure, checkCoupon } from '../../api'
import { adoptTexts } from '../../forms/drafts/early-texts'
import type { Draft } from '../../forms/drafts/use-draft'
import { formatWait } from '../../forms/submission/format-wait'
import { useSubmissionForm } from '../../forms/submission/use-submission-form'
import { useUpload } from '../../forms/uploads/use-upload'
import { checkForm } from './check-form'
import { draftName, draftSchema, type RegistrationDraft } from './draft'
import { type FormValues, formValuesSchema, readBody } from './form-values'

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

export interface Coupon {
  isChecking: boolean
  /** What the last check said. */
  words: string | undefined
  /** Typing takes an applied coupon back. */
  edit: (text: string) => void
  apply: () => Promise<void>
}

const notChecked = 'The coupon could not be checked. Check your connection and press Apply again.'

const wordsOf = (failure: ApiFailure): string => {
  if (failure.kind === 'unreachable') return notChecked
  const { code, errors } = failure.problem
  if (code === 'too-many-requests') return `Too many checks. Please try again ${formatWait(failure.retryAfterSeconds)}.`
  return code === 'invalid' && errors?.[0] ? couponMessages.invalid : notChecked
}

/** The coupon of a registration; the server alone knows which one holds (behaviour 3.5). */
const useCoupon = (subject: Pick<Subject, 'key'>, draft: Draft<RegistrationDraft>): Coupon => {
  const [isChecking, setIsChecking] = useState(false)
  const [words, renderBodies] = useState<string>()

  const edit = (text: string) => {
    renderBodies(undefined)
    draft.change((held) => ({
      ...held,
      couponHolds: false,
      values: { ...held.values, coupon: normaliseCoupon(text) },
    }))
  }

  const apply = async () => {
    const code = draft.read().values.coupon
    if (isChecking) return
    if (code === '') {
      renderBodies('Enter a coupon code first.')
      return
    }
    setIsChecking(true)
    renderBodies(undefined)
    const answer = await checkCoupon(subject.key, code)
    setIsChecking(false)
    // The text was changed meanwhile: the answer is about another code.
    if (draft.read().values.coupon !== code) return
    const holds = answer.ok && answer.value.valid
    draft.change((held) => ({ ...held, couponHolds: holds }))
    renderBodies(answer.ok ? answer.value.message : wordsOf(answer.failure))
  }

  return { isChecking, words: draft.value.couponHolds ? couponMessages.valid : words, edit, apply }
}
