import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'

/** An e-mail as the server took it over. */
export interface TakenMail {
  recipients: string[]
  /** The whole message, headers first. */
  content: string
}

/** How a mail server treats whoever comes. */
type Manners = 'accept' | 'hang' | 'drop-after-data' | 'drop-after-answer' | 'refuse-content' | 'refuse-sender'

interface MailServerOptions {
  manners?: Manners
  /** Addresses that are refused, with the reply's code. */
  refused?: Record<string, number>
  port?: number
  options?: SMTPServerOptions
}

/** A real SMTP server on this machine. */
export interface MailServer {
  readonly url: string
  readonly port: number
  readonly taken: TakenMail[]
  manners: Manners
  stop: () => Promise<void>
}

const replyError = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })

const readAll = async (stream: SMTPServerDataStream): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

export const startMailServer = async ({
  manners = 'accept',
  refused = {},
  port = 0,
  options = {},
}: MailServerOptions = {}): Promise<MailServer> => {
  const sockets = new Set<Socket>()
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom: (_address, _session, answer) => {
      if (mailServer.manners === 'refuse-sender') return answer(replyError(550, 'Sender not allowed'))
      if (mailServer.manners !== 'hang') answer()
    },
    onRcptTo: ({ address }, _session, answer) => {
      const code = refused[address]
      answer(code === undefined ? undefined : replyError(code, `<${address}> is not welcome`))
    },
    onData: (stream, session, answer) => {
      // A line that breaks in the middle of an e-mail leaves nothing to take.
      const whole = readAll(stream).catch(() => undefined)
      void whole.then((content) => {
        if (content === undefined) return
        if (mailServer.manners === 'refuse-content') return answer(replyError(554, 'Looks like spam'))
        taken.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), content })
        const drop = () => {
          for (const socket of sockets) socket.destroy()
        }
        if (mailServer.manners === 'drop-after-data') return drop()
        answer()
        if (mailServer.manners === 'drop-after-answer') setTimeout(drop, 5)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  const listening = typeof address === 'object' && address ? address.port : 0
  const mailServer: MailServer = {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${listening}`,
    port: listening,
    taken,
    manners,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return mailServer
}
