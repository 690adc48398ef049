import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serveFestival } from '../../support/serve'
import { leftIn, leftInFolder } from '../audit'
import { inFolder, makeClock } from '../harness'
import { openMailbox } from '../mailbox'
import { startLoad } from './crowd'
import { type Fault, judge, NotHere, type Size, untilHeard, type Verdict } from './scene'

/** A disk of its own that is soon full. */
interface SmallDisk {
  /** Fills it to the last byte. */
  fill: () => void
  makeRoom: () => void
  remove: () => void
}

const block = Buffer.alloc(4_096)

/** Mounts a disk of so many MiB at the folder. @throws NotHere where that isn't allowed */
const mountSmallDisk = (folder: string, mebibytes: number): SmallDisk => {
  if (process.getuid?.() !== 0) throw new NotHere('only root can mount a small disk')
  mkdirSync(folder, { recursive: true })
  const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=700`, 'cerebra-trial', folder])
  if (mounting.status !== 0) throw new NotHere('a small disk cannot be mounted here')
  const filler = join(folder, '.filler')
  return {
    fill() {
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
    remove: () => {
      spawnSync('umount', ['--lazy', folder])
    },
  }
}

/** Where the small disk lies in the data folder, and what people hear when it is full. */
interface Place {
  folder: string
  /** Whether e-mails are files of the data folder; else a mail server counts them. */
  isMailInFolder?: boolean
  heard: '502' | '503'
  databaseUrl?: string
}

const fullDisk =
  ({ folder: part, heard, databaseUrl, isMailInFolder = false }: Place) =>
  ({ isShort }: Size): Promise<Verdict> =>
    inFolder(async (folder) => {
      const dataDir = join(folder, 'data')
      mkdirSync(dataDir)
      const clock = makeClock(folder)
      const mailbox = await openMailbox()
      const disk = mountSmallDisk(join(dataDir, part), 16)
      try {
        const festival = await serveFestival({
          DATA_DIR: dataDir,
          MAIL_WAIT_SECONDS: '3',
          ...(isMailInFolder ? {} : { SMTP_URL: mailbox.url }),
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
          ...clock.env,
        })
        try {
          const address = () => festival.address
          const crowd = await startLoad({ address, everyMs: 50, bytes: 20_000, leavesEvery: 3 }, async (crowd) => {
            for (let round = 0; round < (isShort ? 1 : 4); round += 1) {
              await pause(1_000)
              await mailbox.cutDuring(async () => {
                disk.fill()
                await untilHeard(crowd, heard, 20, 10)
                disk.makeRoom()
              })
            }
            await pause(1_000)
            clock.setOff(6 * 3_600)
          })
          const file = join(dataDir, databaseUrl ?? 'cerebra.sqlite')
          const left = () => (isMailInFolder ? leftInFolder(dataDir) : leftIn(dataDir, mailbox))
          return await judge({ store: { engine: 'sqlite', file }, crowd, left })
        } finally {
          await festival.stop()
        }
      } finally {
        disk.remove()
        await mailbox.goAway()
      }
    })

/** A disk that has no room left, and then has some again. */
export const diskFaults: readonly Fault[] = [
  { name: 'disk full in upload', isQuick: true, run: fullDisk({ folder: 'files', heard: '503' }) },
  {
    name: 'disk full in commit',
    isQuick: true,
    run: fullDisk({ folder: 'tables', heard: '503', databaseUrl: 'tables/cerebra.sqlite' }),
  },
  {
    name: 'disk full in the mail folder',
    isQuick: false,
    run: fullDisk({ folder: 'mail', heard: '502', isMailInFolder: true }),
  },
]
