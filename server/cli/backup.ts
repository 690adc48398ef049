import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dayAt } from '../../festival/slot'
import { type Config, loadConfig } from '../config'
import { OperatorError } from '../system/operator-error'
import { type Manifest, manifestFile, readManifest, sumManifest } from './backup-format'
import { formatBytes, formatCount, formatSince } from './format-amounts'
import { openInstallation, runCommand, usageOf } from './installation'
import { type BackupDependencies, partialOf, takeBackup } from './take-backup'

const usage = usageOf('backup', '[--to FOLDER | --in FOLDER [--keep DAYS]]')

/** `npm run backup`: copies tables and files, also while the server runs, and reads the copy back (behaviour 12.10). */
export const backupCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, in: { type: 'string' }, keep: { type: 'string' } },
    })
    if (values.to !== undefined && (values.in !== undefined || values.keep !== undefined))
      throw new OperatorError(`--to names one backup's folder; --in and --keep are for a folder of many.\n${usage}`)
    const keep = Number(values.keep ?? Number.POSITIVE_INFINITY)
    if (!(keep >= 1)) throw new OperatorError('--keep takes a number of days, from 1 on.')
    const home = resolve(values.in ?? 'backups')
    const start = performance.now()
    const config = loadConfig()
    requireOutsideFiles(config, values.to === undefined ? home : resolve(values.to))
    const { db, files, close } = await openInstallation(config)
    try {
      const parts = { db, files, clock: () => new Date() }
      if (values.to !== undefined) await rm(partialOf(resolve(values.to)), { recursive: true, force: true })
      const { folder, manifest } = await (values.to === undefined
        ? backUpIn(home, parts)
        : backUpTo(resolve(values.to), parts))
      const { rows, files: count, bytes } = sumManifest(manifest)
      console.log(`Backup: ${folder}`)
      console.log(
        `${formatCount(rows, 'row')}, ${formatCount(count, 'file')}, ${formatBytes(bytes)}, read back and whole; ${formatSince(start)}`,
      )
      if (values.to === undefined)
        for (const name of await keepDays(home, keep)) console.log(`Removed the older ${name}`)
    } finally {
      await close()
    }
  })

/**
 * Looks that a backup does not go among the uploaded files, where the housekeeping clears away what no row names (behaviour
 * 12.54).
 * @throws OperatorError naming the folder
 */
export const requireOutsideFiles = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>, folder: string): void => {
  const uploads = join(dataDir, 'files')
  const way = relative(uploads, folder)
  const isInside = !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..'
  if (files.engine === 'disk' && isInside)
    throw new OperatorError(`${folder} is among the uploaded files (${uploads}). Choose a folder outside of it.`)
}

type Parts = Omit<BackupDependencies, 'folder' | 'earlier'>
interface Backup {
  folder: string
  manifest: Manifest
}

/** Takes a backup into a folder of many, under a name by its time. */
export const backUpIn = async (home: string, parts: Parts): Promise<Backup> => {
  await mkdir(home, { recursive: true, mode: 0o700 })
  await removeHalves(home)
  return backUpTo(await claimFolder(home, parts.clock()), parts)
}

/** Takes a backup into this folder; what it has in common with the newest one beside it takes no room. */
const backUpTo = async (folder: string, parts: Parts): Promise<Backup> => {
  const [newest = ''] = await listBackups(dirname(folder))
  const from = join(dirname(folder), newest)
  const manifest = newest === '' ? undefined : await readManifest(from).catch(() => undefined)
  return { folder, manifest: await takeBackup({ ...parts, folder, earlier: manifest && { folder: from, manifest } }) }
}

/** The name of a backup's folder, by the time it was begun: it sorts by age. */
const backupName = (now: Date): string => `cerebra-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const namePattern = /^cerebra-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?$/
const partialPattern = /^\.cerebra-\d{8}T\d{6}Z(?:-\d+)?\.partial$/

/**
 * Makes the partial folder of a backup that begins now, for one process alone: what others began in the same second have a
 * number behind the name (behaviour 12.53).
 * @returns the folder that the backup will have
 */
const claimFolder = async (home: string, now: Date): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const folder = join(home, `${backupName(now)}${number === 1 ? '' : `-${number}`}`)
    try {
      await mkdir(partialOf(folder), { mode: 0o700 })
      if (!existsSync(folder)) return folder
      await rmdir(partialOf(folder))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

const dayMs = 86_400_000

/** Removes what a killed backup left half done more than a day ago (behaviour 12.40). */
const removeHalves = async (home: string): Promise<void> => {
  for (const name of (await readdir(home)).filter((one) => partialPattern.test(one))) {
    // One that another process takes may have got its name meanwhile.
    const found = await stat(join(home, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(join(home, name), { recursive: true, force: true })
  }
}

/** The names of the whole backups in a folder, the newest first. */
const listBackups = async (home: string): Promise<string[]> =>
  (existsSync(home) ? await readdir(home) : [])
    .filter((name) => namePattern.test(name) && existsSync(join(home, name, manifestFile)))
    .sort()
    .reverse()

const dayOf = (name: string): string => dayAt(Date.parse(name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z')))

/** Those that go, of names from the newest to the oldest: all of the newest day stay, and the newest of each day before. */
const findOld = (names: readonly string[], days: number): string[] => {
  const kept = [...new Set(names.map(dayOf))].slice(0, days)
  return names.filter((name, index) => {
    const isNewestOfDay = names.findIndex((other) => dayOf(other) === dayOf(name)) === index
    return !kept.includes(dayOf(name)) || (!isNewestOfDay && dayOf(name) !== kept[0])
  })
}

/**
 * Removes old backups, and nothing that is not one: so many days that have a backup are kept (behaviour 12.41). Backups without
 * a row are counted for themselves, so that none drives out one with rows; one that cannot be read stays (12.44).
 * @returns the names of the removed
 */
export const keepDays = async (home: string, days: number): Promise<string[]> => {
  const filled: string[] = []
  const empty: string[] = []
  for (const name of await listBackups(home)) {
    const manifest = await readManifest(join(home, name)).catch(() => undefined)
    if (manifest) (sumManifest(manifest).rows > 0 ? filled : empty).push(name)
  }
  const old = [...findOld(filled, days), ...findOld(empty, days)]
  // Another backup that ends now may have removed it already.
  for (const name of old) await rm(join(home, name), { recursive: true, force: true })
  return old
}
