import { open, opendir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder, writeDurably } from '../system/owner-only'
import type { FileStore, StoredFile } from './file-store'
import { openS3Store, type S3Config } from './s3-store'

export type FilesConfig = { engine: 'disk' } | ({ engine: 's3' } & S3Config)

/** @throws Error when the folder cannot be created */
export const createFileStore = ({
  dataDir,
  files,
}: {
  dataDir: string
  files: FilesConfig
}): FileStore =>
  files.engine === 's3' ? openS3Store(files) : openDiskStore(join(dataDir, 'files'))

const pieceBytes = 64 * 1024

/** @throws Error when the folder cannot be created */
export const openDiskStore = (folder: string): FileStore => {
  makeFolder(folder)

  const resolvePath = (name: string): string => {
    // The server chooses the names, but path safety must not depend on every caller.
    if (basename(name) !== name) {
      throw new Error('The name of a stored file must not contain a path')
    }
    return join(folder, name)
  }

  return {
    write: (name, bytes) => writeDurably(folder, basename(resolvePath(name)), bytes),

    read: (name) => unlessMissing(async () => new Uint8Array(await readFile(resolvePath(name)))),

    open: (name) =>
      unlessMissing(async () => {
        const file = await open(resolvePath(name), 'r')
        try {
          const { size } = await file.stat()
          return { size, stream: file.createReadStream({ highWaterMark: pieceBytes }) }
        } catch (error) {
          await file.close()
          throw error
        }
      }),

    remove: (name) => rm(resolvePath(name), { force: true }),

    list: () => listFiles(folder),

    close() {},
  }
}

const unlessMissing = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined
    }
    throw error
  }
}

async function* listFiles(folder: string): AsyncIterable<StoredFile> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile()) {
      continue
    }
    // The file may have been removed since the folder was read.
    const stats = await unlessMissing(() => stat(join(folder, entry.name)))
    if (stats) {
      yield { name: entry.name, changedAt: stats.mtime }
    }
  }
}
