import { existsSync, statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dayAt, dayMs } from '../../festival/content/slot'
import type { Config } from '../config/config'
import { saveAudit } from '../db/audit'
import { OperatorError } from '../system/operator-error'
import { describeBackup, manifestFile, readManifest, sumManifest } from './backup-format'
import { formatSince } from './format-amounts'
import { formatUsage, runCommand, withInstallation } from './installation'
import { takeBackup } from './take-backup'

const usage = formatUsage('backup', '[--to FOLDER | --in FOLDER [--keep DAYS]]')

/** `npm run backup`: copies tables and files, also while the server runs, and reads the copy back (behaviour 12.10). */
export const backupCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, in: { type: 'string' }, keep: { type: 'string' } },
    })
    if (values.to !== undefined && (values.in !== undefined || values.keep !== undefined)) {
      throw new OperatorError(
        `--to names one backup's folder; --in and --keep are for a folder of many.\n${usage}`,
      )
    }
    const keep = Number(values.keep ?? Number.POSITIVE_INFINITY)
    if (!(keep >= 1)) {
      throw new OperatorError('--keep takes a number of days, from 1 on.')
    }
    const home = resolve(values.in ?? 'backups')
    const folder = values.to === undefined ? join(home, backupName(new Date())) : resolve(values.to)
    const start = performance.now()
    await withInstallation(async ({ db, files }, config) => {
      requireOutsideFiles(config, values.to === undefined ? home : folder)
      const clock = () => new Date()
      const manifest = await takeBackup({ db, files, clock, folder })
      await saveAudit(db, { at: clock(), actor: 'command line', action: 'backed-up' })
      console.log(
        `Backup: ${folder}\n${describeBackup(manifest)}, read back and whole; ${formatSince(start)}`,
      )
      if (values.to === undefined) {
        for (const name of await removeOldBackups(home, keep)) {
          console.log(`Removed the older ${name}`)
        }
      }
    })
  })

/**
 * Looks that a backup does not go among the uploaded files, where the housekeeping clears away what no row names (behaviour
 * 12.54).
 * @throws OperatorError naming the folder
 */
export const requireOutsideFiles = (
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  folder: string,
): void => {
  const uploads = join(dataDir, 'files')
  const relativePath = relative(uploads, folder)
  const isInside = !isAbsolute(relativePath) && relativePath.split(/[\\/]/)[0] !== '..'
  if (files.engine === 'disk' && isInside) {
    throw new OperatorError(
      `${folder} is among the uploaded files (${uploads}). Choose a folder outside of it.`,
    )
  }
}

/** The name of a backup's folder, by the time it was begun: it sorts by age. */
export const backupName = (now: Date): string =>
  `cerebra-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const namePattern = /^cerebra-\d{8}T\d{6}Z$/

/** Removes what a killed backup left more than a day ago; without its manifest it is none (behaviour 12.40). */
const removeIncomplete = async (home: string): Promise<void> => {
  for (const name of (await readdir(home)).filter((one) => namePattern.test(one))) {
    const folder = join(home, name)
    if (existsSync(join(folder, manifestFile)) || Date.now() - statSync(folder).mtimeMs <= dayMs) {
      continue
    }
    await rm(folder, { recursive: true, force: true })
  }
}

interface KeptBackup {
  name: string
  /** In India. */
  day: string
  takenAt: string
  rows: number
}

/** The whole backups in a folder, the newest first. */
const listBackups = async (home: string): Promise<KeptBackup[]> => {
  const backups: KeptBackup[] = []
  for (const name of await readdir(home)) {
    const manifest = await readManifest(join(home, name)).catch(() => undefined)
    if (!manifest) {
      continue
    }
    const { takenAt } = manifest
    backups.push({
      name,
      takenAt,
      day: dayAt(Date.parse(takenAt)),
      rows: sumManifest(manifest).rows,
    })
  }
  return backups.sort((one, other) => (one.takenAt < other.takenAt ? 1 : -1))
}

/** Those that go, of backups from the newest to the oldest: all of the newest day stay, and the newest of each day before. */
const findOld = (backups: readonly KeptBackup[], days: number): KeptBackup[] => {
  const kept = [...new Set(backups.map(({ day }) => day))].slice(0, days)
  return backups.filter((backup) => {
    const isNewestOfDay = backups.find(({ day }) => day === backup.day) === backup
    return !kept.includes(backup.day) || (!isNewestOfDay && backup.day !== kept[0])
  })
}

/**
 * Removes old backups, and nothing that is not one: so many days that have a backup are kept (behaviour 12.41). Backups without
 * a row are counted for themselves, so that none drives out one with rows; one that cannot be read stays (12.44).
 * @returns the names of the removed
 */
export const removeOldBackups = async (home: string, days: number): Promise<string[]> => {
  await removeIncomplete(home)
  const backups = await listBackups(home)
  const [filled, empty] = [
    backups.filter(({ rows }) => rows > 0),
    backups.filter(({ rows }) => rows === 0),
  ]
  const old = [...findOld(filled, days), ...findOld(empty, days)].map(({ name }) => name)
  // Another backup that ends now may have removed it already.
  for (const name of old) {
    await rm(join(home, name), { recursive: true, force: true })
  }
  return old
}
