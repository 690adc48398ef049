import type { FieldError } from '../../../festival/problem'
import type { ApiFailure } from '../../api'
import { formatWait } from './format-wait'

/** A form's own words for what may go wrong with it. */
export interface SubmissionWords {
  saveFailed: string
  emailFailed: string
}

/** Why a form was not sent, as it must be shown. */
export type SubmissionFailure =
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

/** Puts a failed call into the form's words (behaviour 8.3). */
export const readFailure = (failure: ApiFailure, words: SubmissionWords): SubmissionFailure => {
  if (failure.kind === 'unreachable') return { kind: 'save', words: words.saveFailed }
  const { code, detail, errors = [], registration_id: registrationId } = failure.problem
  switch (code) {
    case 'invalid':
      return errors.length > 0
        ? { kind: 'fields', errors }
        : { kind: 'refused', words: words.saveFailed, advice: detail }
    case 'email-failed':
      return { kind: 'email', words: words.emailFailed, registrationId }
    case 'key-reused':
      return { kind: 'reused', registrationId }
    case 'registration-closed':
      return {
        kind: 'refused',
        words: detail,
        advice: 'It closed while you were filling in the form. Nothing was sent.',
      }
    case 'too-many-requests':
      return {
        kind: 'refused',
        words: 'Too many registrations were sent from here.',
        advice: `Please try again ${formatWait(failure.retryAfterSeconds)}. Everything that you entered is kept.`,
      }
    case 'unexpected':
    case 'unavailable':
      return { kind: 'save', words: words.saveFailed }
    default:
      return { kind: 'refused', words: words.saveFailed, advice: `${detail} Everything that you entered is kept.` }
  }
}
