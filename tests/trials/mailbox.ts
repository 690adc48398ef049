import { startMailServer, type TakenMail } from '../support/mail-server'
import type { Cut, Delivery } from './check-copies'

export interface Mailbox {
  url: string
  stopServer: () => Promise<void>
  deliveries: () => Delivery[]
  /** E-mails beyond the rate. */
  rejectedCount: () => number
  removePace: () => void
  /** Times in which our server was cut off; they explain copies. */
  readonly cuts: readonly Cut[]
  /** Declares that our server may not record its e-mails during the work. */
  cutDuring: <T>(work: () => Promise<T>) => Promise<T>
}

const readId = (content: string): string =>
  /^message-id:\s*<([^@>]+)@/im.exec(content)?.[1] ?? 'an e-mail without an id'

const readDelivery = ({ recipients, content, at, isAnswered }: TakenMail): Delivery => ({
  id: readId(content),
  recipients,
  at,
  isAnswered,
})

/** Beyond `maxPerSecond`, e-mails are deferred, like at a provider. */
export const openMailbox = async (maxPerSecond = Number.POSITIVE_INFINITY): Promise<Mailbox> => {
  let pace = maxPerSecond
  let rejectedCount = 0
  let recent: number[] = []
  const options = {
    onMailFrom: (_address: unknown, _session: unknown, answer: (error?: Error) => void) => {
      const now = performance.now()
      recent = recent.filter((time) => now - time < 1_000)
      // A second's allowance may be used slightly early.
      if (recent.length <= pace) {
        recent.push(now)
        return answer()
      }
      rejectedCount += 1
      answer(Object.assign(new Error('4.7.1 Too many e-mails, slow down'), { responseCode: 451 }))
    },
  }
  const server = await startMailServer(Number.isFinite(maxPerSecond) ? { options } : {})
  const cuts: Cut[] = []
  return {
    url: server.url,
    stopServer: server.stop,
    deliveries: () => server.taken.map(readDelivery),
    rejectedCount: () => rejectedCount,
    removePace: () => {
      pace = Number.POSITIVE_INFINITY
    },
    cuts,
    cutDuring: async (work) => {
      const cut = { from: performance.now(), until: Number.POSITIVE_INFINITY }
      cuts.push(cut)
      try {
        return await work()
      } finally {
        cut.until = performance.now()
      }
    },
  }
}
