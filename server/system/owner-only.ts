import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** Set first by whatever may write: names, phones and proofs are for the user alone that the process runs as. */
export const ownerOnlyMask = 0o077

/** Takes away what others may do with it, where it is ours to change. */
const restrictToOwner = (path: string): void => {
  const { mode, uid } = lstatSync(path)
  if (uid === process.getuid?.() && (mode & ownerOnlyMask) !== 0) {
    chmodSync(path, mode & ~ownerOnlyMask & 0o7777)
  }
}

/** A folder that more than the site lives in, such as /tmp or the one that we were started in, is left as it is. */
const isShared = (folder: string): boolean =>
  (lstatSync(folder).mode & 0o1000) !== 0 ||
  [process.cwd(), homedir()].some((place) => !relative(folder, place).startsWith('..'))

/**
 * Makes a folder and those above it for their owner alone. Node's own way never ends where nothing can be made (/proc).
 * @throws Error when it cannot be made
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
    // Another process may have been faster.
    if (!isThere()) {
      throw error
    }
  }
}

/**
 * Makes the data folder if it is missing, and keeps it to its owner: one that is open to others is closed (behaviour
 * 12.31).
 * @throws Error when it cannot be made
 */
export const keepFolderToOwner = (folder: string): void => {
  makeFolder(folder)
  if (!isShared(folder)) {
    restrictToOwner(folder)
  }
}

/**
 * Keeps a file of SQLite to its owner, with the two that lie beside it. One that is missing is made, empty: SQLite gives
 * those two the mode of the first.
 * @throws Error when its folder cannot be made or written to
 */
export const keepDatabaseToOwner = (file: string): void => {
  makeFolder(dirname(file))
  // Closing a file that is open elsewhere in this process would take SQLite's locks away.
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
 * Writes a file so that it is there whole after a power cut, or not at all: a temporary name in the same folder,
 * flushed, renamed, and the folder flushed. Only a crash in between leaves the temporary file behind.
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

/** The names in a folder are there after a power cut once it was flushed itself. */
export const flushFolder = async (folder: string): Promise<void> => {
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
}
