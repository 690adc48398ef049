import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../../server/app'
import { readConfig } from '../../../server/config'
import { createConfirmations } from '../../../server/confirmations'
import { openDatabase } from '../../../server/db/open-database'
import { countRows, tableNames } from '../../../server/db/table-rows'
import { createRateLimits } from '../../../server/http/rate-limits'
import { createLog } from '../../../server/log'
import { createOutbox } from '../../../server/mail/outbox'
import { loadSite } from '../../../server/pages/site'
import { openDiskStore } from '../../../server/uploads/open-file-store'
import { createUploads } from '../../../server/uploads/uploads'
import { createTestMailer } from '../../support/test-mailer'
import { buildTestSite } from '../../support/test-site'
import type { OwnStore } from '../harness'

/** A whole server without a socket, with the limits out of the way. */
export interface FuzzedApp {
  fetch: (request: Request) => Promise<Response>
  /** How many rows each table holds, the file store, and the outside. */
  count: () => Promise<Record<string, number>>
  /** What the server logged as gone wrong. */
  readonly errors: string[]
  close: () => Promise<void>
}

export const openFuzzedApp = async ({ store }: OwnStore): Promise<FuzzedApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cerebra-fuzz-'))
  const built = await buildTestSite()
  const read = readConfig({
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://cerebra.test',
    COUPON_CODE: 'NEURON55!',
    LIMIT_SUBMISSIONS: '1000000000',
    LIMIT_SENDER: '1000000000',
    LIMIT_NEW_ADDRESSES: '1000000000',
    LIMIT_NEW_ADDRESSES_TOTAL: '1000000000',
  })
  // The clock is this machine's, so what has ended must stay open to be fuzzed.
  const config = { ...read, store, isPublic: false }
  const errors: string[] = []
  const log = createLog('error', { write: (line) => errors.push(line) })
  const clock = () => new Date()
  const db = await openDatabase(config.store)
  const mailer = createTestMailer()
  const confirmations = createConfirmations({ address: config.publicUrl, clock })
  const rateLimits = createRateLimits(config)
  const { newAddresses } = rateLimits
  const outbox = createOutbox({ db, mailer, confirmations, clock, config, newAddresses, log })
  const filesDir = join(dataDir, 'files')
  const files = openDiskStore(filesDir)
  const uploads = createUploads({ db, files, clock, config, log })
  const site = await loadSite(built.folder)
  const app = createApp({ db, files, uploads, outbox, rateLimits, site, clock, config, log })

  return {
    fetch: async (request) => app.fetch(request),
    errors,
    async count() {
      const counts: Record<string, number> = {
        files: (await readdir(filesDir, { withFileTypes: true })).filter((entry) => entry.isFile()).length,
        letters: mailer.sent.length,
      }
      for (const table of tableNames) counts[table] = await countRows(db, table)
      return counts
    },
    async close() {
      await outbox.stop()
      await rateLimits.close()
      await db.destroy()
      await built.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
