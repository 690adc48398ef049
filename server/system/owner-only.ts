import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** Every program sets this umask first. */
export const ownerOnlyMask = 0o077

const restrictToOwner = (path: string) => {
  const { mode, uid } = lstatSync(path)
  if (uid === process.getuid?.() && (mode & ownerOnlyMask) !== 0) {
    chmodSync(path, mode & ~ownerOnlyMask & 0o7777)
  }
}

/** A shared folder is for example /tmp, the home folder or the working folder. */
const isShared = (folder: string): boolean =>
  (lstatSync(folder).mode & 0o1000) !== 0 ||
  [process.cwd(), homedir()].some((place) => !relative(folder, place).startsWith('..'))

/**
 * Avoids Node's recursive `mkdir`, which never returns in /proc.
 * @throws Error when the folder cannot be created
 */
export const makeFolder = (folder: string): void => {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (isThere()) {
    return
  }
  if (dirname(folder) !== folder) {
    makeFolder(dirname(folder))
  }
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created the folder.
    if (!isThere()) {
      throw error
    }
  }
}

/**
 * Creates the folder if it is missing.
 * @throws Error when the folder cannot be created
 */
export const keepFolderToOwner = (folder: string): void => {
  makeFolder(folder)
  if (!isShared(folder)) {
    restrictToOwner(folder)
  }
}

/**
 * Creates a missing file as an empty one, because SQLite copies the mode to `-wal` and `-shm`.
 * @throws Error when the folder cannot be created or written to
 */
export const keepDatabaseToOwner = (file: string): void => {
  makeFolder(dirname(file))
  // Closing a file that is also open elsewhere in this process would release SQLite's locks.
  if (!existsSync(file)) {
    closeSync(openSync(file, 'a', 0o600))
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (lstatSync(path, { throwIfNoEntry: false })) {
      restrictToOwner(path)
    }
  }
}

/**
 * After a power cut, the file is complete or absent. A crash can leave the temporary file behind.
 */
export const writeDurably = async (
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> => {
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true })
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(folder)
}

/** Ensures that new file names survive a power cut. */
export const flushFolder = async (folder: string): Promise<void> => {
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
}
