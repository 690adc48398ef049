import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { fileMessages } from '../../festival/messages'
import { type FileType, type Preset, presets, proofTypes, type UploadReceipt } from '../../festival/upload'
import type { Clock } from '../clock'
import type { Db } from '../db/schema'
import { Refusal } from '../http/refusal'
import { refuseMethod } from '../http/refuse-method'
import type { FileStore } from './file-store'
import { type CheckedFile, checkFile, formats } from './file-type'
import { type ImageHost, ImageHostError } from './image-host'
import { createMemoryBudget } from './memory-budget'
import { readUpload } from './read-upload'
import { sweepUploads } from './sweep'

export interface UploadsParts {
  db: Db
  files: FileStore
  /** Where checked files are handed on to; undefined: they are kept in `files`. */
  imageHost?: ImageHost | undefined
  clock: Clock
  /** Where the site is reached; the addresses of stored files begin with it. */
  config: { publicUrl: string }
  log: Pick<Logger, 'error'>
}

export interface Uploads {
  /** `POST /image/upload` and `GET /files/:name`. They throw Refusal. */
  routes: Hono
  /** Removes uploads that no record refers to after 24 hours; runs hourly. */
  sweep(): Promise<void>
}

/** Takes in, keeps and hands out the files that registrants send (behaviour 6). */
export const createUploads = ({ db, files, imageHost, clock, config, log }: UploadsParts): Uploads => {
  const memory = createMemoryBudget()

  /** Gives the address of the file, which by then is safe. */
  const store = async (file: CheckedFile, preset: Preset, name: string): Promise<string> => {
    if (imageHost) return imageHost.forward(file, preset)
    await files.write(name, file.bytes)
    return `${config.publicUrl}/files/${name}`
  }

  /**
   * The file is safe before its row says that it exists. When the row fails, the file stays for the sweep: the failure
   * may have hidden a commit, and a row without its file must not come about.
   */
  const keep = async (file: CheckedFile, preset: Preset): Promise<UploadReceipt> => {
    const public_id = randomBytes(24).toString('base64url')
    const format = formats[file.type]
    const bytes = file.bytes.length
    const secure_url = await store(file, preset, `${public_id}.${format}`)
    const created_at = clock().toISOString()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('upload')
      .values({ public_id, secure_url, preset, format, bytes, created_at, referenced_at: null })
      .onConflict((conflict) => conflict.column('secure_url').doNothing())
      .executeTakeFirstOrThrow()
    // The host has put this file in the place of another registrant's, or will do so with the next.
    if (numInsertedOrUpdatedRows !== 1n)
      throw new ImageHostError('The image host gave the same address twice', 'upload-failed')
    return { secure_url, public_id, format, bytes }
  }

  const keepOrRefuse = (file: CheckedFile, preset: Preset): Promise<UploadReceipt> =>
    keep(file, preset).catch((err: unknown) => {
      const reason = err instanceof ImageHostError ? { reason: err.message } : {}
      log.error({ err, ...reason }, 'an upload could not be kept')
      if (err instanceof ImageHostError && err.code === 'upload-failed')
        throw new Refusal('upload-failed', fileMessages.uploadFailed)
      throw unavailable(fileMessages.uploadFailed)
    })

  const readKept = (name: string) =>
    files.read(name).catch((err: unknown) => {
      log.error({ err }, 'a kept file could not be read')
      throw unavailable('The file cannot be read at the moment. Please try again.')
    })

  const routes = new Hono()

  routes.post('/image/upload', async (c) => {
    const share = memory.open()
    try {
      const { preset, bytes } = await readUpload(c.req.raw, share)
      const file = checkFile(bytes)
      if (!file || !takes(preset, file.type)) throw new Refusal('unsupported-file', unsupportedWords(preset))
      return c.json(await keepOrRefuse(file, preset))
    } finally {
      share.release()
    }
  })

  routes.get('/files/:name', async (c) => {
    const type = typeOfName(c.req.param('name'))
    const bytes = type && (await readKept(c.req.param('name')))
    if (!bytes) throw new Refusal('not-found', 'There is no such file.')
    const isDocument = type === 'application/pdf'
    return c.body(bytes, 200, {
      'Content-Type': type,
      'Content-Disposition': `${isDocument ? 'attachment' : 'inline'}; filename="proof.${formats[type]}"`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    })
  })

  routes.all('/image/upload', refuseMethod('POST'))
  routes.all('/files/:name', refuseMethod('GET, HEAD'))

  return { routes, sweep: () => sweepUploads(db, files, clock) }
}

const unavailable = (detail: string) => new Refusal('unavailable', detail, { headers: { 'Retry-After': '5' } })

const takes = (preset: Preset, type: FileType): boolean => presets[preset].some((taken) => taken === type)

const unsupportedWords = (preset: Preset) =>
  takes(preset, 'application/pdf') ? fileMessages.unsupportedProof : fileMessages.unsupportedImage

/** The type that a name of ours states by its ending; undefined for a name that we never gave out. */
const typeOfName = (name: string): FileType | undefined => {
  const ending = /^[\w-]{32}\.(jpg|png|webp|pdf)$/.exec(name)?.[1]
  if (ending === undefined) return undefined
  return proofTypes.find((type) => formats[type] === ending)
}
