import type { Readable } from 'node:stream'

export interface StoredFile {
  name: string
  changedAt: Date
}

/** The caller must read the stream to its end or destroy it. */
export interface OpenedFile {
  /** In bytes, as stated by the store before the first piece. */
  size: number
  /** Pieces of at most 64 KiB. A cut connection may end it before `size`. */
  stream: Readable
}

/**
 * Stores uploaded files. They are at most 4 MiB, so they are written whole. Each name is used once
 * and chosen by the server.
 */
export interface FileStore {
  /**
   * Resolves once the bytes would survive a power cut. After a failure, the name does not exist.
   */
  write(name: string, bytes: Uint8Array): Promise<void>
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  open(name: string): Promise<OpenedFile | undefined>
  remove(name: string): Promise<void>
  /** Includes the remains of interrupted writes. */
  list(): AsyncIterable<StoredFile>
  close(): void
}
