import type { Readable } from 'node:stream'

export interface StoredFile {
  name: string
  changedAt: Date
}

/** The caller must read the stream to the end or destroy it. */
export interface OpenedFile {
  /** In bytes, as the store states before the first chunk. */
  size: number
  /** Chunks of at most 64 KiB. A broken connection may end the stream before `size` bytes. */
  stream: Readable
}

/**
 * Stores uploaded files. A file of at most 4 MiB is written in one call. The server chooses each
 * name and uses it once.
 */
export interface FileStore {
  /** Resolves once the bytes would survive a power cut. After a failure, no file has the name. */
  write(name: string, bytes: Uint8Array): Promise<void>
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  open(name: string): Promise<OpenedFile | undefined>
  remove(name: string): Promise<void>
  /** Includes what interrupted writes have left behind. */
  list(): AsyncIterable<StoredFile>
  close(): void
}
