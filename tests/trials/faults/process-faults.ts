import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { serveFestival } from '../../support/serve'
import { leftIn } from '../audit'
import { inFolder, makeClock } from '../harness'
import { type Mailbox, openMailbox } from '../mailbox'
import { type Crowd, startLoad } from './crowd'
import { type Fault, judge, type Size, type Verdict } from './scene'

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

/** What a stopping process may still begin because it hasn't heard the signal yet, in milliseconds. */
const hearingMs = 250
const graceMs = 20_000

const countWaiting = ({ registrants }: Crowd, mailbox: Mailbox) => registrants.length - mailbox.deliveries().length

/** Half of a slow mail server's line is still to come when the operator stops the server, and starts it again. */
const stopped = ({ isShort }: Size): Promise<Verdict> =>
  inFolder(async () => {
    const mailbox = await openMailbox()
    const festival = await serveFestival({ SMTP_URL: mailbox.url })
    const notes: string[] = []
    const stopOnce = async (crowd: Crowd) => {
      mailbox.setManners('slow')
      const deadline = performance.now() + 30_000
      while (countWaiting(crowd, mailbox) < 110 && performance.now() < deadline) await pause(10)
      const waiting = countWaiting(crowd, mailbox)
      const asked = performance.now()
      const code = await festival.end()
      const took = performance.now() - asked
      const begun = mailbox.begun().filter((at) => at > asked + hearingMs && at < asked + took).length
      notes.push(`${waiting} waited, ${begun} begun after the signal, stopped in ${(took / 1_000).toFixed(1)} s`)
      if (waiting < 100) crowd.complaints.push(`only ${waiting} were waiting at the stop`)
      if (begun > 0) crowd.complaints.push(`${begun} e-mails were begun after the signal`)
      if (code !== 0 || took > graceMs) crowd.complaints.push(`the stop ended with ${code} after ${took.toFixed(0)} ms`)
      mailbox.setManners('accept')
      await festival.restart()
      await pause(1_000)
    }
    try {
      const crowd = await startLoad({ address: () => festival.address, everyMs: 8 }, async (crowd) => {
        for (let round = 0; round < (isShort ? 1 : 3); round += 1) await stopOnce(crowd)
      })
      const store = { engine: 'sqlite' as const, file: festival.databaseFile }
      return await judge({ store, crowd, left: () => leftIn(festival.dataDir, mailbox), note: notes.join('; ') })
    } finally {
      await festival.stop()
      await mailbox.goAway()
    }
  })

export const processFaults: readonly Fault[] = [
  killed,
  { name: 'stopped with 100 e-mails waiting', isQuick: true, run: stopped },
]
