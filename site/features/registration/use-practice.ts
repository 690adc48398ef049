import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { normaliseCoupon } from '../../../festival/coupon'
import type { Subject } from '../../../festival/subject'
import { adoptTexts, useEarlyTexts } from '../../forms/drafts/early-texts'
import type { SubmissionFailure } from '../../forms/submission/read-failure'
import { useFieldErrors } from '../../forms/submission/use-field-errors'
import { draftSchema, type RegistrationDraft } from './draft'
import { type FormValues, formValuesSchema } from './form-values'
import { checkPractice, furtherFields, practiceWait } from './practice'
import { usePracticeUpload } from './use-practice-upload'
import type { RegistrationFields } from './use-registration'

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
export const usePractice = (subject: Subject, onDone: () => void): Practice => {
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
