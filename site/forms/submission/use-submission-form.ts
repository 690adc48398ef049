import type { RefObject } from 'react'
import * as v from 'valibot'
import type { FormKind, Forms } from '../../../festival/api'
import type { FieldError, Parsed } from '../../../festival/problem'
import { adoptTexts, type Texts, useEarlyTexts } from '../drafts/early-texts'
import { type Draft, useDraft } from '../drafts/use-draft'
import { useReference } from '../payment/use-reference'
import type { Upload, Uploaded } from '../uploads/use-upload'
import type { SubmissionFailure, SubmissionWords } from './read-failure'
import { type FieldErrors, useFieldErrors } from './use-field-errors'
import { type SentFiles, type Submission, type Submitted, type Urls, useSubmission } from './use-submission'

type FailedUpload = Extract<Uploaded, { ok: false }>

/** What one of the forms is. */
export interface FormPlan<Kind extends FormKind, Held extends Submitted<Kind>> {
  kind: Kind
  words: SubmissionWords
  /** The name under which its draft is kept. */
  keepAs: string
  /** Of its draft; it must not change between renders. */
  schema: v.GenericSchema<unknown, Held>
  /** Its files by the fields that hold their addresses. */
  uploads: Readonly<Record<string, Upload>>
  /** Whether something is paid in it, under a reference of its own. */
  isPaidHere: boolean
  /** The body that the draft makes with these addresses; errors come in the order of the page. */
  check: (held: Held, urls: Urls) => Parsed<Forms[Kind]['body']>
  /** Puts what was typed early into the draft; undefined: fields and draft have the same names. */
  adopt?: (held: Held, texts: Texts) => Held
  /** The draft that makes this body again; undefined: body and draft have the same names. */
  fill?: (held: Held, body: Forms[Kind]['body']) => Held
  /** What the draft learns from the server's complaints. */
  learn?: (held: Held, errors: readonly FieldError[]) => Held
  /** How to show that a file was not taken; undefined: as an upload that can be tried again alone. */
  readUploadFailure?: (field: string, failure: FailedUpload) => SubmissionFailure
  /** The record is saved and its e-mail has gone out. */
  onDone: (receipt: Forms[Kind]['receipt']) => void
}

export interface SubmissionForm<Kind extends FormKind, Held> {
  /** The form's ref. */
  form: RefObject<HTMLFormElement | null>
  draft: Draft<Held>
  /** The payment reference; undefined until the page is alive, and where nothing is paid. */
  reference: string | undefined
  submission: Omit<Submission<Forms[Kind]['body']>, 'submit' | 'finishAsSent'>
  errors: FieldErrors
  /** Checks everything but the files. */
  check: () => Parsed<Forms[Kind]['body']>
  /** Checks, uploads the files, and sends. */
  submit: () => void
  /** Uploads the files alone, after that failed; gives whether all are up. */
  retryUpload: () => Promise<boolean>
  /** Sends what was sent first once more, and shows it. */
  finishAsSent: () => void
  /** Changes the draft; the fields at these paths are no longer wrong until they are looked at again. */
  edit: (paths: readonly string[], update: (held: Held) => Held) => void
  /** Looks at one field when it is left. */
  look: (path: string) => void
  /** Empties the form, and keeps nothing of it on the device. */
  clear: () => void
}

/** Stands for the address of a file that is not uploaded yet, while the rest is checked. */
const notYet = 'not-yet-uploaded'

const failUpload = (_field: string, { words }: FailedUpload): SubmissionFailure => ({ kind: 'upload', words })

/**
 * Everything that the forms have in common: a draft on the device, files that are uploaded once, fields that are checked
 * when they are left and before all is sent, and a record that is saved exactly once (behaviours 5.11, 5.12, 7.17).
 */
export const useSubmissionForm = <Kind extends FormKind, Held extends Submitted<Kind>>(
  plan: FormPlan<Kind, Held>,
): SubmissionForm<Kind, Held> => {
  const { kind, words, keepAs, schema, uploads, isPaidHere, onDone } = plan
  const { adopt = (held, texts) => adoptTexts(schema, held, texts) } = plan
  const { fill = (held, body) => v.parse(schema, { ...held, ...body }) } = plan
  const { learn, readUploadFailure = failUpload } = plan
  const files = Object.entries(uploads)
  const draft = useDraft(keepAs, schema)
  const { text, forget: forgetReference, renew: renewReference } = useReference(keepAs)
  const reference = isPaidHere ? text : undefined

  const forget = () => {
    draft.clear()
    forgetReference()
    for (const [, upload] of files) upload.remove()
  }

  const urlsBy = (urlOf: (upload: Upload) => string): Urls =>
    Object.fromEntries(files.map(([field, upload]) => [field, urlOf(upload)]))

  /** Uploads what is not up yet, all at once; gives the addresses, or why there are none. */
  const sendFiles = async (): Promise<SentFiles> => {
    const sent = await Promise.all(files.map(async ([field, upload]) => ({ field, answer: await upload.send() })))
    const urls: Record<string, string> = {}
    for (const { field, answer } of sent) {
      if (!answer.ok) return { ok: false, failure: readUploadFailure(field, answer) }
      urls[field] = answer.url
    }
    return { ok: true, urls }
  }

  const submission = useSubmission<Kind, Held>({
    kind,
    words,
    draft,
    forget,
    onDone,
    check: plan.check,
    // A file that was not chosen is the check's to tell.
    urls: urlsBy(({ file }) => (file ? notYet : '')),
    sendFiles,
    reference,
    recover: (errors) => {
      if (learn) draft.change((held) => learn(held, errors))
      const isStale = errors.every(({ path }) => uploads[path]?.file?.url !== undefined)
      for (const { path } of errors) uploads[path]?.forgetAddress()
      return isStale
    },
  })
  const errors = useFieldErrors(submission.failure)
  const form = useEarlyTexts((texts) => draft.change((held) => adopt(held, texts)))

  const check = () =>
    plan.check(
      draft.read(),
      urlsBy(() => notYet),
    )

  return {
    form,
    draft,
    reference,
    submission,
    errors,
    check,
    submit: submission.submit,
    retryUpload: async () => {
      submission.dismiss()
      const sent = await sendFiles()
      if (!sent.ok) submission.fail(sent.failure)
      return sent.ok
    },
    finishAsSent: () => {
      const body = submission.finishAsSent()
      if (body) draft.change((held) => fill(held, body))
    },
    edit: (paths, update) => {
      for (const path of paths) errors.note(path, undefined)
      draft.change(update)
    },
    look: (path) => {
      const checked = check()
      errors.note(path, checked.ok ? undefined : checked.errors.find((error) => error.path === path)?.message)
    },
    clear: () => {
      forget()
      renewReference()
      submission.dismiss()
    },
  }
}
