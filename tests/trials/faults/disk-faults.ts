import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serveFestival } from '../../support/serve'
import { leftIn } from '../audit'
import { makeClock } from './clock'
import { letThemCome } from './crowd'
import { type Fault, inFolder, judge, type Size, untilHeard, type Verdict } from './scene'
import { mountSmallDisk } from './small-disk'

/** Where the small disk lies in the data folder, and what people hear when it is full. */
interface Place {
  folder: string
  heard: '502' | '503'
  databaseUrl?: string
}

const fullDisk =
  ({ folder: part, heard, databaseUrl }: Place) =>
  ({ isShort }: Size): Promise<Verdict> =>
    inFolder(async (folder) => {
      const dataDir = join(folder, 'data')
      mkdirSync(dataDir)
      const clock = makeClock(folder)
      const disk = mountSmallDisk(join(dataDir, part), 16)
      try {
        const festival = await serveFestival({
          DATA_DIR: dataDir,
          MAIL_WAIT_SECONDS: '3',
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
          ...clock.env,
        })
        try {
          const address = () => festival.address
          const crowd = await letThemCome({ address, everyMs: 50, bytes: 20_000, leavesEvery: 3 }, async (crowd) => {
            for (let round = 0; round < (isShort ? 1 : 4); round += 1) {
              await pause(1_000)
              disk.fill()
              await untilHeard(crowd, heard, 20, 10)
              disk.makeRoom()
            }
            await pause(1_000)
            clock.setOff(6 * 3_600)
          })
          const file = join(dataDir, databaseUrl ?? 'cerebra.sqlite')
          return await judge({ store: { engine: 'sqlite', file }, crowd, left: () => leftIn(dataDir) })
        } finally {
          await festival.stop()
        }
      } finally {
        disk.remove()
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
  { name: 'disk full in the mail folder', isQuick: false, run: fullDisk({ folder: 'mail', heard: '502' }) },
]
