import * as v from 'valibot'
import { makeKey } from '../../../ui/make-key'
import type { ApiFailure } from '../../api'

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

export const openAttempts = <Body>(): Attempts<Body> => ({ key: makeKey(), sent: [] })

/** The schema of kept attempts, for a form's draft; a draft that was kept without one gets a new one.
 * A body that the form of today would refuse, which one of before has sent, is let go, and the draft and its key stay. */
export const attemptsSchema = <Body>(body: v.GenericSchema<unknown, Body>) =>
  v.optional(
    v.object({ key: v.string(), sent: v.fallback(v.array(body), []), savedAs: v.optional(v.string()) }),
    openAttempts<Body>,
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The attempts before a body leaves. */
export const noteAttempt = <Body>(attempts: Attempts<Body>, body: Body): Attempts<Body> =>
  attempts.sent.some((sent) => isSame(sent, body)) ? attempts : { ...attempts, sent: [...attempts.sent, body] }

/** The attempts after an attempt failed; `before` is that from before the attempt. */
export const noteFailure = <Body>(before: Attempts<Body>, body: Body, failure: ApiFailure): Attempts<Body> => {
  const during = noteAttempt(before, body)
  if (failure.kind === 'unreachable') return during
  const { code, registration_id: savedAs } = failure.problem
  switch (code) {
    case 'email-failed':
      return { ...before, sent: [body], savedAs: savedAs ?? before.savedAs }
    case 'key-reused':
      return { ...before, sent: before.sent.filter((sent) => !isSame(sent, body)), savedAs: savedAs ?? before.savedAs }
    case 'unexpected':
    case 'unavailable':
    case 'request-timeout':
      return during
    default:
      // Refused before anything was saved; an earlier attempt may still have been.
      return before
  }
}
