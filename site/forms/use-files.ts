import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProblemCode } from '../../festival/contract/problem'
import { type ProofField, unsupportedWords } from '../../festival/forms/upload'
import { formatRupees } from '../../festival/payment/fee'
import { fileMessages } from '../../festival/text/messages'
import { type ApiFailure, uploadFile } from '../api'
import { type ChosenFile, findFile, keepFile, readFile } from './chosen-file'
import { type Failure, formatWait } from './failure'
import { sendWithRetries, type Wait } from './retries'

export interface FilePlan extends ProofField {
  /** The storage key; undefined keeps the file in memory only. */
  keepAs: string | undefined
}

/** URLs of the uploaded files by field. The URL of a missing file is empty. */
export type Urls = Readonly<Record<string, string>>

export type SentFiles = { ok: true; urls: Urls } | { ok: false; failure: Failure }

/**
 * `isFileRejected` means that the server refused the file itself, so another one must be chosen.
 */
type Uploaded = { ok: true; url: string } | { ok: false; words: string; isFileRejected: boolean }

export interface FileState {
  file?: ChosenFile | undefined
  /** For the preview; undefined for documents. */
  picture?: Blob | undefined
  step: 'idle' | 'uploading' | 'failed'
  /** The uploaded fraction, from 0 to 1. */
  share: number
  /** Set while waiting for a retry. */
  wait?: Wait | undefined
  /** Why the last chosen file was rejected; the previous file is kept. */
  refusal?: string | undefined
  oversized?: File | undefined
}

export interface FileUpload extends FileState {
  label: string
  accept: string
  /** Asks for confirmation if the amount due has changed since the file was chosen. */
  doubt: { words: string; yes: string; confirmAmount: () => void } | undefined
  choose: (file: File) => Promise<void>
  remove: () => void
  send: () => Promise<Uploaded>
  /** Makes the next `send` upload the file again, because the server no longer has it. */
  forgetAddress: () => void
  stopRetrying: () => void
}

const idle: FileState = { step: 'idle', share: 0 }

/** For these codes the form's own words are better than the server's detail. */
const genericCodes: readonly ProblemCode[] = [
  'unexpected',
  'unavailable',
  'bad-upload',
  'upload-failed',
]

/** Reuses the shown picture if the bytes are the same, so that the preview does not reload. */
const makePicture = ({ type, bytes }: ChosenFile, shown: FileState): Blob | undefined => {
  if (type === 'application/pdf') {
    return undefined
  }
  return bytes === shown.file?.bytes ? shown.picture : new Blob([bytes], { type })
}

const isTooLarge = (failure: ApiFailure): boolean =>
  failure.kind === 'problem' && failure.problem.status === 413

const explainFailure = (
  failure: ApiFailure,
  field: ProofField,
  failed: string,
): { words: string; isFileRejected: boolean } => {
  if (failure.kind === 'unreachable') {
    return { words: failed, isFileRejected: false }
  }
  const { code, detail } = failure.problem
  if (isTooLarge(failure)) {
    return { words: detail, isFileRejected: true }
  }
  if (code === 'unsupported-file') {
    // The server lists all types of the preset; this field may accept fewer.
    const isExact = detail === fileMessages.tooSmall || detail === fileMessages.tooManyScans
    return { words: isExact ? detail : unsupportedWords(field), isFileRejected: true }
  }
  if (code !== 'too-many-requests') {
    return { words: genericCodes.includes(code) ? failed : detail, isFileRejected: false }
  }
  const wait = formatWait(failure.retryAfterSeconds)
  return {
    words: `Too many files came from your network. Please try again ${wait}.`,
    isFileRejected: false,
  }
}

/**
 * Keeps files on the device and uploads each file once. A failed upload can be retried on its own;
 * `failed` is the form's message about it. `due` is the amount in rupees that the files must prove,
 * if it can change.
 */
export const useFiles = (
  plans: Readonly<Record<string, FilePlan>>,
  failed: string,
  due?: number,
) => {
  const [states, setStates] = useState<Readonly<Record<string, FileState>>>({})
  const latest = useRef(states)
  const activeUploads = useRef(
    new Map<string, { file: ChosenFile; answer: Promise<Uploaded>; controller: AbortController }>(),
  )
  const lastRead = useRef<Promise<unknown>>(Promise.resolve())
  const trackReading = (read: Promise<void>) => {
    lastRead.current = Promise.allSettled([lastRead.current, read])
    return read
  }

  const readState = (field: string) => latest.current[field] ?? idle
  const show = (field: string, change: Partial<FileState>) => {
    latest.current = { ...latest.current, [field]: { ...readState(field), ...change } }
    setStates(latest.current)
  }
  const setFile = (field: string, file: ChosenFile | undefined) => {
    activeUploads.current.get(field)?.controller.abort()
    const picture = file && makePicture(file, readState(field))
    latest.current = { ...latest.current, [field]: { ...idle, file, picture } }
    setStates(latest.current)
  }
  const setAndStoreFile = (field: string, file: ChosenFile | undefined) => {
    setFile(field, file)
    const name = plans[field]?.keepAs
    if (name !== undefined) {
      void keepFile(name, file)
    }
  }

  const restoreFiles = async () => {
    const restore = async ([field, { keepAs }]: [string, FilePlan]) => {
      const storedFile = keepAs === undefined ? undefined : await findFile(keepAs)
      if (storedFile && !readState(field).file) {
        setFile(field, storedFile)
      }
    }
    await Promise.all(Object.entries(plans).map(restore))
  }
  const start = useEffectEvent(() => trackReading(restoreFiles()))
  useEffect(() => void start(), [])

  const upload = async (
    field: string,
    plan: FilePlan,
    file: ChosenFile,
    signal: AbortSignal,
  ): Promise<Uploaded> => {
    const isWanted = () => readState(field).file === file
    show(field, { step: 'uploading', share: 0 })
    const content = new Blob([file.bytes], { type: file.type })
    const answer = await sendWithRetries(
      () =>
        uploadFile(
          content,
          file.name,
          plan.preset,
          (share) => isWanted() && show(field, { share }),
        ),
      { signal, onWait: (wait) => isWanted() && show(field, { wait }) },
    )
    // Another file was chosen during the upload, so this answer is obsolete.
    if (!isWanted()) {
      return { ok: false, words: failed, isFileRejected: false }
    }
    if (answer.ok) {
      setAndStoreFile(field, { ...file, url: answer.value.secure_url })
      return { ok: true, url: answer.value.secure_url }
    }
    const oversized = isTooLarge(answer.failure)
      ? new File([content], file.name, content)
      : undefined
    const { words, isFileRejected } = explainFailure(answer.failure, plan, failed)
    if (isFileRejected) {
      show(field, { step: 'idle', refusal: words, oversized })
    } else {
      show(field, { step: 'failed', refusal: undefined, oversized })
    }
    return { ok: false, words, isFileRejected }
  }

  const send = async (field: string, plan: FilePlan): Promise<Uploaded> => {
    const { file } = readState(field)
    if (!file) {
      return { ok: false, words: failed, isFileRejected: false }
    }
    if (file.url) {
      return { ok: true, url: file.url }
    }
    const running = activeUploads.current.get(field)
    if (running?.file === file) {
      return running.answer
    }
    const controller = new AbortController()
    const answer = upload(field, plan, file, controller.signal)
    activeUploads.current.set(field, { file, answer, controller })
    return answer.finally(
      () => activeUploads.current.get(field)?.file === file && activeUploads.current.delete(field),
    )
  }

  const choose = async (field: string, plan: FilePlan, chosen: File) => {
    // A screen reader announces a repeated message only if the previous one is cleared.
    show(field, { refusal: undefined, oversized: undefined })
    const read = await readFile(chosen, plan)
    if (read.ok) {
      setAndStoreFile(field, { ...read.file, due })
    } else {
      show(field, {
        refusal: read.words,
        oversized: read.words === fileMessages.tooLarge ? chosen : undefined,
      })
    }
  }

  const findDoubt = (field: string) => {
    const { file, step } = readState(field)
    if (step === 'uploading' || file?.due === undefined || due === undefined || file.due === due) {
      return undefined
    }
    const now = formatRupees(due)
    return {
      words: `You chose this screenshot when ${formatRupees(file.due)} was due. Now ${now} is due.`,
      yes: `It shows ${now}`,
      confirmAmount: () => setAndStoreFile(field, { ...file, due }),
    }
  }
  const makeUpload = (field: string, plan: FilePlan, state: FileState): FileUpload => ({
    ...state,
    label: plan.label,
    accept: plan.takes.join(','),
    doubt: findDoubt(field),
    choose: (chosen) => trackReading(choose(field, plan, chosen)),
    remove: () => setAndStoreFile(field, undefined),
    send: () => send(field, plan),
    forgetAddress: () => {
      const { file } = readState(field)
      if (file?.url) {
        setAndStoreFile(field, { ...file, url: undefined })
      }
    },
    stopRetrying: () => activeUploads.current.get(field)?.controller.abort(),
  })
  const uploads = Object.fromEntries(
    Object.entries(plans).map(([field, plan]) => [
      field,
      makeUpload(field, plan, states[field] ?? idle),
    ]),
  )

  return {
    uploads,
    /** Waits until all chosen and stored files are read. Visitors may submit before that. */
    whenFilesRead: () => lastRead.current,
    hasFile: (field: string) => readState(field).file !== undefined,
    findDoubt,
    sendAll: async (): Promise<SentFiles> => {
      const urls: Record<string, string> = {}
      const results = await Promise.all(
        Object.entries(uploads).map(async ([field, { send }]) => ({ field, answer: await send() })),
      )
      for (const { field, answer } of results) {
        if (answer.ok) {
          urls[field] = answer.url
        } else if (answer.isFileRejected) {
          return {
            ok: false,
            failure: { kind: 'fields', errors: [{ path: field, message: answer.words }] },
          }
        } else {
          return { ok: false, failure: { kind: 'upload', words: answer.words } }
        }
      }
      return { ok: true, urls }
    },
  }
}
