import { useRef, useState } from 'react'
import type * as v from 'valibot'
import type { FieldError, Parsed } from '../../festival/contract/problem'
import { findFieldPosition } from '../../ui/field'
import {
  fillEmptyTexts,
  readText,
  type TextPath,
  useDraft,
  useEarlyTexts,
  writeText,
} from './draft'
import type { Failure, FormWords } from './failure'
import { type Retry, useRetries } from './retries'
import { type FilePlan, type Urls, useFiles } from './use-files'

export interface FormPlan<Values extends object, Body> {
  /**
   * The draft's storage key; undefined keeps it in memory only. It must not change between renders.
   */
  keepAs: string | undefined
  /** Parsing `{}` with it gives the empty form. It must not change between renders. */
  schema: v.GenericSchema<unknown, Values>
  /** Keyed by the field that holds the file's URL. */
  files?: Readonly<Record<string, FilePlan>>
  /** The amount in rupees that the files must prove, if it can change. */
  due?: ((values: Values) => number | undefined) | undefined
  words: FormWords
  /** Validates the draft with these file URLs and returns the body. */
  check: (values: Values, urls: Urls) => Parsed<Body>
  beforeSend?: () => Promise<Failure | undefined>
  /** `retry` repeats calls while the server is busy. Returns the failure, if any. */
  send: (body: Body, retry: Retry) => Promise<Failure | undefined>
  /** Updates the draft after the server rejected fields. */
  applyFieldErrors?: (values: Values, errors: readonly FieldError[]) => Values
}

export interface TextProps {
  path: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
}

export type Form<Values extends object, Body = unknown> = ReturnType<typeof useForm<Values, Body>>

type Prepared<Body> = { ok: true; value: Body } | { ok: false; failure: Failure }

/** Placeholder for files that are not uploaded while the other fields are validated. */
const pendingFileUrl = 'not-yet-uploaded'

const doubt = 'Please say whether the screenshot shows the new amount, or choose another.'

/**
 * The base of all forms. Keeps a draft on the device, uploads files once, and validates fields on
 * blur and before sending.
 */
export const useForm = <Values extends object, Body>(plan: FormPlan<Values, Body>) => {
  const { keepAs, schema, files = {} } = plan
  const fileFields = Object.keys(files)
  const draft = useDraft(keepAs, schema)
  const due = plan.due?.(draft.value)
  const { uploads, whenFilesRead, hasFile, findDoubt, sendAll } = useFiles(
    files,
    plan.words.uploadFailed,
    due,
  )
  const ref = useEarlyTexts((texts) => draft.change((values) => fillEmptyTexts(values, texts)))
  const retries = useRetries()
  const [step, setStep] = useState<'editing' | 'preparing' | 'sending'>('editing')
  const [failure, setFailure] = useState<Failure>()
  const [wrong, setWrong] = useState<Readonly<Record<string, string | undefined>>>({})
  const [isUploaded, setIsUploaded] = useState(false)
  const isSubmitting = useRef(false)

  const showFailure = (next: Failure | undefined) => {
    setFailure(next)
    setIsUploaded(false)
    setWrong(
      next?.kind === 'fields'
        ? Object.fromEntries(next.errors.map(({ path, message }) => [path, message]))
        : {},
    )
  }
  const setFieldError = (path: string, message: string | undefined) =>
    setWrong((before) => ({ ...before, [path]: message }))

  const parse = (findUrl: (field: string) => string) => {
    const urls = fileFields.map((field) => [field, findUrl(field)])
    return plan.check(draft.read(), Object.fromEntries(urls))
  }

  /** Returns all errors in the order of the fields. Only a complete check reports missing files. */
  const check = (isComplete: boolean): readonly FieldError[] => {
    const checked = parse((field) => (isComplete && !hasFile(field) ? '' : pendingFileUrl))
    const errors = checked.ok ? [] : [...checked.errors]
    for (const path of fileFields) {
      if (findDoubt(path)) {
        errors.push({ path, message: doubt })
      }
    }
    return errors.sort(
      (left, right) => findFieldPosition(left.path) - findFieldPosition(right.path),
    )
  }
  const validateField = (path: string) =>
    setFieldError(path, check(false).find((error) => error.path === path)?.message)

  const edit = (paths: readonly string[], update: (values: Values) => Values) => {
    for (const path of paths) {
      setFieldError(path, undefined)
    }
    draft.change(update)
  }
  const fieldNamed = (path: string): TextProps => ({
    path,
    value: readText(draft.value, path),
    error: wrong[path],
    onChange: (text) => edit([path], (values) => writeText(values, path, text)),
    onBlur: () => readText(draft.read(), path) !== '' && validateField(path),
  })

  const prepare = async (): Promise<Prepared<Body>> => {
    const refusal = await plan.beforeSend?.()
    if (refusal) {
      return { ok: false, failure: refusal }
    }
    await whenFilesRead()
    const errors = check(true)
    if (errors.length > 0) {
      return { ok: false, failure: { kind: 'fields', errors } }
    }
    const sent = await sendAll()
    if (!sent.ok) {
      return sent
    }
    const checked = parse((field) => sent.urls[field] ?? pendingFileUrl)
    return checked.ok ? checked : { ok: false, failure: { kind: 'fields', errors: checked.errors } }
  }
  const attempt = async (ready?: Body): Promise<Failure | undefined> => {
    setStep('preparing')
    const prepared: Prepared<Body> =
      ready === undefined ? await prepare() : { ok: true, value: ready }
    if (!prepared.ok) {
      return prepared.failure
    }
    setStep('sending')
    return plan.send(prepared.value, retries.send)
  }

  const findWait = () => {
    if (retries.wait) {
      return { wait: retries.wait, stop: retries.stop }
    }
    const upload = Object.values(uploads).find(({ wait }) => wait)
    return upload?.wait && { wait: upload.wait, stop: upload.stopRetrying }
  }
  const lastErrors = failure?.kind === 'fields' ? failure.errors : []
  const findError = (path: string) =>
    wrong[path] === doubt && !findDoubt(path) ? undefined : wrong[path]
  return {
    ref,
    draft,
    uploads,
    /** `preparing` while validating and uploading, `sending` during the request. */
    step,
    isBusy:
      step !== 'editing' || Object.values(uploads).some((upload) => upload.step === 'uploading'),
    waiting: findWait(),
    failure,
    /** The errors of the last attempt that have not been fixed since. */
    remainingErrors: lastErrors
      .flatMap(({ path }) => ({ path, message: findError(path) ?? '' }))
      .filter(({ message }) => message),
    findError,
    setFieldError,
    field(path: TextPath<Values>) {
      return fieldNamed(path)
    },
    /** Like `field`, for names that are computed at run time. */
    fieldNamed,
    /** Changes the draft and clears the errors of these fields. */
    edit(paths: readonly string[], update: (values: Values) => Values) {
      edit(paths, update)
    },
    validateField,
    /** Returns all errors except those of missing files. */
    findErrors: () => check(false),
    /** Sends the draft, or a validated body. Does nothing while another call is running. */
    async submit(ready?: Body) {
      if (isSubmitting.current) {
        return
      }
      isSubmitting.current = true
      showFailure(undefined)
      try {
        let result = await attempt(ready)
        const errors = result?.kind === 'fields' ? result.errors : []
        const { applyFieldErrors } = plan
        if (applyFieldErrors && errors.length > 0) {
          draft.change((values) => applyFieldErrors(values, errors))
        }
        const areUploadsGone =
          errors.length > 0 &&
          errors.every(({ path }) => uploads[path]?.file?.url && !findDoubt(path))
        for (const { path } of errors) {
          if (!findDoubt(path)) {
            uploads[path]?.forgetAddress()
          }
        }
        if (areUploadsGone) {
          // The server has deleted these files, so upload them again, but only once.
          result = await attempt()
        }
        showFailure(result)
      } finally {
        isSubmitting.current = false
        setStep('editing')
      }
    },
    retryUpload: async () => {
      showFailure(undefined)
      const sent = await sendAll()
      if (sent.ok) {
        setIsUploaded(true)
      } else {
        showFailure(sent.failure)
      }
    },
    /** Whether `retryUpload` has just succeeded. */
    isUploaded,
    showFailure,
    clear: () => {
      draft.clear()
      for (const upload of Object.values(uploads)) {
        upload.remove()
      }
      showFailure(undefined)
    },
  }
}
