import { existsSync, statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dayAt, dayMs } from '../../festival/content/slot'
import type { Config } from '../config/config'
import { saveAudit } from '../db/audit'
import { OperatorError } from '../system/operator-error'
import { describeBackup, manifestFile, readManifest, sumManifest } from './backup-format'
import { formatSince } from './format-units'
import { formatUsage, runCommand, withInstallation } from './installation'
import { takeBackup } from './take-backup'

const usage = formatUsage('backup', '[--to FOLDER | --in FOLDER [--keep DAYS]]')

/** The server may keep running. */
export const backupCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, in: { type: 'string' }, keep: { type: 'string' } },
    })
    if (values.to !== undefined && (values.in !== undefined || values.keep !== undefined)) {
      throw new OperatorError(
        `--to names the folder of one backup; --in and --keep are for a folder of several backups.\n${usage}`,
      )
    }
    const keep = Number(values.keep ?? Number.POSITIVE_INFINITY)
    if (!(keep >= 1)) {
      throw new OperatorError('--keep takes a number of days, at least 1.')
    }
    const start = performance.now()
    await withInstallation(async ({ db, files }, config) => {
      const home = resolve(values.in ?? join(config.dataDir, 'backups'))
      const folder =
        values.to === undefined ? join(home, backupName(new Date())) : resolve(values.to)
      requireOutsideFiles(config, values.to === undefined ? home : folder)
      const clock = () => new Date()
      const manifest = await takeBackup({ db, files, clock, folder })
      await saveAudit(db, { at: clock(), actor: 'command line', action: 'backed-up' })
      console.log(
        `Backup: ${folder}\n${describeBackup(manifest)}, read back and verified; ${formatSince(start)}`,
      )
      if (values.to === undefined) {
        for (const name of await removeOldBackups(home, keep)) {
          console.log(`Removed the old backup ${name}`)
        }
      }
    })
  })

/**
 * Cleaning up would delete a backup in the folder of uploaded files.
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
      `${folder} is inside the folder of uploaded files (${uploads}). Choose a folder outside it.`,
    )
  }
}

/** Returns a name that sorts by age. */
export const backupName = (now: Date): string =>
  `cerebra-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const namePattern = /^cerebra-\d{8}T\d{6}Z$/

/**
 * Neither a killed backup nor a running one has a manifest, so incomplete backups are removed only
 * after a day.
 */
const removeIncomplete = async (home: string) => {
  const names = await readdir(home)
  for (const name of names.filter((candidate) => namePattern.test(candidate))) {
    const folder = join(home, name)
    if (existsSync(join(folder, manifestFile)) || Date.now() - statSync(folder).mtimeMs <= dayMs) {
      continue
    }
    await rm(folder, { recursive: true, force: true })
  }
}

interface StoredBackup {
  name: string
  /** The date in India. */
  day: string
  takenAt: string
  rows: number
}

/** Lists complete backups only, newest first. */
const listBackups = async (home: string): Promise<StoredBackup[]> => {
  const backups: StoredBackup[] = []
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
  return backups.sort((left, right) => (left.takenAt < right.takenAt ? 1 : -1))
}

/**
 * Finds the backups to remove. Of the last `days` days with a backup, all backups of the newest day
 * are kept and the newest one of each earlier day. `backups` must be sorted newest first.
 */
const findOld = (backups: readonly StoredBackup[], days: number): StoredBackup[] => {
  const keptDays = [...new Set(backups.map(({ day }) => day))].slice(0, days)
  return backups.filter((backup) => {
    const isNewestOfDay = backups.find(({ day }) => day === backup.day) === backup
    return !keptDays.includes(backup.day) || (!isNewestOfDay && backup.day !== keptDays[0])
  })
}

/**
 * Backups without rows are counted separately, so that they never displace backups with rows.
 * Unreadable backups are kept.
 * @returns the names of the removed backups
 */
export const removeOldBackups = async (home: string, days: number): Promise<string[]> => {
  await removeIncomplete(home)
  const backups = await listBackups(home)
  const withRows = backups.filter(({ rows }) => rows > 0)
  const withoutRows = backups.filter(({ rows }) => rows === 0)
  const old = [...findOld(withRows, days), ...findOld(withoutRows, days)].map(({ name }) => name)
  // A concurrent backup may have removed the folder already.
  for (const name of old) {
    await rm(join(home, name), { recursive: true, force: true })
  }
  return old
}
