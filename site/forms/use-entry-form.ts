import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import type { FormKind, Forms } from '../../festival/forms/api'
import { type ProofField, proofFields } from '../../festival/forms/upload'
import { isReference, makeReference } from '../../festival/payment/upi'
import { formMessages } from '../../festival/text/messages'
import { makeUuid } from '../../ui/make-uuid'
import { type ApiFailure, sendForm } from '../api'
import { findId, keepReceipt } from '../receipts'
import { fill, readDraft, writeDraft } from './draft'
import { type Failure, readFailure } from './failure'
import type { Retry } from './retries'
import type { FilePlan } from './use-files'
import { type Form, type FormPlan, useForm } from './use-form'

/**
 * What a form remembers of its attempts at one submission, so that it is saved once and can always be finished: the
 * key that all attempts share, and the bodies that the server may have saved under it (behaviour 7.17).
 */
export interface Attempts<Body> {
  key: string
  /** Oldest first. A body leaves when it is certain that it wasn't saved. */
  sent: Body[]
  /** The id of the saved record, where the server told it. */
  savedAs?: string | undefined
}

const openAttempts = <Body>(): Attempts<Body> => ({ key: makeUuid(), sent: [] })

/** The schema of kept attempts, for a form's draft; a draft that was kept without one gets a new one.
 * A body that the form of today would refuse, which one of before has sent, is let go, and the draft and its key stay. */
export const attemptsSchema = <Body>(body: v.GenericSchema<unknown, Body>) =>
  v.optional(
    v.object({
      key: v.string(),
      sent: v.fallback(v.array(body), []),
      savedAs: v.optional(v.string()),
    }),
    openAttempts<Body>,
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The attempts before a body leaves. */
export const addAttempt = <Body>(attempts: Attempts<Body>, body: Body): Attempts<Body> =>
  attempts.sent.some((sent) => isSame(sent, body))
    ? attempts
    : { ...attempts, sent: [...attempts.sent, body] }

/** The attempts after an attempt failed; `before` is that from before the attempt. */
export const recordFailure = <Body>(
  before: Attempts<Body>,
  body: Body,
  failure: ApiFailure,
): Attempts<Body> => {
  const during = addAttempt(before, body)
  if (failure.kind === 'unreachable') {
    return during
  }
  const { code, registration_id: savedAs = before.savedAs } = failure.problem
  switch (code) {
    case 'email-failed':
      return { ...before, sent: [body], savedAs }
    case 'key-reused':
      return { ...before, sent: before.sent.filter((sent) => !isSame(sent, body)), savedAs }
    case 'unexpected':
    case 'unavailable':
    case 'request-timeout':
      return during
    default:
      // Refused before anything was saved; an earlier attempt may still have been.
      return before
  }
}

/** What a form holds, with its attempts. */
export interface WithAttempts<Body> {
  attempts: Attempts<Body>
}

export interface EntryFormPlan<
  Kind extends FormKind,
  Values extends WithAttempts<Forms[Kind]['body']>,
> extends Omit<FormPlan<Values, Forms[Kind]['body']>, 'send' | 'keepAs' | 'files' | 'words'> {
  kind: Kind
  keepAs: string
  /** Whether something is paid in it, under a reference of its own, as usually. */
  isPaidHere?: boolean
  /** The record is saved and its e-mail has gone out, sent by this tab or by another one that held the same. */
  onDone: (receipt: Forms[Kind]['receipt']) => void
}

export type EntryForm<Values extends object> = Form<Values> & {
  attempts: Attempts<unknown>
  /** The payment reference; undefined until the page is alive, and where nothing is paid. */
  reference: string | undefined
  /** Sends what was sent first once more, which finishes its registration; undefined where nothing can be finished. */
  finishFirstAttempt: (() => void) | undefined
  /** Leaves the saved record as it is; what the form holds becomes a record of its own. */
  startNewEntry: () => void
}

/** What a tab tells the others when its form is saved: under which key, what the form held, and the answer. */
interface TabMessage<Kind extends FormKind> extends WithAttempts<Forms[Kind]['body']> {
  text: string
  receipt: Forms[Kind]['receipt']
}

/** What a form holds, without its attempts. */
const serialiseValues = (values: object) => JSON.stringify({ ...values, attempts: undefined })

/**
 * One of the forms whose record is saved exactly once, from however many tabs (behaviour 7.17), with its payment reference and
 * its receipt.
 */
export const useEntryForm = <
  Kind extends FormKind,
  Values extends WithAttempts<Forms[Kind]['body']>,
>(
  plan: EntryFormPlan<Kind, Values>,
): EntryForm<Values> => {
  type Body = Forms[Kind]['body']
  type Receipt = Forms[Kind]['receipt']
  const { kind, keepAs, isPaidHere = true, onDone } = plan
  const words = formMessages[kind]
  const reference = useReference(keepAs, isPaidHere)
  const isDone = useRef(false)

  const finish = (receipt: Receipt) => {
    isDone.current = true
    onDone(receipt)
  }
  const write = (attempts: Attempts<Body>) =>
    form.draft.change((values) => ({ ...values, attempts }))
  const forget = () => {
    form.clear()
    reference.forget()
  }

  const send = async (checked: Body, retry: Retry): Promise<Failure | undefined> => {
    const body: Body =
      reference.text === undefined ? checked : { payment_reference: reference.text, ...checked }
    const before = form.draft.read().attempts
    write(addAttempt(before, body))
    const answer = await retry(() => sendForm(kind, body, before.key))
    if (isDone.current) {
      return undefined
    }
    if (answer.ok) {
      keepReceipt(before.key, kind, answer.value, body)
      notifyOtherTabs({
        attempts: { ...before, sent: [body] },
        text: serialiseValues(form.draft.read()),
        receipt: answer.value,
      })
      forget()
      finish(answer.value)
      return undefined
    }
    const after = recordFailure(before, body, answer.failure)
    write(after)
    const read = readFailure(answer.failure, words)
    // The refusal of a changed body doesn't repeat the id that an earlier answer told.
    return read.kind === 'reused' ? { ...read, registrationId: after.savedAs } : read
  }
  const form: Form<Values, Body> = useForm<Values, Body>({
    ...plan,
    words,
    files: listFiles(kind, keepAs),
    send,
  })

  const notifyOtherTabs = useOtherTabs(({ attempts, text, receipt }: TabMessage<Kind>) => {
    const values = form.draft.read()
    if (values.attempts.key !== attempts.key) {
      return
    }
    if (serialiseValues(values) === text) {
      // What is under way here must not be kept after the other tab has removed it.
      if (form.step !== 'editing') {
        forget()
      }
      finish(receipt)
    } else {
      write(attempts)
      form.showFailure({ kind: 'reused', registrationId: findId(receipt) })
    }
  })

  const [first] = form.draft.value.attempts.sent
  return {
    ...form,
    attempts: form.draft.value.attempts,
    submit: () => form.submit(),
    reference: reference.text,
    finishFirstAttempt: first && (() => resendBody(form, plan.schema, first)),
    startNewEntry: () => {
      write(openAttempts())
      form.showFailure(undefined)
    },
    clear: () => {
      forget()
      reference.renew()
    },
  }
}

/** The files of a form; one that is alone is kept under the form's own name. */
const listFiles = (kind: FormKind, keepAs: string): Readonly<Record<string, FilePlan>> => {
  const fields = Object.entries<ProofField>(proofFields[kind])
  const nameFile = (path: string) => (fields.length > 1 ? `${keepAs}:${path}` : keepAs)
  return Object.fromEntries(
    fields.map(([path, field]) => [path, { ...field, keepAs: nameFile(path) }]),
  )
}

/** Sends a body as it is, and shows it in the form. */
const resendBody = <Values extends object, Body extends object>(
  form: Form<Values, Body>,
  schema: v.GenericSchema<unknown, Values>,
  body: Body,
) => {
  void form.submit(body)
  const isCouponValid = 'coupon' in body && body.coupon !== ''
  form.draft.change((values) => fill(schema, { ...values, ...body, isCouponValid }))
}

/**
 * Listens to the other tabs of this device that show a form, and gives the function that tells them something. What is
 * told must name its draft's key: all forms share the line. A browser without it says nothing, and the server's answer
 * to the shared key has the last word (behaviour 5.41).
 */
const useOtherTabs = <TabMessage>(
  onMessage: (message: TabMessage) => void,
): ((message: TabMessage) => void) => {
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
    if (channel.current) {
      channel.current.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data)
    }
  })
  return (message) => channel.current?.postMessage(message)
}

const referenceSchema = v.pipe(v.string(), v.check(isReference))

const drawByte = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0

const makeReferenceKey = (keepAs: string) => `reference:${keepAs}`

/** The payment reference that is kept for a form, or a new one; kept from now on in either case, for as long as a draft. */
export const takeReference = (keepAs: string): string => {
  const reference = readDraft(makeReferenceKey(keepAs), referenceSchema) ?? makeReference(drawByte)
  writeDraft(makeReferenceKey(keepAs), reference)
  return reference
}

/**
 * The payment reference of the form that is kept under a name. It is kept on the device at once, before anything is typed:
 * a registrant may pay first, in an app that makes the browser drop the page (behaviour 5.42).
 */
const useReference = (keepAs: string, isPaidHere: boolean) => {
  const [text, setText] = useState<string>()
  const renew = () => setText(isPaidHere ? takeReference(keepAs) : undefined)
  const start = useEffectEvent(renew)
  useEffect(() => start(), [])
  return {
    text,
    renew,
    forget: () => isPaidHere && writeDraft(makeReferenceKey(keepAs), undefined),
  }
}
