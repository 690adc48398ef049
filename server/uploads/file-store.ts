import type { Readable } from 'node:stream'

export interface StoredFile {
  name: string
  changedAt: Date
}

/** A file that is open for reading. Whoever opened it reads it to its end or destroys the stream. */
export interface OpenedFile {
  /** Bytes, as the store states them before the first one. */
  size: number
  /** At most 64 KiB a piece. It fails when the store does, and may end before `size` where a connection was cut. */
  stream: Readable
}

/**
 * Where uploaded files lie. Files are at most 4 MiB, so they are written whole; a name is given once and its bytes
 * never change. Names come from us, never from a request.
 */
export interface FileStore {
  /** Resolves when the bytes would survive a power cut; on failure nothing is found under the name. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes; undefined when there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Opens the file to be read piece by piece; undefined when there is no such file. */
  open(name: string): Promise<OpenedFile | undefined>
  /** Removes the file; no complaint when it is gone already. */
  remove(name: string): Promise<void>
  /** Everything that takes up room, what an interrupted write left behind included. */
  list(): AsyncIterable<StoredFile>
  close(): void
}
