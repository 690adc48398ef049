import type { Context } from 'hono'
import type * as v from 'valibot'
import { parseBody } from '../../festival/parse-body'
import { refuseFields } from './api-error'
import type { HttpEnvironment } from './environment'
import { readJson } from './read-json'

/**
 * Reads a JSON body by a schema.
 * @throws ApiError as `readJson` does, and `invalid` naming each wrong field
 */
export const readBody = async <S extends v.GenericSchema>(
  context: Context<HttpEnvironment>,
  schema: S,
  maxBytes?: number,
): Promise<v.InferOutput<S>> => {
  const parsed = parseBody(schema, await readJson(context, maxBytes))
  if (!parsed.ok) throw refuseFields(parsed.errors)
  return parsed.value
}

/**
 * Reads an address's query by a schema.
 * @throws ApiError `invalid` naming each wrong part
 */
export const readQuery = <S extends v.GenericSchema>(
  context: Context<HttpEnvironment>,
  schema: S,
): v.InferOutput<S> => {
  const parsed = parseBody(schema, context.req.query())
  if (!parsed.ok) throw refuseFields(parsed.errors)
  return parsed.value
}
