import * as v from 'valibot'
import type { FieldError } from './problem'

/** A value that has been checked, or what is wrong with it. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] }

/** A form has some twenty fields; a body made up of wrong ones is not answered with as many words. */
const mostErrors = 50

/** Reads a value by a schema; each wrong field is named once, by its path with dots, and fifty at most. */
export const parseBody = <S extends v.GenericSchema>(schema: S, value: unknown): Parsed<v.InferOutput<S>> => {
  const result = v.safeParse(schema, value, { abortPipeEarly: true })
  if (result.success) return { ok: true, value: result.output }
  const errors = new Map<string, FieldError>()
  for (const issue of result.issues) {
    if (errors.size === mostErrors) break
    const path = v.getDotPath(issue) ?? ''
    if (!errors.has(path)) errors.set(path, { path, message: missingWords(issue) })
  }
  return { ok: false, errors: [...errors.values()] }
}

const missingWords = (issue: v.BaseIssue<unknown>) =>
  issue.kind === 'schema' && issue.type === 'object' ? 'This field is missing or has the wrong form.' : issue.message
