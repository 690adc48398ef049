import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFile } from './manifest'

/** The name of a backup's folder, by the time it was begun: it sorts by age. */
export const backupName = (now: Date): string => `cerebra-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const namePattern = /^cerebra-\d{8}T\d{6}Z$/

/** Removes all but the newest whole backups of a folder, and nothing that is not one. Gives the names of the removed. */
export const keepNewest = async (folder: string, count: number): Promise<string[]> => {
  const names = (await readdir(folder)).filter(
    (name) => namePattern.test(name) && existsSync(join(folder, name, manifestFile)),
  )
  const old = names.sort().reverse().slice(count)
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return old
}
