import type { Context } from 'hono'
import { ApiError } from './api-error'
import { bounds } from './bounds'
import type { HttpEnvironment } from './environment'

const malformed = () => new ApiError('bad-request', 'The request could not be read. It should be JSON.')

/**
 * Reads a JSON body of at most 64 KiB, or of what a call may bring instead, which is counted while it arrives (behaviour 13.3).
 * @throws ApiError for another content type, a body that is larger, late or crowded out, or text that is not JSON
 */
export const readJson = async (context: Context<HttpEnvironment>, maxBytes: number = bounds.json): Promise<unknown> => {
  if (!/^application\/json\s*(?:;|$)/i.test(context.req.header('Content-Type') ?? ''))
    throw new ApiError('unsupported-body', 'Send this request as application/json.')
  const body = context.get('openBody')()
  try {
    const bytes = await body.readWhole(maxBytes)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw error instanceof ApiError ? error : malformed()
  } finally {
    body.release()
  }
}
