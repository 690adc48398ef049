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

/** What one of the site's forms is. */
export interface FormPlan<Values extends object, Body> {
  /** The name under which its draft is kept; undefined: it stays in the page. It must not change between renders. */
  keepAs: string | undefined
  /** Of its draft; what it makes of nothing is the empty form. It must not change between renders. */
  schema: v.GenericSchema<unknown, Values>
  /** Its files by the fields that hold their addresses. */
  files?: Readonly<Record<string, FilePlan>>
  /** The rupees whose payment its files prove, where that sum can change. */
  due?: ((values: Values) => number | undefined) | undefined
  words: FormWords
  /** The body that the draft makes with these addresses. */
  check: (values: Values, urls: Urls) => Parsed<Body>
  /** Looks, before anything is sent, for a reason not to; gives that reason. */
  beforeSend?: () => Promise<Failure | undefined>
  /** Sends what was checked, through `retry`, which makes a call again while it is refused for seconds; gives why that failed. */
  send: (body: Body, retry: Retry) => Promise<Failure | undefined>
  /** What the draft learns from the server's complaints. */
  applyFieldErrors?: (values: Values, errors: readonly FieldError[]) => Values
}

/** What a field of one text is given. */
export interface TextProps {
  path: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
}

export type Form<Values extends object, Body = unknown> = ReturnType<typeof useForm<Values, Body>>

/** Stands for the address of a file that is not uploaded yet, while the rest is checked. */
const pendingFileUrl = 'not-yet-uploaded'

const doubt = 'Please say whether the screenshot shows the new amount, or choose another.'

/**
 * Everything that the forms of the site have in common: a draft on the device, files that are uploaded once, fields that are
 * checked when they are left and before all is sent (behaviours 5.11, 5.12, 5.14).
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

  /** A file that was not chosen is the check's to tell, unless files are left aside. */
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
    /** `preparing` while fields are checked and files uploaded, `sending` while the server has it. */
    step,
    /** Whether something is under way, a file included. */
    isBusy:
      step !== 'editing' || Object.values(uploads).some((upload) => upload.step === 'uploading'),
    /** Why and when something is sent again by itself, and how to stop that. */
    waiting: retries.wait
      ? { wait: retries.wait, stop: retries.stop }
      : waitingFile?.wait && { wait: waitingFile.wait, stop: waitingFile.stopRetrying },
    failure,
    /** The fields that stopped the last attempt and have not been mended since. */
    remainingErrors: stopped
      .flatMap(({ path }) => ({ path, message: findError(path) ?? '' }))
      .filter(({ message }) => message),
    /** What is wrong with a field now, if anything. */
    findError,
    /** Notes what is wrong with a field, or with undefined that nothing is known to be. */
    setFieldError,
    /** What the field of a text is given. */
    field(path: TextPath<Values>) {
      return fieldNamed(path)
    },
    /** The same of a field whose name is not known beforehand. */
    fieldNamed,
    /** Changes the draft; the fields at these paths are no longer wrong until they are looked at again. */
    edit(paths: readonly string[], update: (values: Values) => Values) {
      edit(paths, update)
    },
    /** Looks at one field, as when it is left. */
    validateField,
    /** What is wrong, the files left aside. */
    findErrors: () => check(false),
    /** Checks, uploads the files and sends, or sends a body that is ready; while one is under way a second call does nothing. */
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
        // Files that the server has swept away since are uploaded anew, once.
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
    /** Uploads the files alone, after that failed. */
    retryUpload: async () => {
      showFailure(undefined)
      const results = await sendAll()
      if (results.ok) {
        setIsUploaded(true)
      } else {
        showFailure(results.failure)
      }
    },
    /** Whether that has just succeeded. */
    isUploaded,
    /** Shows why the form is not sent; undefined: nothing stands in its way any more. */
    showFailure,
    /** Empties the form, and keeps nothing of it on the device. */
    clear: () => {
      draft.clear()
      for (const upload of Object.values(uploads)) {
        upload.remove()
      }
      showFailure(undefined)
    },
  }
}
