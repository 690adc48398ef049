import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { serveFestival } from '../support/serve'
import { auditFestival, leftIn, reportAudit, waitForMail } from './audit'
import { startLoad } from './faults/crowd'
import { withStores, withTables } from './harness'
import { openMailbox } from './mailbox'

/**
 * `npm run trial:kill -- 30 [postgres]`: kills the server so many times while people register without a pause. Whoever is cut off
 * tries again with the same key, as the form does. Afterwards nothing that was confirmed is lost, every saved record's
 * message is delivered, and no key has two rows. The receiving mail server lives on and counts each copy.
 */
export const main = ([times = '30', engine = 'sqlite']: readonly string[]): Promise<void> =>
  withStores(engine, async ({ make }) => {
    const { store, env } = await make()
    const mailbox = await openMailbox()
    const festival = await serveFestival({ SMTP_URL: mailbox.url, ...env })
    try {
      const crowd = await startLoad({ address: () => festival.address, everyMs: 25 }, async ({ registrants }) => {
        for (let kill = 1; kill <= Number(times); kill += 1) {
          await pause(randomInt(150, 900))
          await mailbox.cutDuring(festival.kill9)
          await festival.restart()
          if (kill % 20 === 0) console.log(`killed ${kill} times, ${registrants.length} have come`)
        }
        await pause(500)
      })
      await withTables(store, async (db) => {
        await waitForMail(db)
        const audit = await auditFestival(db, leftIn(festival.dataDir, mailbox), crowd.registrants)
        audit.complaints.push(...crowd.complaints)
        const attempts = [...crowd.answers.values()].reduce((sum, heard) => sum + heard, 0)
        reportAudit(`${engine}: killed ${times} times, ${attempts - crowd.registrants.length} attempts repeated`, audit)
      })
    } finally {
      await festival.stop()
      await mailbox.goAway()
    }
  })
