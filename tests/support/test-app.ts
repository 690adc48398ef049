import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Preset } from '../../festival/forms/upload'
import type { AppDependencies } from '../../server/app/app'
import { createLog } from '../../server/app/log'
import { type Config, readConfig } from '../../server/config/config'
import { openDatabase } from '../../server/db/open-database'
import type { Db } from '../../server/db/schema'
import type { RateLimits } from '../../server/http/rate-limits'
import { type SweepResult, sweepUploads } from '../../server/jobs/housekeeping'
import { startDelivery } from '../../server/jobs/workers'
import type { FestivalState } from '../../server/live/current'
import type { Mailer } from '../../server/mail/mailer'
import type { Outbox } from '../../server/mail/outbox'
import type { ClientSite } from '../../server/pages/serve-client'
import type { Site } from '../../server/pages/site'
import { waitForBackgroundWork } from '../../server/system/secret'
import type { ReadFreeBytes } from '../../server/uploads/disk-reserve'
import type { FileStore } from '../../server/uploads/file-store'
import { makeUploadForm } from './files'
import { createTestFiles, type TestFiles } from './test-files'
import { createTestMailer, type TestMailer } from './test-mailer'
import { createMigratedStore } from './test-store'
import { wireApp } from './wired-app'

interface TestAppOptions {
  env?: Record<string, string>
  site?: Site | undefined
  desk?: ClientSite | undefined
  door?: ClientSite | undefined
  fileStore?: FileStore
  mailer?: Mailer
  readFreeBytes?: ReadFreeBytes
  /** An app whose tables and files this app shares, on PostgreSQL with separate connections. */
  beside?: TestApp
}

/** A whole server without a socket. Its clock starts at 10:00:00.123 on 1 October 2025 in India. */
export interface TestApp {
  db: Db
  config: Config
  files: TestFiles
  mailer: TestMailer
  /** The current time, which tests may set. */
  now: Date
  passSeconds: (seconds: number) => void
  /** The log's lines, as JSON. */
  logged: string[]
  outbox: Outbox
  uploads: AppDependencies['uploads']
  startDelivery: () => void
  stopDelivery: () => Promise<void>
  /** Runs the hourly cleanup of uploads. */
  sweep: () => Promise<SweepResult>
  rateLimits: RateLimits
  /** The state in this process's memory. */
  state: FestivalState
  /** Runs a single time the work that a server repeats every few seconds. */
  updateWaitlist: () => Promise<void>
  /** The app's routes. The method `ALL` means any method. */
  routes: readonly { method: string; path: string }[]
  fetch: (request: Request) => Promise<Response>
  request: (path: string, init?: RequestInit) => Promise<Response>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  /** Uploads a file, by default a small PNG, and returns its address. */
  upload: (preset: Preset, bytes?: Buffer) => Promise<string>
  close: () => Promise<void>
}

export const createTestApp = async ({
  env = {},
  site,
  desk,
  door,
  fileStore: givenStore,
  mailer: given,
  readFreeBytes,
  beside,
}: TestAppOptions = {}): Promise<TestApp> => {
  const folder = beside ? beside.config.dataDir : await mkdtemp(join(tmpdir(), 'cerebra-test-'))
  const { store, drop } = beside
    ? { store: beside.config.store, drop: async () => {} }
    : await createMigratedStore(folder)
  const files = beside ? beside.files : await createTestFiles(folder)
  const fileStore = givenStore ?? files.store
  const config: Config = {
    ...readConfig({
      PUBLIC_URL: 'https://cerebra.test',
      MAIL_WAIT_SECONDS: '1',
      ...env,
      DATA_DIR: folder,
    }),
    store,
    files: files.config,
  }
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => logged.push(line) })
  const mailer = createTestMailer(given)
  // Two connections to one SQLite file would block each other within this thread.
  const sharesDb = beside !== undefined && store.engine === 'sqlite'
  const db = sharesDb ? beside.db : await openDatabase(store)
  const test: Pick<TestApp, 'db' | 'config' | 'files' | 'mailer' | 'now' | 'logged'> = {
    db,
    config,
    files,
    mailer,
    now: new Date('2025-10-01T04:30:00.123Z'),
    logged,
  }
  const clock = () => test.now
  const { app, outbox, uploads, rateLimits, indexer, state, waitlist } = wireApp({
    db,
    config,
    files: fileStore,
    mailer,
    site,
    desk,
    door,
    readFreeBytes,
    clock,
    log,
  })

  let worker: ReturnType<typeof startDelivery> | undefined
  const stopDelivery = async () => {
    await Promise.all([worker?.stop(), outbox.stop(), waitForBackgroundWork()])
  }
  const responses: Response[] = []
  const request: TestApp['request'] = async (path, init) => {
    const response = await app.request(path, init)
    responses.push(response)
    return response
  }
  return Object.assign(test, {
    passSeconds: (seconds: number) => {
      test.now = new Date(test.now.getTime() + seconds * 1_000)
    },
    outbox,
    uploads,
    startDelivery: () => {
      worker = startDelivery(outbox, log)
    },
    stopDelivery,
    sweep: () => sweepUploads(db, fileStore, clock),
    rateLimits,
    state,
    updateWaitlist: waitlist.run,
    routes: app.routes,
    fetch: async (request: Request) => app.fetch(request),
    request,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    upload: async (preset: Preset, bytes?: Buffer) => {
      const response = await request('/image/upload', {
        method: 'POST',
        body: makeUploadForm(bytes, preset),
      })
      const receipt: { secure_url: string } = await response.json()
      return receipt.secure_url
    },
    close: async () => {
      // Many tests check only the status, but a response that is not read keeps its file open.
      for (const { body } of responses) {
        if (body && !body.locked) {
          await body.cancel()
        }
      }
      await mailer.close()
      await stopDelivery()
      await indexer.stop()
      await rateLimits.close()
      if (!sharesDb) {
        await db.destroy()
      }
      await drop()
      if (!beside) {
        await files.drop()
        // An unfinished test may still write a file.
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  })
}
