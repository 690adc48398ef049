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
  /** By the field that holds the file's URL. */
  files?: Readonly<Record<string, FilePlan>>
  /** The amount that the files prove, in rupees, if it can change. */
  due?: ((values: Values) => number | undefined) | undefined
  words: FormWords
  /** Validates the draft with these file URLs and makes the body. */
  check: (values: Values, urls: Urls) => Parsed<Body>
  /** Returns a reason not to send the form. */
  beforeSend?: () => Promise<Failure | undefined>
  /**
   * Sends a validated body. Calls through `retry` are repeated while the server is busy. Returns
   * the failure, if any.
   */
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

/** Placeholder for files that are not uploaded while the other fields are validated. */
const pendingFileUrl = 'not-yet-uploaded'

const doubt = 'Please say whether the screenshot shows the new amount, or choose another.'

/**
 * The base of all forms: a draft on the device, files that are uploaded once, and validation on
 * blur and before sending.
 */
export const useForm = <Values extends object, Body>(plan: FormPlan<Values, Body>) => {
  const { keepAs, schema, files = {} } = plan
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

  /** All errors in the order of the fields. Only complete checks report missing files. */
  const check = (isWithFiles: boolean): readonly FieldError[] => {
    const urls = Object.keys(files).map((field) => [
      field,
      isWithFiles && !hasFile(field) ? '' : pendingFileUrl,
    ])
    const checked = plan.check(draft.read(), Object.fromEntries(urls))
    const doubts = Object.keys(files).flatMap((path) =>
      findDoubt(path) ? [{ path, message: doubt }] : [],
    )
    return [...(checked.ok ? [] : checked.errors), ...doubts].sort(
      (one, other) => findFieldPosition(one.path) - findFieldPosition(other.path),
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

  const attempt = async (ready?: Body): Promise<Failure | undefined> => {
    setStep('preparing')
    if (ready === undefined) {
      const refusal = await plan.beforeSend?.()
      if (refusal) {
        return refusal
      }
      await whenFilesRead()
      const errors = check(true)
      if (errors.length > 0) {
        return { kind: 'fields', errors }
      }
      const results = await sendAll()
      if (!results.ok) {
        return results.failure
      }
      const urls = Object.keys(files).map((field) => [field, results.urls[field] ?? pendingFileUrl])
      const checked = plan.check(draft.read(), Object.fromEntries(urls))
      if (!checked.ok) {
        return { kind: 'fields', errors: checked.errors }
      }
      ready = checked.value
    }
    setStep('sending')
    return plan.send(ready, retries.send)
  }

  const waitingFile = Object.values(uploads).find(({ wait }) => wait)
  const stopped = failure?.kind === 'fields' ? failure.errors : []
  const findError = (path: string) =>
    wrong[path] === doubt && !findDoubt(path) ? undefined : wrong[path]
  return {
    ref,
    draft,
    uploads,
    /** `preparing` while validating and uploading, `sending` during the request. */
    step,
    /** Includes uploads. */
    isBusy:
      step !== 'editing' || Object.values(uploads).some((upload) => upload.step === 'uploading'),
    /** The running wait for a retry, if any. */
    waiting: retries.wait
      ? { wait: retries.wait, stop: retries.stop }
      : waitingFile?.wait && { wait: waitingFile.wait, stop: waitingFile.stopRetrying },
    failure,
    /** The errors of the last attempt that have not been fixed since. */
    remainingErrors: stopped
      .flatMap(({ path }) => ({ path, message: findError(path) ?? '' }))
      .filter(({ message }) => message),
    findError,
    setFieldError,
    field(path: TextPath<Values>) {
      return fieldNamed(path)
    },
    /** For field names that are computed. */
    fieldNamed,
    /** Changes the draft and clears the errors of these fields. */
    edit(paths: readonly string[], update: (values: Values) => Values) {
      edit(paths, update)
    },
    validateField,
    /** Errors without those of missing files. */
    findErrors: () => check(false),
    /**
     * Validates, uploads and sends, or sends a validated body. Does nothing while another call is
     * running.
     */
    async submit(ready?: Body) {
      if (isSubmitting.current) {
        return
      }
      isSubmitting.current = true
      showFailure(undefined)
      try {
        const first = await attempt(ready)
        const errors = first?.kind === 'fields' ? first.errors : []
        const { applyFieldErrors } = plan
        if (applyFieldErrors && errors.length > 0) {
          draft.change((values) => applyFieldErrors(values, errors))
        }
        // The server has deleted these uploads: upload them again, once.
        const isStale =
          errors.length > 0 &&
          errors.every(({ path }) => uploads[path]?.file?.url && !findDoubt(path))
        for (const { path } of errors) {
          if (!findDoubt(path)) {
            uploads[path]?.forgetAddress()
          }
        }
        showFailure(isStale ? await attempt() : first)
      } finally {
        isSubmitting.current = false
        setStep('editing')
      }
    },
    retryUpload: async () => {
      showFailure(undefined)
      const results = await sendAll()
      if (results.ok) {
        setIsUploaded(true)
      } else {
        showFailure(results.failure)
      }
    },
    /** Whether `retryUpload` has just succeeded. */
    isUploaded,
    /** Shows a failure, or clears it. */
    showFailure,
    /** Empties the form and removes its draft and files. */
    clear: () => {
      draft.clear()
      for (const upload of Object.values(uploads)) {
        upload.remove()
      }
      showFailure(undefined)
    },
  }
}
