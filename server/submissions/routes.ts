import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { refuseFields, refuseMethod } from '../http/api-error'
import { readJson } from '../http/bodies'
import type { HttpEnvironment, Network } from '../http/environment'
import type { Submission } from './form'
import type { Submit } from './submit'

/**
 * Answers one form's POST with 201 and the receipt. `read` checks the JSON, or throws an ApiError.
 */
export const addSubmission = <Body extends { email: string }, Row>(
  routes: Hono<HttpEnvironment>,
  path: string,
  submit: Submit,
  read: (json: unknown, network: Network) => Submission<Body, Row>,
): Hono<HttpEnvironment> => {
  routes.post(path, async (context: Context<HttpEnvironment>) => {
    const key = readKey(context.req.header('Idempotency-Key'))
    const { form, body } = read(await readJson(context), context.get('network'))
    const count = context.get('countMade')
    return context.json(await submit({ ...form, count }, key, body, context.get('network').wide), 201)
  })
  routes.all(path, refuseMethod('POST'))
  return routes
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The key by which a repeated request is known; one without a key gets its own (behaviour 7.3).
 * @throws ApiError for a key that is not a UUID
 */
export const readKey = (header: string | undefined): string => {
  if (header === undefined) return randomUUID()
  if (uuid.test(header)) return header.toLowerCase()
  throw refuseFields([{ path: 'Idempotency-Key', message: 'The key must be a UUID.' }])
}
