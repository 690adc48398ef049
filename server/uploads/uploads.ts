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

/** Handles `POST /image/upload` and `GET /files/:name`. Both throw ApiError. */
export const createUploads = (deps: {
  db: Db
  files: FileStore
  /** Checked files are forwarded to this host. If undefined, they are saved in `files`. */
  imageHost?: ImageHost | undefined
  findEntryPage?: ((url: string) => Promise<string>) | undefined
  clock: Clock
  config: { publicUrl: string; uploads: { unattachedBytes: number } }
  /** Undefined if files are not stored on the server's own disk. */
  reserve?: DiskReserve | undefined
  attachedBytes: RateLimits['attachedBytes']
  log: Pick<Logger, 'error' | 'warn'>
}) => {
  const { db, files, imageHost, findEntryPage, clock, config, reserve, attachedBytes, log } = deps
  const downloads = createDownloads({ db, files, findEntryPage, log })
  const hashSender = createSenderHash(db)

  const location: UploadLocation = imageHost ? 'image-host' : 'file-store'

  const storeFile = async (file: CheckedFile, preset: Preset, name: string): Promise<string> => {
    if (imageHost) {
      return imageHost.forward(file, preset)
    }
    await files.write(name, file.bytes)
    return config.publicUrl + filePath(name)
  }

  /**
   * Stores the file first, because a row must never lack its file. If saving the row fails, the
   * file stays until the cleanup, because the row may have been committed anyway.
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
    // Otherwise the host has overwritten another participant's file.
    if (!(await insertOnce(db.insertInto('upload').values({ ...upload, referenced_at: null })))) {
      throw new ImageHostError('The image host returned the same address twice', 'upload-failed')
    }
    return { secure_url, public_id, format, bytes }
  }

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
      log.error({ err, reason: refusal?.message }, 'an upload could not be stored')
      if (refusal?.code === 'upload-failed') {
        throw new ApiError('upload-failed', fileMessages.uploadFailed)
      }
      throw refuseFor(5, 'unavailable', fileMessages.uploadFailed)
    }
  }

  const refuseLarge = async (bytes: number, network: string) => {
    const attached = await attachedBytes.get(network)
    if (bytes > smallFileBytes && attached && attached.consumedPoints >= attachedBytes.points) {
      throw new ApiError('small-files-only', storedFileMessages.smallOnly)
    }
  }

  const routes = new Hono<HttpEnvironment>()

  routes.post(uploadPath, async (c) => {
    const declaredBytes = readLength(c.req.header('Content-Length'))
    await refuseLarge(declaredBytes + maxFileBytes - bounds.upload, c.get('network').wide)
    await reserve?.ensureRoomFor(declaredBytes)
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
      const save = () => saveWithinLimits(file, preset, c.get('network').address)
      const receipt = reserve ? await reserve.write(file.bytes.length, save) : await save()
      return c.json(receipt)
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

/** Returns 0 if no length is declared. Then only the received bytes count. */
const readLength = (length: string | undefined): number =>
  /^\d{1,15}$/.test(length ?? '') ? Number(length) : 0

const wrongParts = 'Send exactly one file, as "file", and one "upload_preset".'

/**
 * Stops reading as soon as a refusal is certain, and stores no part of a refused upload.
 * @throws ApiError `bad-upload`, `file-too-large`, `request-timeout` or `unavailable`
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
    // Without a listener, this event would end the process.
    file.on('error', () => {})
  })

  try {
    await pipeline(body.readChunks(bounds.upload, tooLarge), parser, { signal })
  } catch (error) {
    if (signal.reason instanceof ApiError) {
      throw signal.reason
    }
    throw error instanceof ApiError ? error : badUpload('The upload is incomplete.')
  }
  // The last part may be refused when the body ends.
  signal.throwIfAborted()

  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) {
    throw badUpload('The upload has no file, or an empty one.')
  }
  if (!isPreset(preset)) {
    throw badUpload('The "upload_preset" is missing or unknown.')
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
    throw badUpload('The upload has no multipart boundary.')
  }
}
