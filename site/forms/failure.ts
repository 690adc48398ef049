import type { FieldError } from '../../festival/problem'
import type { ApiFailure } from '../api'

/** A form's own words for what may go wrong with it. */
export interface FormWords {
  saveFailed: string
  emailFailed: string
  uploadFailed: string
}

/** Why a form was not sent, as it must be shown. */
export type Failure =
  /** Fields must change. */
  | { kind: 'fields'; errors: readonly FieldError[] }
  /** A file did not arrive; it can be uploaded again alone. */
  | { kind: 'upload'; words: string }
  /** Saved or not, nobody knows: sending again is safe. */
  | { kind: 'save'; words: string }
  /** Saved, and its e-mail did not go out: sending again finishes it. */
  | { kind: 'email'; words: string; registrationId: string | undefined }
  /** Something was changed after the record was saved. */
  | { kind: 'reused'; registrationId: string | undefined }
  /** Refused in words that say all there is to say. */
  | { kind: 'refused'; words: string; advice: string }

/** "in 20 seconds", "in 3 minutes": how long somebody should wait who sent too much. */
export const formatWait = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'in a few minutes'
  if (seconds < 90) return `in ${Math.max(1, Math.ceil(seconds))} second${seconds > 1 ? 's' : ''}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}

/** Why a call gave nothing, and what to do next, in one line. */
export const tellFailure = (failure: ApiFailure): string => {
  if (failure.kind === 'unreachable') return 'The server does not answer. Check your connection and try again.'
  const { code, errors, detail } = failure.problem
  if (code === 'too-many-requests')
    return `Too many requests came from here. Please try again ${formatWait(failure.retryAfterSeconds)}.`
  return errors?.[0]?.message ?? detail
}

const isKept = 'Everything that you entered is kept.'

/** Puts a failed call into the form's words (behaviour 8.3). */
export const readFailure = (failure: ApiFailure, words: FormWords): Failure => {
  if (failure.kind === 'unreachable') return { kind: 'save', words: words.saveFailed }
  const { code, detail, errors = [], registration_id: registrationId } = failure.problem
  const refuse = (words: string, advice: string): Failure => ({ kind: 'refused', words, advice })
  switch (code) {
    case 'invalid':
      return errors.length > 0 ? { kind: 'fields', errors } : refuse(words.saveFailed, detail)
    case 'email-failed':
      return { kind: 'email', words: words.emailFailed, registrationId }
    case 'key-reused':
      return { kind: 'reused', registrationId }
    case 'registration-closed':
      return refuse(detail, 'It closed while you were filling in the form. Nothing was sent.')
    case 'too-many-requests':
      return refuse(
        'Too many registrations were sent from here.',
        `Please try again ${formatWait(failure.retryAfterSeconds)}. ${isKept}`,
      )
    case 'unexpected':
    case 'unavailable':
      return { kind: 'save', words: words.saveFailed }
    default:
      return refuse(words.saveFailed, `${detail} ${isKept}`)
  }
}
