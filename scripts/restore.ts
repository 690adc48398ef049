import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../server/config'
import { sumManifest } from '../server/operations/manifest'
import { openInstallation } from '../server/operations/open-installation'
import { OperationError } from '../server/operations/operation-error'
import { restoreBackup } from '../server/operations/restore'
import { verifyBackup } from '../server/operations/verify-backup'
import { formatBytes, formatSince, runOperation } from './run-operation'

const usage = 'npm run restore -- --from FOLDER [--force] [--verify-only]'

/** `npm run restore`: brings a backup back, checked before and after (behaviour 12.12). Stop the server first. */
export const main = (args: string[]): Promise<void> =>
  runOperation(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, force: { type: 'boolean' }, 'verify-only': { type: 'boolean' } },
    })
    if (values.from === undefined) throw new OperationError(`Which backup?\nUsage: ${usage}`)
    const folder = resolve(values.from)
    const start = performance.now()
    if (values['verify-only']) {
      const { rows, files, bytes } = sumManifest(await verifyBackup(folder))
      console.log(`Whole: ${rows} rows, ${files} files, ${formatBytes(bytes)}; ${formatSince(start)}`)
      return
    }
    const { db, files, close } = await openInstallation(loadConfig(), true)
    try {
      const manifest = await restoreBackup({ db, files, folder, force: values.force ?? false })
      const { rows, files: count, bytes } = sumManifest(manifest)
      console.log(`Restored the backup of ${manifest.takenAt}`)
      console.log(
        `${rows} rows, ${count} files, ${formatBytes(bytes)}, checked before and after; ${formatSince(start)}`,
      )
    } finally {
      await close()
    }
  })
