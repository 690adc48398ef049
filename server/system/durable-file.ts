import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a file so that it is there whole after a power cut, or not at all: a temporary name in the same folder,
 * flushed, renamed, and the folder flushed. Only a crash in between leaves the temporary file behind.
 */
export const writeDurably = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
