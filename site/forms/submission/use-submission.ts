import { useRef, useState } from 'react'
import type { FieldError } from '../../../festival/problem'
import { type FormPath, sendForm } from '../../api'
import { type Ledger, noteAttempt, noteFailure, openLedger } from './ledger'
import { readFailure, type SubmissionFailure, type SubmissionWords } from './read-failure'

/** A body that is ready to be sent, or why there is none. */
export type Prepared<Body> = { ok: true; body: Body } | { ok: false; failure: SubmissionFailure }

export interface SubmissionPlan<Body, Receipt> {
  path: FormPath
  words: SubmissionWords
  /** Reads and keeps the ledger in the form's draft; it must be kept before `write` returns. */
  ledger: { read: () => Ledger<Body> | undefined; write: (ledger: Ledger<Body> | undefined) => void }
  /** The record is saved and its e-mail has gone out. */
  onDone: (receipt: Receipt) => void
  /** Mends what it can of the server's complaints (a file that is no longer there); true tries again, once. */
  recover?: (errors: readonly FieldError[]) => boolean
}

export interface Submission<Body> {
  /** `preparing` while fields are checked and files uploaded, `sending` while the server has it. */
  step: 'editing' | 'preparing' | 'sending'
  failure: SubmissionFailure | undefined
  /** Prepares and sends; a second call while the first is under way does nothing. */
  submit: (prepare: () => Promise<Prepared<Body>>) => Promise<void>
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

/** Sends a form so that it is saved exactly once, and reads every way in which that can fail (behaviour 7.17). */
export const useSubmission = <Body extends object, Receipt>(plan: SubmissionPlan<Body, Receipt>): Submission<Body> => {
  const { path, words, ledger, onDone, recover } = plan
  const [step, setStep] = useState<Submission<Body>['step']>('editing')
  const [failure, setFailure] = useState<SubmissionFailure>()
  const isBusy = useRef(false)

  const send = async (body: Body): Promise<SubmissionFailure | undefined> => {
    setStep('sending')
    const before = ledger.read() ?? openLedger<Body>()
    ledger.write(noteAttempt(before, body))
    const answer = await sendForm<Receipt>(path, body, before.key)
    if (answer.ok) {
      onDone(answer.value)
      return undefined
    }
    const after = noteFailure(before, body, answer.failure)
    ledger.write(after)
    const read = readFailure(answer.failure, words)
    // The refusal of a changed body doesn't repeat the id that an earlier answer told.
    return read.kind === 'reused' ? { ...read, registrationId: after.savedAs } : read
  }

  const submit = async (prepare: () => Promise<Prepared<Body>>) => {
    if (isBusy.current) return
    isBusy.current = true
    setFailure(undefined)
    try {
      const attempt = async () => {
        setStep('preparing')
        const prepared = await prepare()
        return prepared.ok ? send(prepared.body) : prepared.failure
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
    const [body] = ledger.read()?.sent ?? []
    if (body) void submit(async () => ({ ok: true, body }))
    return body
  }

  const startAnew = () => {
    ledger.write(undefined)
    setFailure(undefined)
  }

  return {
    step,
    failure,
    submit,
    canFinish: () => (ledger.read()?.sent.length ?? 0) > 0,
    finishAsSent,
    startAnew,
    fail: setFailure,
    dismiss: () => setFailure(undefined),
  }
}
