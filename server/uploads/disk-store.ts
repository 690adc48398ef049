import { mkdirSync } from 'node:fs'
import { opendir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeDurably } from '../durable-file'
import type { FileStore, StoredFile } from './file-store'

/** What the file system answers for a name that is not there. */
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Keeps files in one folder of this machine, which is made when it is missing.
 * @throws Error when the folder can't be made.
 */
export const openDiskStore = (folder: string): FileStore => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  const pathOf = (name: string): string => {
    // Names are ours, but a path that leaves the folder must not depend on every caller's care.
    if (basename(name) !== name) throw new Error('A stored file has a plain name')
    return join(folder, name)
  }

  return {
    write: (name, bytes) => writeDurably(folder, basename(pathOf(name)), bytes),

    async read(name) {
      try {
        return new Uint8Array(await readFile(pathOf(name)))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),

    async *list(): AsyncIterable<StoredFile> {
      for await (const entry of await opendir(folder)) {
        if (!entry.isFile()) continue
        try {
          yield { name: entry.name, changedAt: (await stat(join(folder, entry.name))).mtime }
        } catch (error) {
          // Removed since the folder was read.
          if (!isMissing(error)) throw error
        }
      }
    },

    close() {},
  }
}
