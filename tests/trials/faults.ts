import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import type { MailServer } from '../support/mail-server'
import { leftIn, leftInFolder } from './audit'
import { besiege, besiegeOn, type Coming, type Faults, type Scene, type Size, untilHeard } from './crowd'
import { bucketFaults } from './faults-of-buckets'
import { inFolder, type OwnPostgres, readOptions, startOwnPostgres } from './harness'

/** Why a fault can't be brought about on this machine. */
class NotHere extends Error {
  override readonly name = 'NotHere'
}

/**
 * `npm run trial:faults -- [--kills 200] [--only WORDS]`: everything that breaks, broken under load; `npm run trial:kill --
 * [--kills 200] [--store postgres]` is its first part. Nothing that was acknowledged or saved may be lost, and nothing may be
 * there twice. E-mails are counted where they arrive; one that went again under its Message-ID because of a cut is counted
 * by itself, as `again`.
 */
export const main = async (args: string[]): Promise<void> => {
  const { only, ...size } = readOptions(args, { kills: 200, only: '', store: 'sqlite' })
  let [tried, failed] = [0, 0]
  for (const [name, run] of Object.entries(faults).filter(([name]) => name.includes(only))) {
    const start = performance.now()
    const verdict = await run(size).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    const seconds = `${((performance.now() - start) / 1_000).toFixed(0)} s`
    if (verdict instanceof NotHere) {
      console.log(`${name}: not tried: ${verdict.message}`)
      continue
    }
    tried += 1
    if (verdict instanceof Error) {
      failed += 1
      console.log(`${name}: the trial itself broke. ${verdict.stack}`)
      continue
    }
    const { complaints, ...counts } = verdict.audit
    if (complaints.length > 0) failed += 1
    for (const complaint of complaints.slice(0, 10)) console.log(`    ${complaint}`)
    const words = Object.entries(counts).map(([what, count]) => `${what} ${count}`)
    console.log(`${name}: ${words.join(', ')}, ${seconds}; ${verdict.note}`)
  }
  console.log(`${tried} faults tried, ${failed} did harm`)
  if (failed > 0 || tried === 0) process.exitCode = 1
}

/** Every third one is told that the e-mail failed, and never comes back: the outbox has to see to that one alone. */
const usual: Coming = { everyMs: 40, leavesEvery: 3 }

/** Kills the server again and again; whoever is cut off tries again with the same key. */
const killed = ({ kills, store }: Size) =>
  besiegeOn(store, { everyMs: 30 }, async ({ festival, mailbox }) => {
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(100 + Math.random() * 600)
      await mailbox.cutDuring(festival.kill9)
      await festival.restart()
    }
    await pause(500)
  })

/** What a stopping process may still begin because it hasn't heard the signal yet, and how long it may take, in milliseconds. */
const [hearingMs, graceMs] = [250, 20_000]

/** Half of a slow mail server's line is still to come when the operator stops the server, and starts it again. */
const stopped = () =>
  besiege({ everyMs: 8, env: { MAIL_WAIT_SECONDS: '10' } }, async ({ crowd, festival, mailbox }) => {
    const countWaiting = () => crowd.registrants.length - mailbox.deliveries().length
    for (let round = 0; round < 3; round += 1) {
      mailbox.setManners('slow')
      const deadline = performance.now() + 30_000
      while (countWaiting() < 110 && performance.now() < deadline) await pause(10)
      const waiting = countWaiting()
      const asked = performance.now()
      const code = await festival.end()
      const took = performance.now() - asked
      const begun = mailbox.begun().filter((at) => at > asked + hearingMs && at < asked + took).length
      if (waiting < 100) crowd.complaints.push(`only ${waiting} were waiting at the stop`)
      if (begun > 0) crowd.complaints.push(`${begun} e-mails were begun after the signal`)
      if (code !== 0 || took > graceMs) crowd.complaints.push(`the stop ended with ${code} after ${took.toFixed(0)} ms`)
      mailbox.setManners('accept')
      await festival.restart()
      await pause(1_000)
    }
  })

const hoursDown = 12

const mailDown = () =>
  besiege(usual, async ({ mailbox, clock }) => {
    await pause(1_000)
    await mailbox.goAway()
    for (let step = 1; step <= 24; step += 1) {
      await pause(1_000)
      clock.setOff((step / 24) * hoursDown * 3_600)
    }
    await mailbox.comeBack()
    await pause(1_000)
    // Past the longest pause between two attempts.
    clock.setOff((hoursDown + 6) * 3_600)
    await pause(500)
  })

const mailDrops = (manners: MailServer['manners']) => () =>
  besiege(usual, async ({ crowd, mailbox, clock }) => {
    for (let round = 0; round < 10; round += 1) {
      mailbox.setManners('accept')
      await pause(500)
      mailbox.setManners(manners)
      if (manners === 'drop-after-data') await untilHeard(crowd, '502', 10, 3)
      await pause(500)
    }
    mailbox.setManners('accept')
    // Twice: an attempt may still fail while the clock moves on, and its pause begins only then.
    for (const hours of [6, 12]) {
      await pause(1_500)
      clock.setOff(hours * 3_600)
    }
  })

const clockBack = () =>
  besiege(usual, async ({ festival, mailbox, clock }) => {
    await pause(1_500)
    // Attempts are under way and retries are due when the clock is set back, and once more when the process dies.
    mailbox.setManners('drop-after-data')
    await pause(1_000)
    clock.setOff(-3_600)
    await pause(1_000)
    mailbox.setManners('accept')
    await pause(3_000)
    await mailbox.cutDuring(festival.kill9)
    await festival.restart()
    await pause(5_000)
    clock.setOff(0)
    await pause(500)
    clock.setOff(6 * 3_600)
    await pause(500)
  })

const block = Buffer.alloc(4_096)

/** Mounts a disk of 16 MiB at the folder, which `fill` fills to the last byte. @throws NotHere where that isn't allowed */
const mountSmallDisk = (folder: string) => {
  if (process.getuid?.() !== 0) throw new NotHere('only root can mount a small disk')
  mkdirSync(folder, { recursive: true })
  const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'cerebra-trial', folder])
  if (mounting.status !== 0) throw new NotHere('a small disk cannot be mounted here')
  const filler = join(folder, '.filler')
  return {
    fill: () => {
      const file = openSync(filler, 'a')
      try {
        while (writeSync(file, block) === block.length);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove: () => void spawnSync('umount', ['--lazy', folder]),
  }
}

/** The part of the data folder that lies on the small disk, and what people hear when it is full. */
const fullDisk = (part: 'files' | 'tables' | 'mail', heard: '502' | '503') => () =>
  inFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const disk = mountSmallDisk(join(dataDir, part))
    const file = part === 'tables' ? 'tables/cerebra.sqlite' : 'cerebra.sqlite'
    // Without a mail server e-mails are files of the data folder.
    const env = { DATA_DIR: dataDir, DATABASE_URL: file, ...(part === 'mail' ? { SMTP_URL: '' } : {}) }
    try {
      return await besiege(
        {
          ...{ everyMs: 50, bytes: 20_000, leavesEvery: 3, env },
          left: (_festival, mailbox) => (part === 'mail' ? leftInFolder(dataDir) : leftIn(dataDir, mailbox)),
          store: () => ({ engine: 'sqlite', file: join(dataDir, file) }),
        },
        async ({ crowd, mailbox, clock }) => {
          for (let round = 0; round < 4; round += 1) {
            await pause(1_000)
            await mailbox.cutDuring(async () => {
              disk.fill()
              await untilHeard(crowd, heard, 20, 10)
              disk.makeRoom()
            })
          }
          await pause(1_000)
          clock.setOff(6 * 3_600)
        },
      )
    } finally {
      disk.remove()
    }
  })

/** Another process holds the file's write lock, for longer than a query waits and for less. */
const locked = () =>
  besiege({ ...usual, everyMs: 50 }, async ({ festival, clock }) => {
    for (const seconds of [2, 8, 12]) {
      await pause(1_000)
      const other = new DatabaseSync(festival.databaseFile, { timeout: 10_000 })
      other.exec('BEGIN IMMEDIATE')
      await pause(seconds * 1_000)
      other.exec('COMMIT')
      other.close()
    }
    await pause(1_000)
    clock.setOff(6 * 3_600)
  })

const onPostgres = (act: (postgres: OwnPostgres) => Promise<void>) => async () => {
  const postgres = await startOwnPostgres()
  const { url } = postgres
  const cutting = async ({ mailbox, clock }: Scene) => {
    await pause(1_000)
    await mailbox.cutDuring(() => act(postgres))
    await pause(1_000)
    clock.setOff(6 * 3_600)
  }
  try {
    return await besiege({ ...usual, env: { DATABASE_URL: url }, store: () => ({ engine: 'postgres', url }) }, cutting)
  } finally {
    await postgres.remove()
  }
}

const restarted = onPostgres(async (postgres) => {
  for (let round = 0; round < 4; round += 1) {
    await postgres.stop()
    await pause(1_500)
    await postgres.start()
    await pause(1_500)
  }
})

const cut = onPostgres(async ({ url }) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (let round = 0; round < 60; round += 1) {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    )
    await pause(200)
  }
  await client.end()
})

const faults: Faults = {
  'kill -9 under load': killed,
  'stopped with 100 e-mails waiting': stopped,
  [`SMTP down for ${hoursDown} hours of its clock, then back`]: mailDown,
  'SMTP takes it, answers 250 and drops': mailDrops('drop-after-answer'),
  'SMTP takes it and drops before its 250': mailDrops('drop-after-data'),
  'clock stepped back an hour, then right again': clockBack,
  'disk full in upload': fullDisk('files', '503'),
  'disk full in commit': fullDisk('tables', '503'),
  'disk full in the mail folder': fullDisk('mail', '502'),
  'SQLite locked by another process': locked,
  'PostgreSQL stopped and started': restarted,
  'PostgreSQL cuts every connection, repeatedly': cut,
  ...bucketFaults,
}
