import { Refusal } from './refusal'

/** The largest JSON body, in bytes: 1 MiB. */
const maxBytes = 1024 * 1024

const tooLarge = () => new Refusal('body-too-large', 'The request is too large.')
const malformed = () => new Refusal('bad-request', 'The request could not be read. It should be JSON.')

/**
 * Reads a JSON body of at most 1 MiB, which is counted while it arrives (behaviour 13.3).
 * @throws Refusal for another content type, a larger body or text that is not JSON
 */
export const readJson = async (request: Request): Promise<unknown> => {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new Refusal('unsupported-body', 'Send this request as application/json.')
  const announced = request.headers.get('Content-Length')
  if (Number(announced ?? 0) > maxBytes) throw tooLarge()
  const bytes = announced === null ? await readCounting(request) : await readAnnounced(request)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw malformed()
  }
}

/** Node passes on no more than was announced, so nothing needs counting, which takes a fraction of the time. */
const readAnnounced = async (request: Request): Promise<Buffer> => {
  const bytes = Buffer.from(
    await request.arrayBuffer().catch(() => {
      throw malformed()
    }),
  )
  if (bytes.byteLength > maxBytes) throw tooLarge()
  return bytes
}

const readCounting = async (request: Request): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw malformed()
    })
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      // Nothing waits for the rest.
      void reader.cancel().catch(() => {})
      throw tooLarge()
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}
