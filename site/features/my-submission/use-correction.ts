import { useRef, useState } from 'react'
import type { MySubmission } from '../../../festival/my-submission'
import type { FieldError } from '../../../festival/problem'
import { openDraftStore, readDraft, removeDraft, writeDraft } from '../../forms/drafts/draft'
import { readFailure, type SubmissionFailure } from '../../forms/submission/read-failure'
import { useFieldErrors } from '../../forms/submission/use-field-errors'
import { useRetries } from '../../forms/submission/use-retries'
import type { Upload } from '../../forms/uploads/use-upload'
import { correctMine } from './calls'
import { type Correction, type CorrectionDraft, correctionDraftSchema, draftOf, fieldsOf } from './correction-draft'

const words = { saveFailed: 'Your correction could not be sent. Please try again.', emailFailed: '' }

type Sent = { ok: true; urls: Record<string, string> } | { ok: false; failure: SubmissionFailure }

/** The refusals after which the page must look again. */
const changed: readonly string[] = ['stale', 'illegal', 'link-spent', 'gone']

/**
 * Mends what was asked for: the texts are kept on the device, the files are uploaded once, and all of it is sent with the
 * version that was seen (behaviour 14.44).
 */
export const useCorrection = ({
  secret,
  mine: { label, version },
  correction,
  onDone,
  onChanged,
}: {
  secret: string
  mine: MySubmission
  correction: Correction
  onDone: (mine: MySubmission) => void
  /** It is not what was seen any more. */
  onChanged: () => void
}) => {
  const keepAs = `correction:${label}:${version}`
  const [draft, setDraft] = useState<CorrectionDraft>(
    () => readDraft(openDraftStore(), keepAs, correctionDraftSchema, Date.now()) ?? draftOf(correction),
  )
  const [step, setStep] = useState<'editing' | 'sending'>('editing')
  const [failure, setFailure] = useState<SubmissionFailure>()
  const errors = useFieldErrors(failure)
  const patience = useRetries()
  const uploads = useRef(new Map<string, Upload>())

  const findEmpty = (): FieldError[] => [
    ...correction.fields
      .filter(({ name }) => name !== 'members' && !draft.texts[name]?.trim())
      .map(({ name, label }) => ({ path: name, message: `Please fill in: ${label}.` })),
    ...correction.proofs
      .filter(({ field }) => !uploads.current.get(field)?.file)
      .map(({ field }) => ({ path: field, message: 'Please choose a new file.' })),
  ]

  const sendFiles = async (): Promise<Sent> => {
    const urls: Record<string, string> = {}
    for (const [field, upload] of uploads.current) {
      const sent = await upload.send()
      if (!sent.ok)
        return {
          ok: false,
          failure: sent.isFilesFault
            ? { kind: 'fields', errors: [{ path: field, message: sent.words }] }
            : { kind: 'upload', words: sent.words },
        }
      urls[field] = sent.url
    }
    return { ok: true, urls }
  }

  const attempt = async (): Promise<SubmissionFailure | undefined> => {
    const empty = findEmpty()
    if (empty.length > 0) return { kind: 'fields', errors: empty }
    const sent = await sendFiles()
    if (!sent.ok) return sent.failure
    const proofs = sent.urls
    const fields = fieldsOf(correction, draft)
    const answer = await patience.send(() => correctMine({ secret, version, fields, proofs }))
    if (answer.ok) {
      removeDraft(openDraftStore(), keepAs)
      for (const upload of uploads.current.values()) upload.remove()
      onDone(answer.value)
      return undefined
    }
    const refused = answer.failure.kind === 'problem' ? answer.failure.problem : undefined
    if (refused && changed.includes(refused.code)) {
      onChanged()
      return undefined
    }
    // A file that the server has swept away since is uploaded anew.
    for (const { path } of refused?.errors ?? []) uploads.current.get(path)?.forgetAddress()
    return readFailure(answer.failure, words)
  }

  return {
    keepAs,
    draft,
    errors,
    failure,
    step,
    patience,
    /** Each file's field tells here how far it is. */
    noteUpload: (field: string, upload: Upload) => void uploads.current.set(field, upload),
    edit: (paths: readonly string[], update: (draft: CorrectionDraft) => CorrectionDraft) => {
      for (const path of paths) errors.note(path, undefined)
      const next = update(draft)
      setDraft(next)
      writeDraft(openDraftStore(), keepAs, next, Date.now())
    },
    submit: async () => {
      if (step === 'sending') return
      setStep('sending')
      setFailure(undefined)
      setFailure(await attempt())
      setStep('editing')
    },
  }
}

export type CorrectionState = ReturnType<typeof useCorrection>
