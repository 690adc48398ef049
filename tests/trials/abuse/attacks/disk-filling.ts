import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../../../support/files'
import { type Attack, createTally, inParallel, tell } from '../attack'
import { uploading } from '../forms'
import { fling } from '../send'

/** What the trial lets lie that no record refers to, in MiB; one address may have a quarter of it. */
export const unclaimedMiB = 256

export const diskFilling: Attack = {
  name: 'H3 uploads without end from one address',
  seconds: 14,
  bounds: { diskMiB: unclaimedMiB / 4 + 16 },
  run: async (target, isOver) => {
    const heard = createTally()
    const upload = uploading(makePng({ bytes: 4 * 1024 * 1024 - 1_000 }))
    let sent = 0
    const isEnough = () => isOver() || sent >= 350
    await inParallel(3, isEnough, async () => {
      sent += 1
      heard.add(await fling(target, { ...upload, patience: 10_000 }))
      // Some 25 MiB a second, which is more than a telephone has.
      await pause(400)
    })
    return tell(heard.words())
  },
}
