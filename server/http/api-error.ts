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

/** What a request gets instead of an answer. Thrown anywhere below the routes; the app turns it into a problem. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly code: ProblemCode,
    /** What the registrant reads: the words of the error catalogue, where it has them. */
    readonly detail: string,
    readonly extras: ApiErrorExtras = {},
  ) {
    super(detail)
  }
}

export const refuseFields = (errors: FieldError[]): ApiError =>
  new ApiError('invalid', 'Please correct some answers.', { errors })

/** The problem that a refusal answers with (behaviour 8.1). */
export const toProblemResponse = ({ code, detail, extras }: ApiError): Response => {
  const status = problemStatus[code]
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Problem',
    status,
    code,
    detail,
    ...(extras.errors ? { errors: extras.errors } : {}),
    ...(extras.current ? { current: extras.current } : {}),
    ...(extras.registrationId === undefined ? {} : { registration_id: extras.registrationId }),
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...extras.headers },
  })
}

/** A refusal that says after how many seconds to try again. */
export const refuseFor = (seconds: number, code: ProblemCode, detail: string): ApiError =>
  new ApiError(code, detail, { headers: { 'Retry-After': String(seconds) } })

/** The refusal of an address that has sent too much. */
export const tooManyRequests = (
  seconds: number,
  detail = 'Too many requests came from your network. Please try again in a moment.',
): ApiError => refuseFor(seconds, 'too-many-requests', detail)

export const refuseMethod = (allowed: string) => (): never => {
  throw new ApiError('method-not-allowed', `This address takes ${allowed} only.`, {
    headers: { Allow: allowed },
  })
}
