import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../config'
import { OperatorError } from '../system/operator-error'
import { requireOutsideFiles } from './backup/backup-place'
import { claimBackupFolder, dropEmptyFolder, keepDays } from './backup/kept-backups'
import { sumManifest } from './backup/manifest'
import { takeBackup } from './backup/take-backup'
import { formatBytes, formatCount, formatSince } from './format-amounts'
import { openInstallation } from './open-installation'
import { runCommand, usageOf } from './run-command'

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
    const clock = () => new Date()
    const home = resolve(values.in ?? 'backups')
    const start = performance.now()
    const config = loadConfig()
    requireOutsideFiles(config, values.to === undefined ? home : resolve(values.to))
    const { db, files, close } = await openInstallation(config)
    let claimed: string | undefined
    try {
      if (values.to === undefined) claimed = await claimBackupFolder(home, clock())
      const folder = claimed ?? resolve(values.to ?? home)
      const manifest = await takeBackup({ db, files, clock, folder })
      const { rows, files: count, bytes } = sumManifest(manifest)
      console.log(`Backup: ${folder}`)
      console.log(
        `${formatCount(rows, 'row')}, ${formatCount(count, 'file')}, ${formatBytes(bytes)}, read back and whole; ${formatSince(start)}`,
      )
      if (values.to === undefined)
        for (const name of await keepDays(home, keep)) console.log(`Removed the older ${name}`)
    } finally {
      if (claimed !== undefined) await dropEmptyFolder(claimed)
      await close()
    }
  })
