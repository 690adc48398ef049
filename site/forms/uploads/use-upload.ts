import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fileMessages } from '../../../festival/messages'
import type { ProblemCode } from '../../../festival/problem'
import { maxFileBytes, type ProofField, unsupportedWords } from '../../../festival/upload'
import { type ApiFailure, uploadFile } from '../../api'
import { formatWait } from '../submission/format-wait'
import type { Wait } from '../submission/send-with-retries'
import { useRetries } from '../submission/use-retries'
import { findFile, type HeldFile, keepFile, removeFile } from './kept-file'
import { readFile } from './read-file'

export interface UploadPlan extends ProofField {
  /** The name under which the file survives a reload. */
  keepAs: string
  /** What to say when it didn't arrive, in the form's own words. */
  failed: string
}

/** `isFilesFault`: the file itself was refused, so another one must be chosen. */
export type Uploaded = { ok: true; url: string } | { ok: false; words: string; isFilesFault: boolean }

export interface Upload {
  /** The types that its field takes, as a file field names them. */
  accept: string
  file: HeldFile | undefined
  /** What is held, for a preview; undefined for a document. */
  picture: Blob | undefined
  step: 'idle' | 'uploading' | 'failed'
  /** The share that has left, from 0 to 1, while uploading. */
  share: number
  /** Why and when it is sent again by itself. */
  wait: Wait | undefined
  stopWaiting: () => void
  /** Why the last chosen file was not taken; the one before it is still held. */
  refusal: string | undefined
  /** The last chosen file, where it was too large. */
  oversized: File | undefined
  choose: (file: File) => Promise<void>
  remove: () => void
  /** Uploads what is held and gives its address; a file that is up already isn't sent again. */
  send: () => Promise<Uploaded>
  /** Forgets the address, because the server no longer knows it: the next `send` uploads again. */
  forgetAddress: () => void
}

/** What these say is no more than that it failed; others tell why: no room for files now, a line that was too slow. */
const vague: readonly ProblemCode[] = ['unexpected', 'unavailable', 'bad-upload', 'upload-failed']

const wordsOf = (failure: ApiFailure, { failed, ...field }: UploadPlan): { words: string; isFilesFault: boolean } => {
  if (failure.kind === 'unreachable') return { words: failed, isFilesFault: false }
  const { code, detail } = failure.problem
  if (code === 'file-too-large') return { words: detail, isFilesFault: true }
  // The server speaks of all that the preset takes; this field may take less.
  if (code === 'unsupported-file')
    return {
      words:
        detail === fileMessages.tooSmall || detail === fileMessages.tooManyScans ? detail : unsupportedWords(field),
      isFilesFault: true,
    }
  if (code === 'no-room') return { words: detail, isFilesFault: false }
  if (code === 'too-many-requests')
    return {
      words: `Too many files came from your network. Please try again ${formatWait(failure.retryAfterSeconds)}.`,
      isFilesFault: false,
    }
  return { words: vague.includes(code) ? failed : detail, isFilesFault: false }
}

/**
 * One file of a form: chosen, kept on the device, uploaded once with progress, uploaded again alone after a failure
 * (behaviour 5.12). The plan's texts may change between renders, its `keepAs` may not.
 */
export const useUpload = (plan: UploadPlan): Upload => {
  const { keepAs } = plan
  const [file, setFile] = useState<HeldFile>()
  const [step, setStep] = useState<Upload['step']>('idle')
  const [share, setShare] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const [oversized, setOversized] = useState<File>()
  const held = useRef<HeldFile>(undefined)
  const underWay = useRef<{ file: HeldFile; answer: Promise<Uploaded> }>(undefined)
  const current = useRef(plan)
  const { wait, send: sendWithRetries, stop: stopWaiting } = useRetries()

  useEffect(() => {
    current.current = plan
  })

  const hold = useCallback(
    (next: HeldFile | undefined) => {
      stopWaiting()
      held.current = next
      setFile(next)
      setStep('idle')
      void (next ? keepFile(keepAs, next) : removeFile(keepAs))
    },
    [keepAs, stopWaiting],
  )

  useEffect(() => {
    void findFile(keepAs).then((kept) => {
      if (!kept || held.current) return
      held.current = kept
      setFile(kept)
    })
  }, [keepAs])

  const { bytes, type } = file ?? {}
  const picture = useMemo(
    () => (bytes && type !== 'application/pdf' ? new Blob([bytes], { type: type ?? '' }) : undefined),
    [bytes, type],
  )

  const actions = useMemo(() => {
    const choose = async (chosen: File) => {
      const read = await readFile(chosen, current.current)
      setRefusal(read.ok ? undefined : read.words)
      setOversized(chosen.size > maxFileBytes ? chosen : undefined)
      if (read.ok) hold(read.file)
    }

    const remove = () => {
      setRefusal(undefined)
      setOversized(undefined)
      hold(undefined)
    }

    const sendNow = async (sent: HeldFile): Promise<Uploaded> => {
      const { preset, failed } = current.current
      setStep('uploading')
      setShare(0)
      const content = new Blob([sent.bytes], { type: sent.type })
      const answer = await sendWithRetries(() =>
        uploadFile(content, sent.name, preset, (share) => held.current === sent && setShare(share)),
      )
      // Another file was chosen meanwhile: this answer is about one that nobody wants.
      if (held.current !== sent) return { ok: false, words: failed, isFilesFault: false }
      if (answer.ok) {
        hold({ ...sent, url: answer.value.secure_url })
        return { ok: true, url: answer.value.secure_url }
      }
      const { words, isFilesFault } = wordsOf(answer.failure, current.current)
      setStep(isFilesFault ? 'idle' : 'failed')
      setRefusal(isFilesFault ? words : undefined)
      return { ok: false, words, isFilesFault }
    }

    const send = async (): Promise<Uploaded> => {
      const sent = held.current
      if (!sent) return { ok: false, words: current.current.failed, isFilesFault: false }
      if (sent.url) return { ok: true, url: sent.url }
      if (underWay.current?.file !== sent) underWay.current = { file: sent, answer: sendNow(sent) }
      const { answer } = underWay.current
      return answer.finally(() => {
        if (underWay.current?.answer === answer) underWay.current = undefined
      })
    }

    const forgetAddress = () => {
      const { current: kept } = held
      if (kept?.url) hold({ name: kept.name, type: kept.type, bytes: kept.bytes })
    }

    return { choose, remove, send, forgetAddress }
  }, [hold, sendWithRetries])

  return { accept: plan.takes.join(','), file, picture, step, share, wait, stopWaiting, refusal, oversized, ...actions }
}
