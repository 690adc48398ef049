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
import { createMemoryBudget } from './memory-budget'
import { readUpload } from './read-upload'
import { sweepUploads } from './sweep'

export interface UploadsParts {
  db: Db
  files: FileStore
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
export const createUploads = ({ db, files, clock, config, log }: UploadsParts): Uploads => {
  const memory = createMemoryBudget()

  /**
   * The file is safe before its row says that it exists. When the row fails, the file stays for the sweep: the failure
   * may have hidden a commit, and a row without its file must not come about.
   */
  const keep = async ({ type, bytes }: CheckedFile, preset: Preset): Promise<UploadReceipt> => {
    const public_id = randomBytes(24).toString('base64url')
    const format = formats[type]
    const name = `${public_id}.${format}`
    const secure_url = `${config.publicUrl}/files/${name}`
    const created_at = clock().toISOString()
    try {
      await files.write(name, bytes)
      await db
        .insertInto('upload')
        .values({ public_id, secure_url, preset, format, bytes: bytes.length, created_at, referenced_at: null })
        .execute()
    } catch (error) {
      log.error({ err: error }, 'an upload could not be kept')
      throw new Refusal('unavailable', 'The file could not be kept. Please try again.')
    }
    return { secure_url, public_id, format, bytes: bytes.length }
  }

  const routes = new Hono()

  routes.post('/image/upload', async (c) => {
    const share = memory.open()
    try {
      const { preset, bytes } = await readUpload(c.req.raw, share)
      const file = checkFile(bytes)
      if (!file || !takes(preset, file.type)) throw new Refusal('unsupported-file', unsupportedWords(preset))
      return c.json(await keep(file, preset))
    } finally {
      share.release()
    }
  })

  routes.get('/files/:name', async (c) => {
    const type = typeOfName(c.req.param('name'))
    const bytes = type && (await files.read(c.req.param('name')))
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

const takes = (preset: Preset, type: FileType): boolean => presets[preset].some((taken) => taken === type)

const unsupportedWords = (preset: Preset) =>
  takes(preset, 'application/pdf') ? fileMessages.unsupportedProof : fileMessages.unsupportedImage

/** The type that a name of ours states by its ending; undefined for a name that we never gave out. */
const typeOfName = (name: string): FileType | undefined => {
  const ending = /^[\w-]{32}\.(jpg|png|webp|pdf)$/.exec(name)?.[1]
  if (ending === undefined) return undefined
  return proofTypes.find((type) => formats[type] === ending)
}
