import { useEffect, useRef, useState } from 'react'
import type { FormKind, Forms } from '../../../festival/api'
import type { FieldError, Parsed } from '../../../festival/problem'
import { sendForm } from '../../api'
import { idOf, keepReceipt } from '../../kept-receipts'
import type { Draft } from '../drafts/use-draft'
import { type Attempts, noteAttempt, noteFailure, openAttempts } from './attempts'
import { readFailure, type SubmissionFailure, type SubmissionWords } from './read-failure'
import type { Wait } from './send-with-retries'
import { useRetries } from './use-retries'

/** The addresses of a form's files by their fields; empty for one that was not chosen. */
export type Urls = Readonly<Record<string, string>>

/** The addresses of the files once all are up, or why there are none. */
export type SentFiles = { ok: true; urls: Urls } | { ok: false; failure: SubmissionFailure }

/** What a form holds, with its attempts. */
export interface Submitted<Kind extends FormKind> {
  attempts: Attempts<Forms[Kind]['body']>
}

export interface SubmissionPlan<Kind extends FormKind, Held extends Submitted<Kind>> {
  kind: Kind
  words: SubmissionWords
  /** Holds the attempts, which must be kept before `change` returns. */
  draft: Pick<Draft<Held>, 'read' | 'change'>
  /** Empties the form, and keeps nothing of it on the device. */
  forget: () => void
  /** The record is saved and its e-mail has gone out, sent by this tab or by another one that held the same. */
  onDone: (receipt: Forms[Kind]['receipt']) => void
  /** The body that the draft makes with these addresses; errors come in the order of the page. */
  check: (held: Held, urls: Urls) => Parsed<Forms[Kind]['body']>
  /** What stands for the addresses while the rest is checked. */
  urls: Urls
  /** Uploads what is not up yet. */
  sendFiles: () => Promise<SentFiles>
  /** The payment reference; undefined where nothing is paid. */
  reference: string | undefined
  /** Mends what it can of the server's complaints (a file that is no longer there); true tries again, once. */
  recover?: (errors: readonly FieldError[]) => boolean
}

export interface Submission<Body> {
  /** `preparing` while fields are checked and files uploaded, `sending` while the server has it. */
  step: 'editing' | 'preparing' | 'sending'
  failure: SubmissionFailure | undefined
  /** Why and when it is sent again by itself. */
  wait: Wait | undefined
  stopWaiting: () => void
  /** Checks, uploads the files and sends; a second call while the first is under way does nothing. */
  submit: () => void
  /** Whether there is an earlier body that can still be finished. */
  canFinish: () => boolean
  /** Sends what was sent first once more, which finishes its registration; gives that body. */
  finishAsSent: () => Body | undefined
  /** Leaves the saved record as it is; what the form holds becomes a record of its own. */
  startAnew: () => void
  /** Shows a failure that the form itself met. */
  fail: (failure: SubmissionFailure) => void
  dismiss: () => void
}

/** What a tab tells the others when its form is saved: under which key, what the form held, and the answer. */
interface News<Kind extends FormKind> extends Submitted<Kind> {
  text: string
  receipt: Forms[Kind]['receipt']
}

/** What a form holds, without its attempts. */
const textOf = (held: object) => JSON.stringify({ ...held, attempts: undefined })

/**
 * Sends a form so that it is saved exactly once, from however many tabs, and reads every way in which that can fail
 * (behaviour 7.17).
 */
export const useSubmission = <Kind extends FormKind, Held extends Submitted<Kind>>(
  plan: SubmissionPlan<Kind, Held>,
): Submission<Forms[Kind]['body']> => {
  type Body = Forms[Kind]['body']
  const { kind, words, draft, forget, onDone, check, urls, sendFiles, reference, recover } = plan
  const [step, setStep] = useState<Submission<Body>['step']>('editing')
  const [failure, setFailure] = useState<SubmissionFailure>()
  const isBusy = useRef(false)
  const isDone = useRef(false)
  const patience = useRetries()

  const write = (attempts: Attempts<Body>) => draft.change((held) => ({ ...held, attempts }))

  const finish = (receipt: Forms[Kind]['receipt']) => {
    isDone.current = true
    onDone(receipt)
  }

  const tellTabs = useOtherTabs(({ attempts, text, receipt }: News<Kind>) => {
    const held = draft.read()
    if (held.attempts.key !== attempts.key) return
    if (textOf(held) === text) {
      // What is under way here must not be kept after the other tab has removed it.
      if (isBusy.current) forget()
      finish(receipt)
    } else {
      write(attempts)
      setFailure({ kind: 'reused', registrationId: idOf(receipt) })
    }
  })

  const send = async (body: Body): Promise<SubmissionFailure | undefined> => {
    setStep('sending')
    const before = draft.read().attempts
    write(noteAttempt(before, body))
    const answer = await patience.send(() => sendForm(kind, body, before.key))
    if (isDone.current) return undefined
    if (answer.ok) {
      keepReceipt(before.key, kind, answer.value, body)
      tellTabs({ attempts: { ...before, sent: [body] }, text: textOf(draft.read()), receipt: answer.value })
      forget()
      finish(answer.value)
      return undefined
    }
    const after = noteFailure(before, body, answer.failure)
    write(after)
    const read = readFailure(answer.failure, words)
    // The refusal of a changed body doesn't repeat the id that an earlier answer told.
    return read.kind === 'reused' ? { ...read, registrationId: after.savedAs } : read
  }

  const submit = async (ready?: Body) => {
    if (isBusy.current) return
    isBusy.current = true
    setFailure(undefined)
    try {
      const attempt = async () => {
        setStep('preparing')
        if (ready) return send(ready)
        const checked = check(draft.read(), urls)
        if (!checked.ok) return { kind: 'fields', errors: checked.errors } as const
        const sent = await sendFiles()
        if (!sent.ok) return sent.failure
        const payment = reference === undefined ? {} : { payment_reference: reference }
        return send({ ...checked.value, ...sent.urls, ...payment })
      }
      const first = await attempt()
      const mayRetry = first?.kind === 'fields' && recover?.(first.errors) === true
      setFailure(mayRetry ? await attempt() : first)
    } finally {
      isBusy.current = false
      setStep('editing')
    }
  }

  const finishAsSent = () => {
    const [body] = draft.read().attempts.sent
    if (body) void submit(body)
    return body
  }

  const startAnew = () => {
    write(openAttempts())
    setFailure(undefined)
  }

  return {
    step,
    failure,
    wait: patience.wait,
    stopWaiting: patience.stop,
    submit: () => void submit(),
    canFinish: () => draft.read().attempts.sent.length > 0,
    finishAsSent,
    startAnew,
    fail: setFailure,
    dismiss: () => setFailure(undefined),
  }
}

/**
 * Listens to the other tabs of this device that show a form, and gives the function that tells them something. What is
 * told must name its draft's key: all forms share the line. A browser without it says nothing, and the server's answer
 * to the shared key has the last word (behaviour 5.41).
 */
const useOtherTabs = <News>(onNews: (news: News) => void): ((news: News) => void) => {
  const channel = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    try {
      channel.current = new BroadcastChannel('cerebra:sent')
    } catch {
      // Not there, or switched off together with the storage.
    }
    return () => {
      channel.current?.close()
      channel.current = undefined
    }
  }, [])
  useEffect(() => {
    if (channel.current) channel.current.onmessage = ({ data }: MessageEvent<News>) => onNews(data)
  })
  return (news) => channel.current?.postMessage(news)
}
