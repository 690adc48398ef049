import * as v from 'valibot'
import type { Current } from './decision'

/** Codes of error responses (RFC 9457) and their HTTP status. */

export const problemStatus = {
  'bad-upload': 400,
  'bad-request': 400,
  'signed-out': 401,
  'link-spent': 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'registration-closed': 409,
  stale: 409,
  illegal: 409,
  undone: 409,
  'too-late': 409,
  gone: 410,
  'file-too-large': 413,
  'body-too-large': 413,
  'small-files-only': 413,
  'unsupported-file': 415,
  'unsupported-body': 415,
  invalid: 422,
  'key-reused': 422,
  'too-many-requests': 429,
  'too-many-forms': 429,
  'too-many-changes': 429,
  unexpected: 500,
  'email-failed': 502,
  'upload-failed': 502,
  unavailable: 503,
  'no-room': 503,
} as const

export type ProblemCode = keyof typeof problemStatus

/** `path` is, for example, `members.0.phone`. */
export interface FieldError {
  path: string
  message: string
}

/** Sent as `application/problem+json`. */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  code: ProblemCode
  detail: string
  errors?: FieldError[]
  /** Used with `email-failed`: the id of the saved entry. */
  registration_id?: string
  /** Used with `stale`: the current state of the entry. */
  current?: Current
}

const problemSchema = v.object({
  type: v.literal('about:blank'),
  detail: v.string(),
  code: v.string(),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
})

/**
 * False for the error pages of proxies and captive portals. Accepts unknown codes, which a newer
 * server may send.
 */
export const isProblem = (value: unknown): value is Problem => v.is(problemSchema, value)

export type Parsed<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] }

const maxErrors = 50

interface FindsFields {
  /** Names the field of an issue whose path does not name a field. */
  findField?: (issue: v.BaseIssue<unknown>) => string | undefined
}

/** Replaces the texts of Valibot. */
const invalidMessage = 'This field is missing or not valid.'

/** Reports each wrong field once, and at most fifty fields. */
export const parseBody = <S extends v.GenericSchema>(
  schema: S & FindsFields,
  value: unknown,
): Parsed<v.InferOutput<S>> => {
  const result = v.safeParse(schema, value, { abortPipeEarly: true, message: invalidMessage })
  if (result.success) {
    return { ok: true, value: result.output }
  }
  const errors = new Map<string, FieldError>()
  for (const issue of result.issues) {
    if (errors.size === maxErrors) {
      break
    }
    const path = schema.findField?.(issue) ?? v.getDotPath(issue) ?? ''
    if (!errors.has(path)) {
      errors.set(path, { path, message: issue.message })
    }
  }
  return { ok: false, errors: [...errors.values()] }
}
