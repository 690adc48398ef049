import type { Context } from 'hono'
import type { Logger } from 'pino'
import { formats, proofTypes } from '../../festival/forms/upload'
import type { Db, UploadRow } from '../db/schema'
import { ApiError, refuseFor } from '../http/api-error'
import { bounds as httpBounds } from '../http/bounds'
import type { HttpEnvironment } from '../http/environment'
import { createFairBudget } from '../http/fair-budget'
import type { FileStore, OpenedFile } from './file-store'
import { isStoredName, storedName } from './upload-rows'

interface DownloadsDeps {
  db: Db
  files: FileStore
  /**
   * Finds the desk's page for an attached file. Without a desk, anyone with the upload
   * address may read the file.
   */
  findEntryPage?: ((url: string) => Promise<string>) | undefined
  log: Pick<Logger, 'error'>
  bounds?: { total: number; perAddress: number }
}

const noStoreHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

/** Above the bounds, the slowest reader is dropped, so that idle connections block no one. */
export const createDownloads = ({
  db,
  files,
  findEntryPage,
  log,
  bounds = httpBounds.downloads,
}: DownloadsDeps) => {
  const budget = createFairBudget(bounds)

  const unavailable = (err: unknown) => {
    log.error({ err }, 'a stored file could not be read')
    return refuseFor(5, 'unavailable', 'The file cannot be read at the moment. Please try again.')
  }

  const findUpload = async (id: string, format: string): Promise<UploadRow | undefined> => {
    const row = await db
      .selectFrom('upload')
      .selectAll()
      .where('public_id', '=', id)
      .executeTakeFirst()
      .catch((err: unknown) => Promise.reject(unavailable(err)))
    return row?.format === format ? row : undefined
  }

  /** @throws ApiError `unavailable` if the size of the file differs from its row */
  const open = async (upload: UploadRow): Promise<OpenedFile | undefined> => {
    let file: OpenedFile | undefined
    try {
      file = await files.open(storedName(upload))
      if (file && file.size !== upload.bytes) {
        throw new Error('The size of a stored file differs from its row')
      }
      return file
    } catch (err) {
      file?.stream.destroy()
      throw unavailable(err)
    }
  }

  const makeHeaders = ({ format, bytes }: UploadRow) => {
    const disposition = format === 'pdf' ? 'attachment' : 'inline'
    return {
      'Content-Type':
        proofTypes.find((type) => formats[type] === format) ?? 'application/octet-stream',
      'Content-Length': String(bytes),
      'Content-Disposition': `${disposition}; filename="proof.${format}"`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      ...noStoreHeaders,
    }
  }

  /**
   * Sends a file without checking permissions, which is the caller's task.
   * @returns undefined if the file no longer exists
   */
  const send = async (
    c: Context<HttpEnvironment>,
    upload: UploadRow,
  ): Promise<Response | undefined> => {
    if (c.req.method === 'HEAD') {
      const file = await open(upload)
      file?.stream.destroy()
      return file && c.body(null, 200, makeHeaders(upload))
    }
    const outgoing = c.env?.outgoing
    const evicted = new AbortController()
    const holder = budget.open({ address: c.get('network').address, evict: () => evicted.abort() })
    try {
      if (!holder.take(1)) {
        throw tooMany()
      }
      const file = await open(upload)
      if (!file) {
        holder.release()
        return undefined
      }
      const { stream } = file
      const disconnect = () => {
        stream.destroy()
        outgoing?.destroy()
      }
      if (evicted.signal.aborted) {
        disconnect()
      } else {
        evicted.signal.addEventListener('abort', disconnect)
      }
      // Buffered bytes count as unsent until the connection has sent them.
      if (outgoing) {
        outgoing.once('close', holder.release)
      } else {
        stream.once('close', holder.release)
      }
      const body = streamFile(file, {
        reportProgress: holder.reportProgress,
        onFailure: (err) => log.error({ err }, 'a stored file could not be sent completely'),
        cutConnection: outgoing && (() => outgoing.destroy()),
      })
      return c.body(body, 200, makeHeaders(upload))
    } catch (error) {
      holder.release()
      throw error
    }
  }

  return {
    send,

    serve: async (c: Context<HttpEnvironment>): Promise<Response> => {
      const name = c.req.param('name') ?? ''
      if (!isStoredName(name)) {
        throw notFound()
      }
      const [id = '', format = ''] = name.split('.')
      const upload = await findUpload(id, format)
      if (!upload) {
        throw notFound()
      }
      if (findEntryPage && upload.referenced_at !== null) {
        return c.body(null, 303, {
          Location: await findEntryPage(upload.secure_url),
          ...noStoreHeaders,
        })
      }
      const response = await send(c, upload)
      if (!response) {
        throw notFound()
      }
      return response
    },
  }
}

const notFound = () => new ApiError('not-found', 'There is no such file.')

const tooMany = () =>
  refuseFor(
    2,
    'unavailable',
    'Too many files are being read at the same time. Please try again in a moment.',
  )

/** The time that a store may take for one chunk, in milliseconds. */
const stallMs = 15_000

interface Listeners {
  reportProgress: (bytes: number) => void
  /** Called with the reason of a failure, but not when the reader disconnects. */
  onFailure: (error: unknown) => void
  /** Closes the connection. If undefined, the body itself fails. */
  cutConnection: (() => void) | undefined
}

/**
 * Creates a response body that reads one chunk at a time. If the file is too short, the response is
 * cut off, so that no client mistakes a part for the whole file.
 */
export const streamFile = (
  { size, stream }: OpenedFile,
  { reportProgress, onFailure, cutConnection }: Listeners,
): ReadableStream<Uint8Array> => {
  const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  let remaining = size
  let isCancelled = false

  const readPiece = async (): Promise<Uint8Array | undefined> => {
    const timer = setTimeout(
      () => stream.destroy(new Error('The store stopped in the middle of a file')),
      stallMs,
    )
    try {
      const { done, value } = await pieces.next()
      remaining -= done ? 0 : value.length
      if (remaining < 0 || (done && remaining > 0)) {
        throw new Error('The length of a stored file has changed')
      }
      return done ? undefined : value
    } finally {
      clearTimeout(timer)
    }
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const piece = await readPiece()
          // A client may disconnect after the last byte, before the end of the file has been read.
          if (isCancelled) {
            return
          }
          if (!piece) {
            return controller.close()
          }
          reportProgress(piece.length)
          controller.enqueue(piece)
        } catch (error) {
          if (isCancelled) {
            return
          }
          // Dropping or disconnecting a reader destroys the stream, which is not a failure.
          const hasDisconnected = stream.destroyed && !stream.errored && !stream.readableEnded
          if (!hasDisconnected) {
            onFailure(error)
          }
          stream.destroy()
          if (!cutConnection) {
            throw error
          }
          cutConnection()
        }
      },
      cancel: () => {
        isCancelled = true
        stream.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
