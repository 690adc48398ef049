import { useState } from 'react'
import type { FieldError } from '../../../festival/problem'
import type { SubmissionFailure } from './read-failure'

export interface FieldErrors {
  /** What is wrong with a field now, if anything. */
  of: (path: string) => string | undefined
  /** The fields that stopped the last attempt and have not been mended since. */
  left: readonly FieldError[]
  /** Notes what is wrong with a field, or with undefined that nothing is known to be. */
  note: (path: string, message: string | undefined) => void
}

type Notes = ReadonlyMap<string, string | undefined>

const none: Notes = new Map()

/**
 * What is wrong with each field: what stopped the last attempt, until the field is changed, and what was noticed since,
 * such as when a field was left. A new attempt starts a new page of notes.
 */
export const useFieldErrors = (failure: SubmissionFailure | undefined): FieldErrors => {
  const [page, setPage] = useState<{ failure: SubmissionFailure | undefined; notes: Notes }>({ failure, notes: none })
  const notes = page.failure === failure ? page.notes : none
  const stopped = failure?.kind === 'fields' ? failure.errors : []
  return {
    of: (path) => (notes.has(path) ? notes.get(path) : stopped.find((error) => error.path === path)?.message),
    left: stopped.flatMap(({ path, message }) => {
      const now = notes.has(path) ? notes.get(path) : message
      return now === undefined ? [] : [{ path, message: now }]
    }),
    note: (path, message) =>
      setPage((before) => ({
        failure,
        notes: new Map(before.failure === failure ? before.notes : none).set(path, message),
      })),
  }
}
