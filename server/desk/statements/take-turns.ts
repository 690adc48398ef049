import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Steps } from '../../../festival/matching/steps'

/** So long the server answers nobody else, in milliseconds; a step is far shorter. */
const turnMs = 10

/** Takes steps, and lets others have their turn between them (behaviour 15.50). */
export const takeTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  let since = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < turnMs) continue
    await nextTurn()
    since = performance.now()
  }
}
