import type { ApiFailure } from '../../api'
import { formatWait } from '../../forms/submission/format-wait'

/** Why a call about one's own submission gave nothing, and what to do next. */
export const tellFailure = (failure: ApiFailure): string => {
  if (failure.kind === 'unreachable') return 'The server does not answer. Check your connection and try again.'
  if (failure.problem.code === 'too-many-requests')
    return `Too many requests came from here. Please try again ${formatWait(failure.retryAfterSeconds)}.`
  return failure.problem.detail
}
