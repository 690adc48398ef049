import { startMailServer, type TakenMail } from '../support/mail-server'
import type { Cut, Delivery } from './check-copies'

export interface Mailbox {
  url: string
  stopServer: () => Promise<void>
  deliveries: () => Delivery[]
  rejectedCount: () => number
  removePace: () => void
  /** Periods in which our server was cut off, which explains further copies. */
  readonly cuts: readonly Cut[]
  /** Declares that our server may fail to record e-mails as sent during the work. */
  cutDuring: <T>(work: () => Promise<T>) => Promise<T>
}

const readId = (content: string): string =>
  /^message-id:\s*<([^@>]+)@/im.exec(content)?.[1] ?? 'an e-mail without an id'

const readDelivery = ({ recipients, content, at, isReplySent }: TakenMail): Delivery => ({
  id: readId(content),
  recipients,
  at,
  isReplySent,
})

/** Like a provider, defers e-mails that exceed `maxPerSecond`. */
export const openMailbox = async (maxPerSecond = Number.POSITIVE_INFINITY): Promise<Mailbox> => {
  let pace = maxPerSecond
  let rejectedCount = 0
  let recent: number[] = []
  const options = {
    onMailFrom: (_address: unknown, _session: unknown, callback: (error?: Error) => void) => {
      const now = performance.now()
      recent = recent.filter((time) => now - time < 1_000)
      // An e-mail slightly ahead of the rate is accepted.
      if (recent.length <= pace) {
        recent.push(now)
        return callback()
      }
      rejectedCount += 1
      callback(Object.assign(new Error('4.7.1 Too many e-mails, slow down'), { responseCode: 451 }))
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
