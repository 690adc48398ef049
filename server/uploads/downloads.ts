import type { Context } from 'hono'
import type { Logger } from 'pino'
import { type FileType, formats, proofTypes } from '../../festival/upload'
import type { Db } from '../db/schema'
import { ApiError } from '../http/api-error'
import { bounds as httpBounds } from '../http/bounds'
import { clientAddress } from '../http/client-address'
import type { HttpEnvironment } from '../http/environment'
import { createFairBudget } from '../http/fair-budget'
import type { FileStore, OpenedFile } from './file-store'
import { streamFile } from './stream-file'

interface DownloadsDeps {
  db: Db
  files: FileStore
  config: { trustedProxies: number }
  log: Pick<Logger, 'error'>
  bounds?: { inAll: number; perAddress: number }
}

/**
 * Hands out kept files piece by piece, as fast as each reader takes them. Past the bounds the slowest reader makes
 * room, so that readers who never read keep nobody out (behaviour 6.16).
 */
export const createDownloads = ({ db, files, config, log, bounds = httpBounds.downloads }: DownloadsDeps) => {
  const budget = createFairBudget(bounds)

  const unavailable = (err: unknown) => {
    log.error({ err }, 'a kept file could not be read')
    return new ApiError('unavailable', 'The file cannot be read at the moment. Please try again.', {
      headers: { 'Retry-After': '5' },
    })
  }

  /** @throws ApiError `unavailable` where the file lies there in another size than it was kept in */
  const open = async (id: string, format: string): Promise<OpenedFile | undefined> => {
    let file: OpenedFile | undefined
    try {
      const row = await db
        .selectFrom('upload')
        .select(['bytes', 'format'])
        .where('public_id', '=', id)
        .executeTakeFirst()
      if (row?.format !== format) return undefined
      file = await files.open(`${id}.${format}`)
      if (file && file.size !== row.bytes) throw new Error('A kept file has another size than its row says')
      return file
    } catch (err) {
      file?.stream.destroy()
      throw unavailable(err)
    }
  }

  const headersOf = (type: FileType, size: number) => ({
    'Content-Type': type,
    'Content-Length': String(size),
    'Content-Disposition': `${type === 'application/pdf' ? 'attachment' : 'inline'}; filename="proof.${formats[type]}"`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
  })

  /** Streams the file to whoever asks; once it has begun, a failure breaks the connection. */
  const send = async (c: Context<HttpEnvironment>, id: string, type: FileType) => {
    const outgoing = c.env?.outgoing
    const evicted = new AbortController()
    const holder = budget.open({ address: clientAddress(c, config.trustedProxies), evict: () => evicted.abort() })
    try {
      if (!holder.take(1)) throw tooMany()
      const file = await open(id, formats[type])
      if (!file) throw notFound()
      const { stream } = file
      const makeRoom = () => {
        stream.destroy()
        outgoing?.destroy()
      }
      if (evicted.signal.aborted) makeRoom()
      else evicted.signal.addEventListener('abort', makeRoom)
      // What was read and waits in the connection counts until it has left.
      if (outgoing) outgoing.once('close', holder.release)
      else stream.once('close', holder.release)
      const body = streamFile(file, {
        progressed: holder.progressed,
        failed: (err) => log.error({ err }, 'a kept file could not be sent whole'),
        breakOff: outgoing && (() => outgoing.destroy()),
      })
      return c.body(body, 200, headersOf(type, file.size))
    } catch (error) {
      holder.release()
      throw error
    }
  }

  return async (c: Context<HttpEnvironment>): Promise<Response> => {
    const name = c.req.param('name') ?? ''
    const type = typeOfName(name)
    if (!type) throw notFound()
    const id = name.slice(0, name.indexOf('.'))
    if (c.req.method !== 'HEAD') return send(c, id, type)
    const file = await open(id, formats[type])
    if (!file) throw notFound()
    file.stream.destroy()
    return c.body(null, 200, headersOf(type, file.size))
  }
}

const notFound = () => new ApiError('not-found', 'There is no such file.')

const tooMany = () =>
  new ApiError('unavailable', 'Too many files are being read at once. Please try again in a moment.', {
    headers: { 'Retry-After': '2' },
  })

/** The type that a name of ours states by its ending; undefined for a name that we never gave out. */
const typeOfName = (name: string): FileType | undefined => {
  const ending = /^[\w-]{32}\.(jpg|png|webp|pdf)$/.exec(name)?.[1]
  if (ending === undefined) return undefined
  return proofTypes.find((type) => formats[type] === ending)
}
