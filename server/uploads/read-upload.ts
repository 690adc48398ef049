import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { fileMessages } from '../../festival/messages'
import { isPreset, maxFileBytes, type Preset } from '../../festival/upload'
import { ApiError } from '../http/api-error'
import type { ArrivingBody } from '../http/arriving-body'
import { bounds } from '../http/bounds'

/** What a well-formed upload holds; its content has not been looked at. */
export interface ReceivedUpload {
  preset: Preset
  bytes: Buffer
}

const wrongParts = 'Send exactly one file, as "file", and one "upload_preset".'

/**
 * Reads the body of an upload while it arrives. Nothing is kept of one that is refused or cut off, and reading stops
 * where the refusal is certain: a body without an end is never followed (behaviour 6.2, 6.3).
 * @throws ApiError `bad-upload`, `file-too-large`, `request-timeout` or `unavailable`.
 */
export const readUpload = async (contentType: string | undefined, body: ArrivingBody): Promise<ReceivedUpload> => {
  const parser = openParser(contentType ?? '')
  const { refuse, signal } = body

  const chunks: Buffer[] = []
  let preset: string | undefined
  for (const tooMany of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(tooMany, () => refuse(badUpload(wrongParts)))
  }
  parser.on('field', (name, value) => {
    if (name !== 'upload_preset') return refuse(badUpload(wrongParts))
    preset = value
  })
  parser.on('file', (name, file) => {
    if (name !== 'file') refuse(badUpload(wrongParts))
    file.on('limit', () => refuse(tooLarge()))
    file.on('data', (chunk: Buffer) => chunks.push(chunk))
    // The parser reports a body that ends too soon by itself; unheard, the file's own event would end the process.
    file.on('error', () => {})
  })

  try {
    await pipeline(body.readChunks(bounds.upload, tooLarge), parser, { signal })
  } catch (error) {
    if (signal.reason instanceof ApiError) throw signal.reason
    throw error instanceof ApiError ? error : badUpload('The upload did not arrive whole.')
  }
  // The last part may be refused in the same breath in which the body ends.
  signal.throwIfAborted()

  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) throw badUpload('The upload has no file, or an empty one.')
  if (!isPreset(preset)) throw badUpload('The upload has no "upload_preset" that we know.')
  return { preset, bytes }
}

const badUpload = (detail: string) => new ApiError('bad-upload', detail)

const tooLarge = () => new ApiError('file-too-large', fileMessages.tooLarge)

const openParser = (contentType: string) => {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw badUpload('Send the file as multipart/form-data.')
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 1,
        fields: 1,
        parts: 2,
        fileSize: maxFileBytes,
        fieldSize: 100,
        headerPairs: 20,
        headerSize: 8192,
      },
    })
  } catch {
    throw badUpload('The upload names no boundary between its parts.')
  }
}
