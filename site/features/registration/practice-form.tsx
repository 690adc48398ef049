import { useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { normaliseCoupon } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { maxFileBytes, proofFields } from '../../../festival/upload'
import { TextField } from '../../../ui/text-field'
import { adoptTexts, useEarlyTexts } from '../../forms/drafts/early-texts'
import { FormPart } from '../../forms/layout/form-page'
import { QrCode } from '../../forms/payment/qr-code'
import { FailureBanner } from '../../forms/submission/failure-banner'
import type { SubmissionFailure } from '../../forms/submission/read-failure'
import { SubmitPart } from '../../forms/submission/submit-part'
import { useFieldErrors } from '../../forms/submission/use-field-errors'
import type { HeldFile } from '../../forms/uploads/kept-file'
import { readFile } from '../../forms/uploads/read-file'
import { draftSchema, type RegistrationDraft } from './draft'
import { type FormValues, formValuesSchema } from './form-values'
import { checkPractice, furtherFields, practiceCode, practiceWait, withoutFee } from './practice'
import { RegistrationSheet } from './registration-sheet'
import type { RegistrationFields } from './use-registration'

const label = 'Submit practice registration'
const nothing = () => undefined

/** The registration form of a subject for practice: its parts and its checks, and nothing that sends (behaviour 9.10). */
export const PracticeForm = ({ subject, onDone }: { subject: Subject; onDone: () => void }) => {
  const practised = withoutFee(subject)
  const practice = usePractice(practised, onDone)
  const { failure, isBusy, errors } = practice
  return (
    <RegistrationSheet
      subject={practised}
      registration={practice}
      isBusy={isBusy}
      above={
        <p className="mb-6 text-sm text-faded">
          All fields are required unless marked as optional. Invented answers are welcome, and any picture will do as
          the screenshot: it stays on this page.
        </p>
      }
      Payment={PracticePayment}
      below={
        <>
          <div inert={isBusy} className="border-t border-rule pt-8">
            <FormPart number={5} title="More about you" caption="Asked for practice only; the real form leaves it out">
              {furtherFields.map(({ path, ...field }) => (
                <TextField
                  key={path}
                  {...field}
                  path={path}
                  type={path === 'emergency_phone' ? 'tel' : 'text'}
                  autoComplete="off"
                  isOptional
                  value={practice.further[path] ?? ''}
                  onChange={(text) => practice.editFurther(path, text)}
                />
              ))}
            </FormPart>
          </div>
          <div className="space-y-4 border-t border-rule pt-6">
            {failure && (
              <FailureBanner
                failure={failure}
                errors={errors.left}
                submitLabel={label}
                onRetryUpload={nothing}
                onFinish={undefined}
                onStartAnew={nothing}
              />
            )}
            <SubmitPart label={label} isBusy={isBusy} words="Practice: nothing that you enter here is sent or kept." />
          </div>
        </>
      }
    />
  )
}

/** Where the real form says what to pay: a code that no app pays by, and what stands there instead (behaviour 9.10). */
const PracticePayment = () => (
  <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[min(15rem,45%)_minmax(0,1fr)]">
    <div>
      <QrCode text={practiceCode} label="Practice code, which pays nobody" />
      <p className="mt-2 text-center font-semibold text-artery">Practice code: it pays nobody</p>
    </div>
    <div className="space-y-4">
      <div>
        <p className="caption">Amount to pay</p>
        <p className="font-semibold">Nothing, this is practice</p>
      </div>
      <p className="text-sm text-faded">
        In the real form the exact amount and the payee’s UPI id stand here, both with a button that copies them. The
        code opens a UPI app with everything filled in; on a phone a button does. A note of six characters, which is
        yours alone, lets us find your payment.
      </p>
    </div>
  </div>
)

/** Stands for the address of a screenshot. */
const address = 'practice'

const couponWords = 'No coupon is checked in the practice form.'

export interface Practice extends RegistrationFields {
  failure: SubmissionFailure | undefined
  isBusy: boolean
  /** What stands in the fields that only the practice form has, by their paths. */
  further: Readonly<Record<string, string>>
  editFurther: (path: string, text: string) => void
}

/**
 * The registration form with nothing behind it: it checks as the real one does, and what is entered stays in the page and
 * goes with it. Nothing is sent, read from the device or kept on it (behaviour 9.10).
 */
const usePractice = (subject: Subject, onDone: () => void): Practice => {
  const [value, setValue] = useState<RegistrationDraft>(() => v.parse(draftSchema(subject), {}))
  const [failure, setFailure] = useState<SubmissionFailure>()
  const [isBusy, setIsBusy] = useState(false)
  const upload = usePracticeUpload()
  const errors = useFieldErrors(failure)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (update: (values: FormValues) => FormValues, couponHolds = false) =>
    setValue((held) => ({ ...held, couponHolds, values: update(held.values) }))
  const [further, setFurther] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(furtherFields.map(({ path }) => [path, ''])),
  )
  const form = useEarlyTexts((texts) => {
    change((values) => adoptTexts(formValuesSchema, values, texts))
    setFurther((held) => adoptTexts(v.record(v.string(), v.string()), held, texts))
  })

  const check = (url: string) => checkPractice(subject, value, url)

  return {
    form,
    draft: { value },
    reference: undefined,
    errors,
    upload,
    coupon: {
      isChecking: false,
      words: value.couponHolds ? couponWords : undefined,
      edit: (text) => change((values) => ({ ...values, coupon: normaliseCoupon(text) })),
      apply: async () => change((values) => values, value.values.coupon !== ''),
    },
    isPractice: true,
    failure,
    isBusy,
    further,
    editFurther: (path, text) => setFurther((held) => ({ ...held, [path]: text })),
    submit: () => {
      if (isBusy) return
      const wrong = check(upload.file ? address : '')
      setFailure(wrong.length === 0 ? undefined : { kind: 'fields', errors: wrong })
      if (wrong.length > 0) return
      setIsBusy(true)
      timer.current = setTimeout(onDone, practiceWait)
    },
    edit: (paths, update) => {
      for (const path of paths) errors.note(path, undefined)
      change(update, value.couponHolds)
    },
    look: (path) => errors.note(path, check(address).find((error) => error.path === path)?.message),
  }
}

const { payment_screenshot_url: field } = proofFields.registration

/** A screenshot that is looked at as in the real form, and stays in the page (behaviour 9.10). */
const usePracticeUpload = (): RegistrationFields['upload'] => {
  const [file, setFile] = useState<HeldFile>()
  const [refusal, setRefusal] = useState<string>()
  const [oversized, setOversized] = useState<File>()
  const picture = useMemo(() => file && new Blob([file.bytes], { type: file.type }), [file])
  return {
    accept: field.takes.join(','),
    file,
    picture,
    step: 'idle',
    refusal,
    oversized,
    choose: async (chosen) => {
      const read = await readFile(chosen, field)
      setRefusal(read.ok ? undefined : read.words)
      setOversized(chosen.size > maxFileBytes ? chosen : undefined)
      if (read.ok) setFile(read.file)
    },
    remove: () => {
      setRefusal(undefined)
      setOversized(undefined)
      setFile(undefined)
    },
  }
}
