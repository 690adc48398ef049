import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../config'
import { OperatorError } from '../system/operator-error'
import { sumManifest } from './backup/manifest'
import { restoreBackup } from './backup/restore-backup'
import { verifyBackup } from './backup/verify-backup'
import { formatBytes, formatCount, formatSince } from './format-amounts'
import { giveToOwner } from './give-to-owner'
import { openToReplace } from './open-installation'
import { runCommand, usageOf } from './run-command'

const usage = usageOf('restore', '--from FOLDER [--force] [--verify-only]')

/** `npm run restore`: brings a backup back, checked before and after (behaviour 12.12). Stop the server first. */
export const restoreCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, force: { type: 'boolean' }, 'verify-only': { type: 'boolean' } },
    })
    if (values.from === undefined) throw new OperatorError(`Which backup?\nUsage: ${usage}`)
    const folder = resolve(values.from)
    const start = performance.now()
    if (values['verify-only']) {
      const { rows, files, bytes } = sumManifest(await verifyBackup(folder))
      console.log(
        `Whole: ${formatCount(rows, 'row')}, ${formatCount(files, 'file')}, ${formatBytes(bytes)}; ${formatSince(start)}`,
      )
      return
    }
    const config = loadConfig()
    const { db, files, close } = await openToReplace(config)
    try {
      const manifest = await restoreBackup({ db, files, folder, force: values.force ?? false })
      const { rows, files: count, bytes } = sumManifest(manifest)
      console.log(`Restored the backup of ${manifest.takenAt}`)
      console.log(
        `${formatCount(rows, 'row')}, ${formatCount(count, 'file')}, ${formatBytes(bytes)}, checked before and after; ${formatSince(start)}`,
      )
    } finally {
      await close()
      giveToOwner(config)
    }
  })
