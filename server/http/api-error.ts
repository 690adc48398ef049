import { STATUS_CODES } from 'node:http'
import type { Current } from '../../festival/contract/decision'
import {
  type FieldError,
  type Problem,
  type ProblemCode,
  problemStatus,
} from '../../festival/contract/problem'

interface ApiErrorExtras {
  errors?: FieldError[]
  registrationId?: string | undefined
  current?: Current
  headers?: Record<string, string>
}

/**
 * A refusal of a request. Routes and the code they call throw it, and the app turns it into a
 * problem response.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: ApiErrorExtras = {},
  ) {
    super(detail)
  }
}

export const refuseFields = (errors: FieldError[]): ApiError =>
  new ApiError('invalid', 'Some fields need to be corrected.', { errors })

export const toProblemResponse = ({ code, detail, extras }: ApiError): Response => {
  const status = problemStatus[code]
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Problem',
    status,
    code,
    detail,
  }
  if (extras.errors) {
    problem.errors = extras.errors
  }
  if (extras.current) {
    problem.current = extras.current
  }
  if (extras.registrationId !== undefined) {
    problem.registration_id = extras.registrationId
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...extras.headers },
  })
}

/** `seconds` is sent as `Retry-After`. */
export const refuseFor = (seconds: number, code: ProblemCode, detail: string): ApiError =>
  new ApiError(code, detail, { headers: { 'Retry-After': String(seconds) } })

export const tooManyRequests = (
  seconds: number,
  detail = 'Too many requests came from your network. Please try again in a moment.',
): ApiError => refuseFor(seconds, 'too-many-requests', detail)

export const refuseMethod = (allowed: string) => (): never => {
  throw new ApiError('method-not-allowed', `This address accepts only ${allowed}.`, {
    headers: { Allow: allowed },
  })
}
