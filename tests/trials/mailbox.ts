import { type MailServer, startMailServer, type TakenMail } from '../support/mail-server'
import type { Cut, Delivery } from './check-copies'

/** A mail server that can go away and come back on the same port, and every copy that it was ever given. */
export interface Mailbox {
  url: string
  setManners: (manners: MailServer['manners']) => void
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  deliveries: () => Delivery[]
  /** When each e-mail was begun, taken or not, by `performance.now()`. */
  begun: () => number[]
  /** The times in which our own server was cut off; they explain copies. */
  readonly cuts: readonly Cut[]
  /** Notes that our server may not have recorded what it sent while this goes on. */
  cutDuring: <T>(work: () => Promise<T>) => Promise<T>
}

const readId = (content: string): string =>
  /^message-id:\s*<([^@>]+)@/im.exec(content)?.[1] ?? 'an e-mail without an id'

export const readDelivery = ({ recipients, content, at, isAnswered }: TakenMail): Delivery => ({
  id: readId(content),
  recipients,
  at,
  isAnswered,
})

export const openMailbox = async (): Promise<Mailbox> => {
  let server = await startMailServer()
  const { url, port } = server
  const servers = [server]
  const cuts: Cut[] = []
  return {
    url,
    setManners: (manners) => {
      server.manners = manners
    },
    goAway: () => server.stop(),
    comeBack: async () => {
      server = await startMailServer({ port })
      servers.push(server)
    },
    deliveries: () => servers.flatMap(({ taken }) => taken.map(readDelivery)),
    begun: () => servers.flatMap(({ begun }) => begun),
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
