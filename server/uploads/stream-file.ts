import type { OpenedFile } from './file-store'

/** How long a store may take for one piece, in milliseconds. */
const stallMs = 15_000

interface Listeners {
  /** Is told the bytes of every piece. */
  progressed: (bytes: number) => void
  /** Is told why the file could not be sent whole; a reader who leaves is no failure. */
  failed: (error: unknown) => void
  /** Breaks the connection, where there is one; without, the body fails by itself. */
  breakOff: (() => void) | undefined
}

/**
 * A file as the body of an answer. A piece is read when the one before it has left, never ahead. When the file cannot
 * be read to its stated size, the answer breaks off rather than end early. A reader who leaves, at any moment, is no
 * failure (behaviour 6.19).
 */
export const streamFile = (
  { size, stream }: OpenedFile,
  { progressed, failed, breakOff }: Listeners,
): ReadableStream<Uint8Array> => {
  const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  let left = size
  let isCancelled = false

  const readPiece = async (): Promise<Uint8Array | undefined> => {
    const timer = setTimeout(() => stream.destroy(new Error('The store stopped in the middle of a file')), stallMs)
    try {
      const { done, value } = await pieces.next()
      left -= done ? 0 : value.length
      if (left < 0 || (done && left > 0)) throw new Error('A kept file has another length than it had')
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
          // Who has the last byte may close the connection before the end of the file is read.
          if (isCancelled) return
          if (!piece) return controller.close()
          progressed(piece.length)
          controller.enqueue(piece)
        } catch (error) {
          if (isCancelled) return
          // A reader who was made to leave, or has just left, destroyed the stream before its end; that is no failure.
          const hasLeft = stream.destroyed && !stream.errored && !stream.readableEnded
          if (!hasLeft) failed(error)
          stream.destroy()
          if (!breakOff) throw error
          breakOff()
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
