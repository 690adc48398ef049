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
 * Attempts to send one entry. All attempts share an idempotency key, so the entry is saved once.
 * `sent` holds the bodies that the server may have saved.
 */
export interface Attempts<Body> {
  key: string
  /** Oldest first. A body is removed once it is certain that it was not saved. */
  sent: Body[]
  savedAs?: string | undefined
}

const openAttempts = <Body>(): Attempts<Body> => ({ key: makeUuid(), sent: [] })

/**
 * A draft without attempts gets a new key. Bodies that the current form rejects are dropped, but
 * the key stays.
 */
export const attemptsSchema = <Body>(body: v.GenericSchema<unknown, Body>) =>
  v.optional(
    v.object({
      key: v.string(),
      sent: v.fallback(v.array(body), []),
      savedAs: v.optional(v.string()),
    }),
    openAttempts<Body>,
  )

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

export const addAttempt = <Body>(attempts: Attempts<Body>, body: Body): Attempts<Body> =>
  attempts.sent.some((sent) => isSame(sent, body))
    ? attempts
    : { ...attempts, sent: [...attempts.sent, body] }

/** Records how an attempt failed. `before` holds the attempts before that one. */
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
      // This body was refused, but an earlier one may have been saved.
      return before
  }
}

export interface WithAttempts<Body> {
  attempts: Attempts<Body>
}

export interface EntryFormPlan<
  Kind extends FormKind,
  Values extends WithAttempts<Forms[Kind]['body']>,
> extends Omit<FormPlan<Values, Forms[Kind]['body']>, 'send' | 'keepAs' | 'files' | 'words'> {
  kind: Kind
  keepAs: string
  /** Whether the form includes a payment with its own reference. Defaults to true. */
  isPaidHere?: boolean
  /** Whether the form includes files. Defaults to true. */
  hasFiles?: boolean
  /** Called once the entry is saved, by this tab or another one with the same draft. */
  onDone: (receipt: Forms[Kind]['receipt']) => void
}

export type EntryForm<Values extends object> = Form<Values> & {
  attempts: Attempts<unknown>
  /** Undefined until hydration, and for forms without a payment. */
  reference: string | undefined
  /** Resends the first body that may have been saved. Undefined if there is none. */
  finishFirstAttempt: (() => void) | undefined
  /** Starts a new entry with the form's values. The saved entry is kept. */
  startNewEntry: () => void
}

interface TabMessage<Kind extends FormKind> extends WithAttempts<Forms[Kind]['body']> {
  text: string
  receipt: Forms[Kind]['receipt']
}

const serialiseValues = (values: object) => JSON.stringify({ ...values, attempts: undefined })

/** A form whose entry is saved exactly once, from any number of tabs. */
export const useEntryForm = <
  Kind extends FormKind,
  Values extends WithAttempts<Forms[Kind]['body']>,
>(
  plan: EntryFormPlan<Kind, Values>,
): EntryForm<Values> => {
  type Body = Forms[Kind]['body']
  type Receipt = Forms[Kind]['receipt']
  const { kind, keepAs, isPaidHere = true, hasFiles = true, onDone } = plan
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
    // A `key-reused` answer does not contain the ID, but an earlier answer may have.
    return read.kind === 'reused' ? { ...read, registrationId: after.savedAs } : read
  }
  const form: Form<Values, Body> = useForm<Values, Body>({
    ...plan,
    words,
    files: hasFiles ? listFiles(kind, keepAs) : {},
    send,
  })

  const notifyOtherTabs = useOtherTabs(({ attempts, text, receipt }: TabMessage<Kind>) => {
    const values = form.draft.read()
    if (values.attempts.key !== attempts.key) {
      return
    }
    if (serialiseValues(values) === text) {
      // This tab's running attempt must not store the removed draft again.
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

/** A form's only file uses the form's own name as its storage key. */
const listFiles = (kind: FormKind, keepAs: string): Readonly<Record<string, FilePlan>> => {
  const fields = Object.entries<ProofField>(proofFields[kind])
  const nameFile = (path: string) => (fields.length > 1 ? `${keepAs}:${path}` : keepAs)
  return Object.fromEntries(
    fields.map(([path, field]) => [path, { ...field, keepAs: nameFile(path) }]),
  )
}

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
 * Returns a function that sends messages to other tabs. All forms share one channel, so a message
 * must contain its draft's key. Without `BroadcastChannel`, the server's idempotency key is enough.
 */
const useOtherTabs = <TabMessage>(
  onMessage: (message: TabMessage) => void,
): ((message: TabMessage) => void) => {
  const channel = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    try {
      channel.current = new BroadcastChannel('cerebra:sent')
    } catch {
      // Unsupported, or disabled together with storage.
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

/** Returns the form's payment reference and renews its lifetime. */
export const takeReference = (keepAs: string): string => {
  const reference = readDraft(makeReferenceKey(keepAs), referenceSchema) ?? makeReference(drawByte)
  writeDraft(makeReferenceKey(keepAs), reference)
  return reference
}

/**
 * Stores the reference before anything is typed. Participants may pay first, and the browser may
 * close the page while they are in the payment app.
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
