import { createHash, randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { filePath, uploadPath } from '../../festival/forms/api'
import {
  formats,
  isPreset,
  listAcceptedTypes,
  maxFileBytes,
  type Preset,
  smallFileBytes,
  type UploadReceipt,
  unsupportedWordsAs,
} from '../../festival/forms/upload'
import { fileMessages, storedFileMessages } from '../../festival/text/messages'
import type { Db, UploadLocation } from '../db/schema'
import { createSenderHash } from '../db/sender-hash'
import { insertOnce } from '../db/transact'
import { ApiError, refuseFor, refuseMethod } from '../http/api-error'
import { bounds } from '../http/bounds'
import type { ArrivingBody, HttpEnvironment } from '../http/environment'
import type { RateLimits } from '../http/rate-limits'
import type { Clock } from '../system/clock'
import type { DiskReserve } from './disk-reserve'
import { createDownloads } from './downloads'
import type { FileStore } from './file-store'
import { type CheckedFile, checkFile, isHeic } from './file-type'
import { type ImageHost, ImageHostError } from './image-host'
import { trimUnattached } from './upload-rows'

/**
 * `POST /image/upload` and `GET /files/:name`: take in, keep and hand out the files that registrants send (behaviour 6).
 * They throw ApiError.
 */
export const createUploads = (deps: {
  db: Db
  files: FileStore
  /** Where checked files are handed on to; undefined: they are saved in `files`. */
  imageHost?: ImageHost | undefined
  /** The desk's page of a claimed file (`downloads.ts`); undefined where there is no desk. */
  findAttached?: ((url: string) => Promise<string>) | undefined
  clock: Clock
  /** Where the site is reached: the addresses of stored files begin with it. And what uploads that no record refers to may take. */
  config: { publicUrl: string; uploads: { unattachedBytes: number } }
  /** Undefined where files do not lie on a disk of ours. */
  reserve?: DiskReserve | undefined
  attachedBytes: RateLimits['attachedBytes']
  log: Pick<Logger, 'error' | 'warn'>
}) => {
  const { db, files, imageHost, findAttached, clock, config, reserve, attachedBytes, log } = deps
  const downloads = createDownloads({ db, files, findAttached, log })
  const hashSender = createSenderHash(db)

  const location: UploadLocation = imageHost ? 'image-host' : 'file-store'

  /** Gives the address of the file, which by then is safe. */
  const storeFile = async (file: CheckedFile, preset: Preset, name: string): Promise<string> => {
    if (imageHost) {
      return imageHost.forward(file, preset)
    }
    await files.write(name, file.bytes)
    return config.publicUrl + filePath(name)
  }

  /**
   * The file is safe before its row says that it exists. When the row fails, the file stays for the sweep: the failure
   * may have hidden a commit, and a row without its file must not come about.
   */
  const saveUpload = async (
    file: CheckedFile,
    preset: Preset,
    sender: string,
  ): Promise<UploadReceipt> => {
    const public_id = randomBytes(24).toString('base64url')
    const format = formats[file.type]
    const bytes = file.bytes.length
    const secure_url = await storeFile(file, preset, `${public_id}.${format}`)
    const created_at = clock().toISOString()
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    const upload = {
      public_id,
      secure_url,
      preset,
      format,
      bytes,
      created_at,
      sender,
      location,
      sha256,
    }
    // Else the host has put this file in the place of another registrant's, or will do so with the next.
    if (!(await insertOnce(db.insertInto('upload').values({ ...upload, referenced_at: null })))) {
      throw new ImageHostError('The image host gave the same address twice', 'upload-failed')
    }
    return { secure_url, public_id, format, bytes }
  }

  /** The same; what nobody submitted makes room for it afterwards. */
  const saveWithinLimits = async (
    file: CheckedFile,
    preset: Preset,
    address: string,
  ): Promise<UploadReceipt> => {
    try {
      const sender = await hashSender(address)
      const receipt = await saveUpload(file, preset, sender)
      await trimUnattached({ db, files, limitBytes: config.uploads.unattachedBytes, log }, sender)
      return receipt
    } catch (err) {
      const refusal = err instanceof ImageHostError ? err : undefined
      log.error(
        { err, ...(refusal ? { reason: refusal.message } : {}) },
        'an upload could not be kept',
      )
      if (refusal?.code === 'upload-failed') {
        throw new ApiError('upload-failed', fileMessages.uploadFailed)
      }
      throw refuseFor(5, 'unavailable', fileMessages.uploadFailed)
    }
  }

  /** A network whose records refer to very much sends on with small files (behaviour 6.23). */
  const refuseLarge = async (bytes: number, network: string) => {
    const attached = await attachedBytes.get(network)
    if (bytes > smallFileBytes && attached && attached.consumedPoints >= attachedBytes.points) {
      throw new ApiError('small-files-only', storedFileMessages.smallOnly)
    }
  }

  const routes = new Hono<HttpEnvironment>()

  routes.post(uploadPath, async (c) => {
    const announced = announcedBytes(c.req.header('Content-Length'))
    await refuseLarge(announced + maxFileBytes - bounds.upload, c.get('network').wide)
    await reserve?.ensureRoomFor(announced)
    const body = c.get('openBody')()
    try {
      const { preset, bytes } = await readUpload(c.req.header('Content-Type'), body)
      const file = checkFile(bytes)
      if (file === 'too-small') {
        throw new ApiError('unsupported-file', fileMessages.tooSmall)
      }
      if (file === 'too-many-scans') {
        throw new ApiError('unsupported-file', fileMessages.tooManyScans)
      }
      if (isHeic(bytes)) {
        throw new ApiError('unsupported-file', fileMessages.heic)
      }
      if (!file || !listAcceptedTypes(preset).includes(file.type)) {
        throw new ApiError('unsupported-file', unsupportedWordsAs(preset))
      }
      await refuseLarge(file.bytes.length, c.get('network').wide)
      const work = () => saveWithinLimits(file, preset, c.get('network').address)
      return c.json(await (reserve ? reserve.write(file.bytes.length, work) : work()))
    } finally {
      body.release()
    }
  })

  routes.get(filePath(':name'), downloads.serve)

  routes.all(uploadPath, refuseMethod('POST'))
  routes.all(filePath(':name'), refuseMethod('GET, HEAD'))

  return { routes, send: downloads.send, readLowDiskSpace: async () => reserve?.readLowDiskSpace() }
}

export type Uploads = ReturnType<typeof createUploads>

/** What the request says of its length; nothing where it doesn't, for then only what arrived can tell. */
const announcedBytes = (length: string | undefined): number =>
  /^\d{1,15}$/.test(length ?? '') ? Number(length) : 0

const wrongParts = 'Send exactly one file, as "file", and one "upload_preset".'

/**
 * Reads the body of an upload while it arrives. Nothing is kept of one that is refused or cut off, and reading stops
 * where the refusal is certain: a body without an end is never followed (behaviour 6.2, 6.3).
 * @throws ApiError `bad-upload`, `file-too-large`, `request-timeout` or `unavailable`.
 */
export const readUpload = async (
  contentType: string | undefined,
  body: ArrivingBody,
): Promise<{ preset: Preset; bytes: Buffer }> => {
  const parser = openParser(contentType ?? '')
  const { refuse, signal } = body

  const chunks: Buffer[] = []
  let preset: string | undefined
  for (const tooMany of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(tooMany, () => refuse(badUpload(wrongParts)))
  }
  parser.on('field', (name, value) => {
    if (name !== 'upload_preset') {
      return refuse(badUpload(wrongParts))
    }
    preset = value
  })
  parser.on('file', (name, file) => {
    if (name !== 'file') {
      refuse(badUpload(wrongParts))
    }
    file.on('limit', () => refuse(tooLarge()))
    file.on('data', (chunk: Buffer) => chunks.push(chunk))
    // The parser reports a body that ends too soon by itself; unheard, the file's own event would end the process.
    file.on('error', () => {})
  })

  try {
    await pipeline(body.readChunks(bounds.upload, tooLarge), parser, { signal })
  } catch (error) {
    if (signal.reason instanceof ApiError) {
      throw signal.reason
    }
    throw error instanceof ApiError ? error : badUpload('The upload did not arrive whole.')
  }
  // The last part may be refused in the same breath in which the body ends.
  signal.throwIfAborted()

  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) {
    throw badUpload('The upload has no file, or an empty one.')
  }
  if (!isPreset(preset)) {
    throw badUpload('The upload has no "upload_preset" that we know.')
  }
  return { preset, bytes }
}

const badUpload = (detail: string) => new ApiError('bad-upload', detail)

const tooLarge = () => new ApiError('file-too-large', fileMessages.tooLarge)

const openParser = (contentType: string) => {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw badUpload('Send the file as multipart/form-data.')
  }
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
