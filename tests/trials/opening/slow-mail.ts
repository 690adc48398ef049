import { startMailServer } from '../../support/mail-server'
import type { Delivery } from '../check-copies'
import { readDelivery } from '../mailbox'

/** A provider that takes only so many e-mails a second and turns the others away. */
export interface SlowMail {
  url: string
  /** What it took, copy by copy. */
  deliveries: () => Delivery[]
  /** How many it turned away. */
  turnedAway: () => number
  /** Takes as many as come from now on. */
  lift: () => void
  stop: () => Promise<void>
}

export const startSlowMail = async (perSecond: number): Promise<SlowMail> => {
  let isLifted = false
  let turnedAway = 0
  let recent: number[] = []
  const server = await startMailServer({
    options: {
      onMailFrom: (_address, _session, answer) => {
        const now = performance.now()
        recent = recent.filter((time) => now - time < 1_000)
        // A second's allowance may be drawn a little early.
        if (isLifted || recent.length <= perSecond) {
          recent.push(now)
          return answer()
        }
        turnedAway += 1
        answer(Object.assign(new Error('4.7.1 Too many e-mails, slow down'), { responseCode: 451 }))
      },
    },
  })
  return {
    url: server.url,
    deliveries: () => server.taken.map(readDelivery),
    turnedAway: () => turnedAway,
    lift: () => {
      isLifted = true
    },
    stop: server.stop,
  }
}
