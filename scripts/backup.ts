import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../server/config'
import { takeBackup } from '../server/operations/backup'
import { backupName, keepNewest } from '../server/operations/keep-newest'
import { sumManifest } from '../server/operations/manifest'
import { openInstallation } from '../server/operations/open-installation'
import { OperationError } from '../server/operations/operation-error'
import { formatBytes, formatSince, runOperation } from './run-operation'

const usage = 'npm run backup -- [--to FOLDER | --in FOLDER [--keep NUMBER]]'

/** `npm run backup`: copies tables and files, also while the server runs, and reads the copy back (behaviour 12.10). */
export const main = (args: string[]): Promise<void> =>
  runOperation(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, in: { type: 'string' }, keep: { type: 'string' } },
    })
    if (values.to !== undefined && (values.in !== undefined || values.keep !== undefined))
      throw new OperationError(`--to names one backup's folder; --in and --keep are for a folder of many.\n${usage}`)
    const keep = Number(values.keep ?? Number.POSITIVE_INFINITY)
    if (!(keep >= 1)) throw new OperationError('--keep takes a number from 1 on.')
    const clock = () => new Date()
    const home = resolve(values.in ?? 'backups')
    const folder = values.to === undefined ? join(home, backupName(clock())) : resolve(values.to)
    const start = performance.now()
    const { db, files, close } = await openInstallation(loadConfig())
    try {
      const manifest = await takeBackup({ db, files, clock, folder })
      const { rows, files: count, bytes } = sumManifest(manifest)
      console.log(`Backup: ${folder}`)
      console.log(`${rows} rows, ${count} files, ${formatBytes(bytes)}, read back and whole; ${formatSince(start)}`)
      if (values.to === undefined)
        for (const name of await keepNewest(home, keep)) console.log(`Removed the older ${name}`)
    } finally {
      await close()
    }
  })
