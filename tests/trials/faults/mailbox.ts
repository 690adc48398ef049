import { type MailServer, startMailServer } from '../../support/mail-server'

/** A mail server that can go away and come back on the same port, and all that it has ever taken. */
export interface Mailbox {
  url: string
  setManners: (manners: MailServer['manners']) => void
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  /** The id of the message that each e-mail carried. */
  letters: () => string[]
}

const idOf = (content: string): string => /^message-id:\s*<([^@>]+)@/im.exec(content)?.[1] ?? 'an e-mail without an id'

export const openMailbox = async (): Promise<Mailbox> => {
  let server = await startMailServer()
  const { url, port } = server
  const earlier: string[] = []
  const lettersOf = ({ taken }: MailServer) => taken.map(({ content }) => idOf(content))
  return {
    url,
    setManners: (manners) => {
      server.manners = manners
    },
    goAway: async () => {
      await server.stop()
      earlier.push(...lettersOf(server))
      server.taken.length = 0
    },
    comeBack: async () => {
      server = await startMailServer({ port })
    },
    letters: () => [...earlier, ...lettersOf(server)],
  }
}
