/** A file as a listing shows it. */
export interface StoredFile {
  name: string
  changedAt: Date
}

/**
 * Where uploaded files lie. Files are at most 4 MiB, so they pass through whole; a name is given once and its bytes
 * never change. Names come from us, never from a request.
 */
export interface FileStore {
  /** Resolves when the bytes would survive a power cut; on failure nothing is found under the name. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes; undefined when there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Removes the file; no complaint when it is gone already. */
  remove(name: string): Promise<void>
  /** Everything that takes up room, what an interrupted write left behind included. */
  list(): AsyncIterable<StoredFile>
  /** Lets go of open connections. */
  close(): void
}
