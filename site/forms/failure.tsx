import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldError } from '../../festival/contract/problem'
import { phoneHint } from '../../festival/text/messages'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ErrorSummary } from '../../ui/error-summary'
import { focusField } from '../../ui/field'
import type { ApiFailure } from '../api'

export interface FormWords {
  saveFailed: string
  emailFailed: string
  uploadFailed: string
}

export type Failure =
  | { kind: 'fields'; errors: readonly FieldError[] }
  /** An upload failed. The upload can be retried on its own. */
  | { kind: 'upload'; words: string }
  /** The entry may have been saved. Sending the form again is safe. */
  | { kind: 'save'; words: string }
  /** The entry is saved, but its e-mail was not sent. Sending the form again sends the e-mail. */
  | { kind: 'email'; words: string; registrationId: string | undefined }
  /** The form was changed after its entry was saved. */
  | { kind: 'reused'; registrationId: string | undefined }
  | { kind: 'refused'; words: string; advice: string }

/** For example "in 20 seconds" or "in 3 minutes". */
export const formatWait = (seconds: number | undefined): string => {
  if (seconds === undefined) {
    return 'in a few minutes'
  }
  if (seconds < 90) {
    return `in ${Math.max(1, Math.ceil(seconds))} second${seconds > 1 ? 's' : ''}`
  }
  return `in ${Math.ceil(seconds / 60)} minutes`
}

export const describeFailure = (failure: ApiFailure): string => {
  if (failure.kind === 'unreachable') {
    return 'The server does not answer. Check your connection and try again.'
  }
  const { code, errors, detail } = failure.problem
  if (code === 'too-many-requests') {
    return `Too many requests came from here. Please try again ${formatWait(failure.retryAfterSeconds)}.`
  }
  return errors?.[0]?.message ?? detail
}

const stillHereWords = 'Everything you entered is still here.'

export const readFailure = (failure: ApiFailure, words: FormWords): Failure => {
  const save: Failure = { kind: 'save', words: words.saveFailed }
  if (failure.kind === 'unreachable') {
    return save
  }
  const { code, detail, errors = [], registration_id: registrationId } = failure.problem
  const refuse = (advice: string, title = words.saveFailed): Failure => ({
    kind: 'refused',
    words: title,
    advice,
  })
  switch (code) {
    case 'invalid':
      return errors.length > 0 ? { kind: 'fields', errors } : refuse(detail)
    case 'email-failed':
      return { kind: 'email', words: words.emailFailed, registrationId }
    case 'key-reused':
      return { kind: 'reused', registrationId }
    case 'registration-closed':
      return refuse('It closed while you were filling in the form. Nothing was sent.', detail)
    case 'too-many-changes':
      return refuse(`${detail} ${stillHereWords}`, 'Your change was not saved.')
    case 'too-many-forms':
      return refuse(stillHereWords, detail)
    case 'too-many-requests': {
      const wait = formatWait(failure.retryAfterSeconds)
      return refuse(
        `Please try again ${wait}. ${stillHereWords}`,
        'Too many registrations were sent from here.',
      )
    }
    case 'unexpected':
    case 'unavailable':
      return save
    default:
      return refuse(`${detail} ${stillHereWords}`)
  }
}

/** What the banner needs from its form. Only entry forms can be finished or restarted. */
export interface FailedForm {
  failure: Failure | undefined
  remainingErrors: readonly FieldError[]
  retryUpload: () => unknown
  finishFirstAttempt?: (() => void) | undefined
  startNewEntry?: () => void
}

/** Adds what the message does not name: the member, and the phone as the field. */
export const nameField = ({ path, message }: FieldError): FieldError => {
  const index = Number(/^members\.(\d+)\./.exec(path)?.[1] ?? 0)
  if (message === phoneHint) {
    const whose = index > 0 ? ` of member ${index + 1}` : ''
    return { path, message: `Phone${whose}: ${message}` }
  }
  return { path, message: index > 0 ? `Member ${index + 1}: ${message}` : message }
}

interface Advice {
  words: string
  buttons?: readonly { text: string; press: (() => unknown) | undefined }[]
}

const advise = (
  failure: Exclude<Failure, { kind: 'fields' }>,
  { retryUpload, finishFirstAttempt, startNewEntry }: FailedForm,
  label: string,
  noun: string,
): Advice => {
  switch (failure.kind) {
    case 'upload':
      return {
        words: `${stillHereWords} You only have to try the upload again.`,
        buttons: [{ text: 'Upload again', press: retryUpload }],
      }
    case 'save':
      return {
        words: `${stillHereWords} Check your connection, then press ${label} again. Even if it arrived the first time, it is saved only once, and you do not pay again.`,
      }
    case 'email':
      return {
        words: `Your ${nameSaved(failure, noun)} is saved, but its e-mail was not sent. Press ${label} again to finish it. No second ${noun} is created.`,
      }
    case 'reused':
      return {
        words:
          'Later changes are not included. Keep the first version, or start a new one with its own payment and screenshot.',
        buttons: [
          { text: 'Keep the first version', press: finishFirstAttempt },
          { text: `Start a new ${noun}`, press: startNewEntry },
        ],
      }
    case 'refused':
      return { words: failure.advice }
  }
}

const nameSaved = ({ registrationId }: { registrationId: string | undefined }, noun: string) =>
  registrationId ? `${noun} ${registrationId}` : noun

/**
 * Moves the focus to the first invalid field, or to the banner. `label` is the text of the form's
 * button, `noun` what the form creates.
 */
export const FailureBanner = ({
  form,
  label,
  noun = 'registration',
}: {
  form: FailedForm
  label: string
  noun?: string
}): ReactNode => {
  const { failure, remainingErrors } = form
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [first] = failure?.kind === 'fields' ? failure.errors : []
    if (failure && (!first || !focusField(first.path))) {
      banner.current?.focus()
    }
  }, [failure])
  if (!failure) {
    return null
  }
  if (failure.kind === 'fields') {
    return remainingErrors.length > 0 ? (
      <ErrorSummary ref={banner} errors={remainingErrors.map(nameField)} />
    ) : null
  }
  const { words, buttons = [] } = advise(failure, form, label, noun)
  const title =
    failure.kind === 'reused'
      ? `We saved the first version of your ${nameSaved(failure, noun)}.`
      : failure.words
  return (
    <Banner ref={banner} tone="error" title={title}>
      <p>{words}</p>
      {buttons.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {buttons.map(
            ({ text, press }) =>
              press && (
                <Button key={text} shape="secondary" onClick={() => void press()}>
                  {text}
                </Button>
              ),
          )}
        </div>
      )}
    </Banner>
  )
}
