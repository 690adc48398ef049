import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { createMatcher } from '../../../server/bank/matches'
import type { Db } from '../../../server/db/schema'
import { fillClaims, paymentsOf } from './fill-claims'

/** How long the server works on a preview, and for how long at most nothing else gets its turn. */
export const measurePreview = async (db: Db, sizes: readonly number[]): Promise<void> => {
  const days = { first: '2025-09-01', last: '2025-09-30' } as const
  const payments: ReturnType<typeof paymentsOf> = []
  for (const size of sizes) {
    payments.push(...paymentsOf(await fillClaims(db, payments.length, size - payments.length)))
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    // It begins to watch with its first turn.
    await pause(20)
    delay.reset()
    await pause(20)
    const start = performance.now()
    const answer = await createMatcher({ db, store: { engine: 'sqlite', file: '' } }).view({
      days,
      payments,
      reversals: [],
    })
    const took = performance.now() - start
    // The monitor notices a stretch once it is over.
    await pause(20)
    delay.disable()
    const [total, longest] = [took, delay.max / 1e6].map((time) => time.toFixed(0))
    const bytes = (answer.length / 1024).toFixed(0)
    console.log(`${size} rows, ${size} claims: ${total} ms, at most ${longest} ms in one piece, answer ${bytes} KiB`)
  }
}
