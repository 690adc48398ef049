import { setTimeout as pause } from 'node:timers/promises'
import { reportAudit } from './audit'
import { runWithCrowd } from './crowd'
import { readOptions, withStores } from './harness'

/**
 * `npm run trial:kill -- [--kills 30] [--store postgres]`: kills the server repeatedly during
 * registrations, and participants retry with the same key. No entry may be lost or duplicated.
 * `resentCount` counts e-mails resent because of a cut.
 */
export const main = async (args: string[]): Promise<void> => {
  const { kills, store } = readOptions(args, { kills: 30, store: 'sqlite' })
  await withStores(store, async (stores) => {
    const { audit, note } = await runWithCrowd(
      { everyMs: 30, stores },
      async ({ festival, mailbox }) => {
        for (let kill = 0; kill < kills; kill += 1) {
          await pause(100 + Math.random() * 600)
          await mailbox.cutDuring(festival.kill9)
          await festival.restart()
        }
        await pause(500)
      },
    )
    reportAudit(`${kills} kills under load, ${note}`, audit)
  })
}
