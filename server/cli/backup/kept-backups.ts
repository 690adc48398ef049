import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayAt } from '../../../festival/day'
import { manifestFile, readManifest, sumManifest } from './manifest'

/** The name of a backup's folder, by the time it was begun: it sorts by age. */
export const backupName = (now: Date): string => `cerebra-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const namePattern = /^cerebra-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?$/
const partialPattern = /^\.cerebra-\d{8}T\d{6}Z(?:-\d+)?\.partial$/
const dayMs = 86_400_000

/**
 * Makes the folder of a backup that begins now, for one process alone: what others began in the same second have a number
 * behind the name (behaviour 12.53). Gives its path.
 */
export const claimBackupFolder = async (home: string, now: Date): Promise<string> => {
  await mkdir(home, { recursive: true, mode: 0o700 })
  for (let number = 1; ; number += 1) {
    const folder = join(home, `${backupName(now)}${number === 1 ? '' : `-${number}`}`)
    try {
      await mkdir(folder, { mode: 0o700 })
      return folder
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Gives a claimed folder back, if nothing came into it. */
export const dropEmptyFolder = (folder: string): Promise<void> => rmdir(folder).catch(() => {})

/** The names of the whole backups in a folder, the newest first. */
export const listBackups = async (folder: string): Promise<string[]> => {
  const names = existsSync(folder) ? await readdir(folder) : []
  return names
    .filter((name) => namePattern.test(name) && existsSync(join(folder, name, manifestFile)))
    .sort()
    .reverse()
}

const dayOf = (name: string): string => dayAt(Date.parse(name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z')))

/** How many rows a backup holds; undefined where its manifest cannot be read. */
const countBackedUp = (path: string): Promise<number | undefined> =>
  readManifest(path).then(
    (manifest) => sumManifest(manifest).rows,
    () => undefined,
  )

/** Those that go, of names from the newest to the oldest. */
const findOld = (names: readonly string[], days: number): string[] => {
  const kept = [...new Set(names.map(dayOf))].slice(0, days)
  const seen = new Set<string>()
  return names.filter((name) => {
    const day = dayOf(name)
    const isLater = seen.has(day)
    seen.add(day)
    return !kept.includes(day) || (isLater && day !== kept[0])
  })
}

/**
 * Removes old backups, and nothing that is not one: all of the newest day stay, and of each of the days before it, so many
 * days in all, the newest one. A day without a backup does not count (behaviour 12.41). Backups without a row are counted
 * for themselves, so that none drives out one with rows; one that cannot be read stays (12.44). Gives the names of the
 * removed.
 */
export const keepDays = async (folder: string, days: number): Promise<string[]> => {
  const filled: string[] = []
  const empty: string[] = []
  for (const name of await listBackups(folder)) {
    const rows = await countBackedUp(join(folder, name))
    if (rows !== undefined) (rows > 0 ? filled : empty).push(name)
  }
  const old = [...findOld(filled, days), ...findOld(empty, days)]
  // Another backup that ends now may have removed it already.
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  return old
}

/** Removes what a killed backup left half done, or claimed and never filled, more than a day ago. */
export const removeHalves = async (folder: string): Promise<void> => {
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names.filter((one) => partialPattern.test(one) || namePattern.test(one))) {
    const path = join(folder, name)
    // One that another process takes may have got its name meanwhile.
    const time = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - time <= dayMs) continue
    if (partialPattern.test(name)) await rm(path, { recursive: true, force: true })
    else await dropEmptyFolder(path)
  }
}
