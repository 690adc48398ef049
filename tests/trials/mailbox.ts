import { startMailServer, type TakenMail } from '../support/mail-server'
import type { Cut, Delivery } from './check-copies'

/** A mail server, and every copy that it was ever given. */
export interface Mailbox {
  url: string
  stopServer: () => Promise<void>
  deliveries: () => Delivery[]
  /** How many it turned away since they came too fast; and takes as many as come from now on. */
  rejectedCount: () => number
  removePace: () => void
  /** The times in which our own server was cut off; they explain copies. */
  readonly cuts: readonly Cut[]
  /** Notes that our server may not have recorded what it sent while this goes on. */
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

/** `mostPerSecond`: more e-mails are told to come later, as a provider does. */
export const openMailbox = async (maxPerSecond = Number.POSITIVE_INFINITY): Promise<Mailbox> => {
  let pace = maxPerSecond
  let rejectedCount = 0
  let recent: number[] = []
  const options = {
    onMailFrom: (_address: unknown, _session: unknown, answer: (error?: Error) => void) => {
      const now = performance.now()
      recent = recent.filter((time) => now - time < 1_000)
      // A second's allowance may be drawn a little early.
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
