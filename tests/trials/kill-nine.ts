import { randomInt } from 'node:crypto'
import { openDatabase } from '../../server/db/open-database'
import { serveFestival } from '../support/serve'
import { auditFestival, leftIn, reportAudit, waitForMail } from './audit'
import { startOwnPostgres } from './faults/own-postgres'
import { openMailbox } from './mailbox'
import { attempt, makeRegistrant, type Registrant } from './registrant'

const msBetweenRegistrants = 25
const msBeforeTryingAgain = 1_000
/** Nobody comes while so many wait: a slow machine would else meet a crowd that grows with each start. */
const mostWaiting = 200

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms))

/**
 * `npm run trial:kill -- 30 [postgres]`: kills the server so many times while people register without a pause. Whoever is cut off
 * tries again with the same key, as the form does. Afterwards nothing that was confirmed is lost, every saved record's
 * message is delivered, and no key has two rows. The receiving mail server lives on and counts each copy.
 */
export const main = async ([times = '30', store = 'sqlite']: readonly string[]): Promise<void> => {
  const postgres = store === 'postgres' ? await startOwnPostgres() : undefined
  const mailbox = await openMailbox()
  const festival = await serveFestival({
    SMTP_URL: mailbox.url,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }).catch(async (cause: unknown) => {
    await mailbox.goAway()
    await postgres?.remove()
    throw cause
  })
  const registrants: Registrant[] = []
  let isOpen = true
  let isOver = false
  let repeated = 0
  let waiting = 0

  const register = async (registrant: Registrant) => {
    waiting += 1
    while (!isOver && (await attempt(festival.address, registrant)) !== 'confirmed') {
      repeated += 1
      await pause(msBeforeTryingAgain)
    }
    waiting -= 1
  }
  /** People come at their own pace, whether the server is there or not. */
  const startLoad = async () => {
    const crowd: Promise<void>[] = []
    const faults: unknown[] = []
    while (isOpen && faults.length === 0) {
      if (waiting >= mostWaiting) {
        await pause(msBetweenRegistrants)
        continue
      }
      const registrant = makeRegistrant(registrants.length)
      registrants.push(registrant)
      crowd.push(
        register(registrant).catch((fault: unknown) => {
          faults.push(fault)
        }),
      )
      await pause(msBetweenRegistrants)
    }
    await Promise.all(crowd)
    if (faults.length > 0) throw faults[0]
  }

  try {
    const killing = async () => {
      for (let kill = 0; kill < Number(times); kill += 1) {
        await pause(randomInt(150, 900))
        await mailbox.cutDuring(festival.kill9)
        await festival.restart()
        if ((kill + 1) % 20 === 0) console.log(`killed ${kill + 1} times, ${registrants.length} have come`)
      }
      await pause(500)
      isOpen = false
    }
    await Promise.all([killing(), startLoad()])
    const db = await openDatabase(
      postgres ? { engine: 'postgres', url: postgres.url } : { engine: 'sqlite', file: festival.databaseFile },
    )
    try {
      await waitForMail(db)
      const audit = await auditFestival(db, leftIn(festival.dataDir, mailbox), registrants)
      reportAudit(`${store}: killed ${times} times, ${repeated} attempts repeated`, audit)
    } finally {
      await db.destroy()
    }
  } finally {
    isOpen = false
    isOver = true
    await festival.stop()
    await mailbox.goAway()
    await postgres?.remove()
  }
}
