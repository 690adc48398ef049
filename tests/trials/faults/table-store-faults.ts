import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { serveFestival } from '../../support/serve'
import { leftIn } from '../audit'
import { inFolder, makeClock, type OwnPostgres, startOwnPostgres } from '../harness'
import { openMailbox } from '../mailbox'
import { startLoad } from './crowd'
import { type Fault, judge, type Size, type Verdict } from './scene'

/** Another process holds the file's write lock, for longer than a query waits and for less. */
const locked = ({ isShort }: Size): Promise<Verdict> =>
  inFolder(async (folder) => {
    const clock = makeClock(folder)
    const mailbox = await openMailbox()
    const festival = await serveFestival({ SMTP_URL: mailbox.url, MAIL_WAIT_SECONDS: '3', ...clock.env })
    try {
      const lock = async (seconds: number) => {
        const other = new DatabaseSync(festival.databaseFile, { timeout: 10_000 })
        try {
          other.exec('BEGIN IMMEDIATE')
          await pause(seconds * 1_000)
          other.exec('COMMIT')
        } finally {
          other.close()
        }
      }
      const crowd = await startLoad({ address: () => festival.address, everyMs: 50, leavesEvery: 3 }, async () => {
        for (const seconds of isShort ? [6] : [2, 8, 12]) {
          await pause(1_000)
          await lock(seconds)
        }
        await pause(1_000)
        clock.setOff(6 * 3_600)
      })
      const store = { engine: 'sqlite' as const, file: festival.databaseFile }
      return await judge({ store, crowd, left: () => leftIn(festival.dataDir, mailbox) })
    } finally {
      await festival.stop()
      await mailbox.goAway()
    }
  })

const onPostgres = (act: (postgres: OwnPostgres) => Promise<void>): Promise<Verdict> =>
  inFolder(async (folder) => {
    const clock = makeClock(folder)
    const postgres = await startOwnPostgres()
    const mailbox = await openMailbox()
    try {
      const festival = await serveFestival({
        DATABASE_URL: postgres.url,
        SMTP_URL: mailbox.url,
        MAIL_WAIT_SECONDS: '3',
        ...clock.env,
      })
      try {
        const address = () => festival.address
        const crowd = await startLoad({ address, everyMs: 40, leavesEvery: 3 }, async () => {
          await pause(1_000)
          await mailbox.cutDuring(() => act(postgres))
          await pause(1_000)
          clock.setOff(6 * 3_600)
        })
        const store = { engine: 'postgres' as const, url: postgres.url }
        return await judge({ store, crowd, left: () => leftIn(festival.dataDir, mailbox) })
      } finally {
        await festival.stop()
      }
    } finally {
      await postgres.remove()
      await mailbox.goAway()
    }
  })

const restarted = ({ isShort }: Size): Promise<Verdict> =>
  onPostgres(async (postgres) => {
    for (let round = 0; round < (isShort ? 1 : 4); round += 1) {
      await postgres.stop()
      await pause(1_500)
      await postgres.start()
      await pause(1_500)
    }
  })

const cut = ({ isShort }: Size): Promise<Verdict> =>
  onPostgres(async ({ url }) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      for (let round = 0; round < (isShort ? 5 : 60); round += 1) {
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        )
        await pause(200)
      }
    } finally {
      await client.end()
    }
  })

/** What can go wrong between the server and its tables. */
export const tableStoreFaults: readonly Fault[] = [
  { name: 'SQLite locked by another process', isQuick: true, run: locked },
  { name: 'PostgreSQL stopped and started', isQuick: false, run: restarted },
  { name: 'PostgreSQL cuts every connection, repeatedly', isQuick: false, run: cut },
]
