import type { Context, MiddlewareHandler } from 'hono'
import type * as v from 'valibot'
import { parseBody } from '../../festival/contract/problem'
import { ApiError, refuseFields, refuseFor } from './api-error'
import { bounds, defaultTimeouts, type Timeouts } from './bounds'
import type { ArrivingBody, HttpEnvironment } from './environment'
import { createFairBudget } from './fair-budget'

const bodyTooLarge = () => new ApiError('body-too-large', 'The request is too large.')
const tooBusy = () =>
  refuseFor(
    5,
    'unavailable',
    'Too many files are being uploaded at the same time. Please try again in a moment.',
  )
const tooSlow = () =>
  new ApiError(
    'request-timeout',
    'The request did not arrive in time. Please check your connection and try again.',
    {
      headers: { Connection: 'close' },
    },
  )

const tooFragmented = () =>
  new ApiError('bad-request', 'The request came in too many pieces.', {
    headers: { Connection: 'close' },
  })

/** A body in pieces of one byte would keep the server busy even if it is small. */
const isTooFragmented = (pieces: number, bytes: number) =>
  pieces > bounds.pieces.any && bytes < pieces * bounds.pieces.average

/**
 * Lets routes open request bodies, which share one memory budget fairly and have time limits.
 * Hono's `bodyLimit` only checks sizes, and trusts a declared length.
 */
export const provideBodies = (
  timeouts: Timeouts = defaultTimeouts,
  budget = createFairBudget(bounds.bodies),
): MiddlewareHandler<HttpEnvironment> => {
  const open = (context: Context<HttpEnvironment>): ArrivingBody => {
    const request = context.req.raw
    const stop = new AbortController()
    const { signal } = stop
    const refuse = (refusal: ApiError) => stop.abort(refusal)
    const refused = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    // Prevents an unhandled rejection while no read is waiting.
    refused.catch(() => {})
    const { address } = context.get('network')
    const holder = budget.open({ address, evict: () => refuse(tooBusy()) })
    const reserve = (bytes: number) => {
      if (!holder.take(bytes)) {
        throw tooBusy()
      }
    }

    async function* readChunks(maxBytes: number, tooLarge: () => ApiError) {
      const reader = request.body?.getReader()
      const timer = setTimeout(() => refuse(tooSlow()), timeouts.stalledUpload)
      let received = 0
      let pieces = 0
      let isWhole = false
      try {
        while (reader) {
          const { done, value } = await Promise.race([reader.read(), refused])
          if (done) {
            break
          }
          timer.refresh()
          received += value.length
          pieces += 1
          if (received > maxBytes) {
            throw tooLarge()
          }
          if (isTooFragmented(pieces, received)) {
            throw tooFragmented()
          }
          reserve(value.length)
          holder.reportProgress(value.length)
          yield value
        }
        isWhole = true
        holder.settle()
      } finally {
        clearTimeout(timer)
        // Cancelling, or reading no further, would close the connection before the response
        // arrives.
        if (reader && !isWhole && context.env?.incoming) {
          void drain(reader)
        }
      }
    }

    return {
      signal,
      refuse,
      readChunks,
      readWhole: async (maxBytes) => {
        const timer = setTimeout(() => refuse(tooSlow()), timeouts.json)
        try {
          const declared = request.headers.get('Content-Length')
          if (Number(declared ?? 0) > maxBytes) {
            throw bodyTooLarge()
          }
          if (declared === null) {
            return await collect(readChunks(maxBytes, bodyTooLarge))
          }
          // Node passes on no more bytes than were declared, and reading them in one call is much
          // faster.
          reserve(Number(declared))
          const bytes = Buffer.from(await Promise.race([request.arrayBuffer(), refused]))
          if (bytes.byteLength > maxBytes) {
            throw bodyTooLarge()
          }
          return bytes
        } finally {
          clearTimeout(timer)
        }
      },
      release: holder.release,
    }
  }
  return async (context, next) => {
    context.set('openBody', () => open(context))
    await next()
  }
}

const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) {
    all.push(chunk)
  }
  return Buffer.concat(all)
}

/** Reads until the body or the limit ends. `serve-gracefully.ts` limits the time. */
const drain = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  let read = 0
  let pieces = 0
  try {
    while (read < bounds.drain && !isTooFragmented(pieces, read)) {
      const { done, value } = await reader.read()
      if (done) {
        return
      }
      read += value.length
      pieces += 1
    }
  } catch {
    // The client has disconnected.
  }
}

const unstorable = () =>
  new ApiError('bad-request', 'A text contains a NUL or an incomplete character.')

/** PostgreSQL refuses such text, and SQLite stores only a part of it. */
const isUnstorableText = (text: string): boolean =>
  text.includes('\0') || /\p{Surrogate}/u.test(text)

const isUnstorable = (value: unknown): boolean => {
  if (typeof value === 'string') {
    return isUnstorableText(value)
  }
  if (typeof value !== 'object' || value === null) {
    return false
  }
  return Object.entries(value).some(([name, part]) => isUnstorableText(name) || isUnstorable(part))
}

/** Limits the depth, because everything that reads a body recurses once per level. */
const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1)))

export const refuseNul: MiddlewareHandler<HttpEnvironment> = (context, next) => {
  if (context.req.url.includes('%00')) {
    throw unstorable()
  }
  return next()
}

const malformed = () =>
  new ApiError('bad-request', 'The request could not be read. Send it as JSON.')
const tooDeep = () =>
  new ApiError(
    'bad-request',
    `The request is nested too deeply. At most ${bounds.jsonDepth} levels are allowed.`,
  )

/**
 * Reads a JSON body and counts the bytes as they arrive.
 * @throws ApiError for a wrong content type, for invalid JSON, and for a body that is too large,
 * too slow, evicted or nested too deeply
 */
export const readJson = async (
  context: Context<HttpEnvironment>,
  maxBytes: number = bounds.json,
): Promise<unknown> => {
  if (!/^application\/json\s*(?:;|$)/i.test(context.req.header('Content-Type') ?? '')) {
    throw new ApiError('unsupported-body', 'Send this request as application/json.')
  }
  const body = context.get('openBody')()
  try {
    const bytes = await body.readWhole(maxBytes)
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (isDeeperThan(json, bounds.jsonDepth)) {
      throw tooDeep()
    }
    return json
  } catch (error) {
    throw error instanceof ApiError ? error : malformed()
  } finally {
    body.release()
  }
}

/**
 * @throws ApiError as `readJson` does, `invalid` naming each wrong field, and `bad-request` for
 * text that cannot be stored
 */
export const readBody = async <S extends v.GenericSchema>(
  context: Context<HttpEnvironment>,
  schema: S,
  maxBytes?: number,
): Promise<v.InferOutput<S>> => {
  const parsed = parseBody(schema, await readJson(context, maxBytes))
  if (!parsed.ok) {
    throw refuseFields(parsed.errors)
  }
  if (isUnstorable(parsed.value)) {
    throw unstorable()
  }
  return parsed.value
}

/** @throws ApiError `invalid` */
export const readQuery = <S extends v.GenericSchema>(
  context: Context<HttpEnvironment>,
  schema: S,
): v.InferOutput<S> => {
  const parsed = parseBody(schema, context.req.query())
  if (!parsed.ok) {
    throw refuseFields(parsed.errors)
  }
  return parsed.value
}
