import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { serveFestival } from '../../support/serve'
import { leftIn } from '../audit'
import { openMailbox } from '../mailbox'
import { makeClock } from './clock'
import { startLoad } from './crowd'
import { type Fault, inFolder, judge } from './scene'

const killed: Fault = {
  name: 'kill -9 under load',
  isQuick: true,
  run: ({ kills, isShort }) =>
    inFolder(async (folder) => {
      const clock = makeClock(folder)
      const mailbox = await openMailbox()
      const festival = await serveFestival({ SMTP_URL: mailbox.url, MAIL_WAIT_SECONDS: '3', ...clock.env })
      try {
        const crowd = await startLoad({ address: () => festival.address, everyMs: 30 }, async () => {
          for (let kill = 0; kill < kills; kill += 1) {
            await pause(randomInt(100, 700))
            await mailbox.cutDuring(festival.kill9)
            await festival.restart()
          }
          await pause(500)
          // A claim that died with its process ends after half a minute; the gate doesn't wait for that.
          if (isShort) clock.setOff(120)
        })
        const store = { engine: 'sqlite' as const, file: festival.databaseFile }
        return await judge({ store, crowd, left: () => leftIn(festival.dataDir, mailbox), note: `${kills} kills` })
      } finally {
        await festival.stop()
        await mailbox.goAway()
      }
    }),
}

export const killFaults: readonly Fault[] = [killed]
