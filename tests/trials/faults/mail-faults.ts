import { setTimeout as pause } from 'node:timers/promises'
import type { MailServer } from '../../support/mail-server'
import { type ServedFestival, serveFestival } from '../../support/serve'
import { leftIn } from '../audit'
import { inFolder, makeClock, type TrialClock } from '../harness'
import { type Mailbox, openMailbox } from '../mailbox'
import { type Crowd, startLoad } from './crowd'
import { type Fault, judge, type Size, untilHeard, type Verdict } from './scene'

interface Scene {
  festival: ServedFestival
  mailbox: Mailbox
  clock: TrialClock
}

/** One server, its mail going out by SMTP, its clock ours. */
const byMail = (act: (scene: Scene, crowd: Crowd) => Promise<void>, leavesEvery?: number): Promise<Verdict> =>
  inFolder(async (folder) => {
    const mailbox = await openMailbox()
    const clock = makeClock(folder)
    const festival = await serveFestival({ SMTP_URL: mailbox.url, MAIL_WAIT_SECONDS: '3', ...clock.env })
    try {
      const crowd = await startLoad(
        { address: () => festival.address, everyMs: 40, ...(leavesEvery ? { leavesEvery } : {}) },
        (crowd) => act({ festival, mailbox, clock }, crowd),
      )
      const store = { engine: 'sqlite' as const, file: festival.databaseFile }
      return await judge({ store, crowd, left: () => leftIn(festival.dataDir, mailbox) })
    } finally {
      await festival.stop()
      await mailbox.goAway()
    }
  })

const hoursDown = 12

/** Every third one is told that the e-mail failed, and never comes back: the outbox has to see to that one alone. */
const mailDown = ({ isShort }: Size): Promise<Verdict> =>
  byMail(async ({ mailbox, clock }) => {
    await pause(1_000)
    await mailbox.goAway()
    const steps = isShort ? 4 : 24
    for (let step = 1; step <= steps; step += 1) {
      await pause(isShort ? 500 : 1_000)
      clock.setOff((step / steps) * hoursDown * 3_600)
    }
    await mailbox.comeBack()
    await pause(1_000)
    // Past the longest pause between two attempts.
    clock.setOff((hoursDown + 6) * 3_600)
    await pause(500)
  }, 3)

const mailDrops =
  (manners: MailServer['manners']) =>
  ({ isShort }: Size): Promise<Verdict> =>
    byMail(async ({ mailbox, clock }, crowd) => {
      const rounds = isShort ? 2 : 10
      for (let round = 0; round < rounds; round += 1) {
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
    }, 3)

const clockBack = ({ isShort }: Size): Promise<Verdict> =>
  byMail(async ({ festival, mailbox, clock }) => {
    await pause(1_500)
    // Attempts are under way and retries are due when the clock is set back, and once more when the process dies.
    mailbox.setManners('drop-after-data')
    await pause(1_000)
    clock.setOff(-3_600)
    await pause(1_000)
    mailbox.setManners('accept')
    await pause(isShort ? 500 : 3_000)
    await mailbox.cutDuring(festival.kill9)
    await festival.restart()
    await pause(isShort ? 500 : 5_000)
    clock.setOff(0)
    await pause(500)
    clock.setOff(6 * 3_600)
    await pause(500)
  }, 3)

/** What can go wrong on the way to a mailbox, and with the clock by which it is tried again. */
export const mailFaults: readonly Fault[] = [
  { name: `SMTP down for ${hoursDown} hours of its clock, then back`, isQuick: true, run: mailDown },
  { name: 'SMTP takes it, answers 250 and drops', isQuick: false, run: mailDrops('drop-after-answer') },
  { name: 'SMTP takes it and drops before its 250', isQuick: true, run: mailDrops('drop-after-data') },
  { name: 'clock stepped back an hour, then right again', isQuick: true, run: clockBack },
]
