import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'

export interface TakenMail {
  recipients: string[]
  content: string
  /** When the e-mail had been received, by `performance.now()`. */
  at: number
  /** Whether the server sent a reply over an intact connection. */
  isReplySent: boolean
}

type SmtpBehaviour =
  | 'accept'
  | 'slow'
  | 'hang'
  | 'drop-after-data'
  | 'drop-after-reply'
  | 'refuse-content'
  | 'refuse-sender'

interface MailServerOptions {
  behaviour?: SmtpBehaviour
  /** Maps addresses to SMTP error codes. */
  refused?: Record<string, number>
  port?: number
  options?: SMTPServerOptions
}

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly taken: TakenMail[]
  /** When each e-mail began, refused e-mails included, by `performance.now()`. */
  readonly begun: number[]
  behaviour: SmtpBehaviour
  stop: () => Promise<void>
}

const replyError = (code: number, words: string) =>
  Object.assign(new Error(words), { responseCode: code })

export const slowReplyMs = 1_000

const readAll = async (stream: SMTPServerDataStream): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const startMailServer = async ({
  behaviour = 'accept',
  refused = {},
  port = 0,
  options = {},
}: MailServerOptions = {}): Promise<MailServer> => {
  const sockets = new Set<Socket>()
  const taken: TakenMail[] = []
  const begun: number[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom: (_address, _session, callback) => {
      begun.push(performance.now())
      if (mailServer.behaviour === 'refuse-sender') {
        return callback(replyError(550, 'Sender not allowed'))
      }
      if (mailServer.behaviour !== 'hang') {
        callback()
      }
    },
    onRcptTo: ({ address }, _session, callback) => {
      const code = refused[address]
      callback(code === undefined ? undefined : replyError(code, `<${address}> is not welcome`))
    },
    onData: (stream, session, callback) => {
      // A connection that breaks in the middle of an e-mail delivers nothing.
      const whole = readAll(stream).catch(() => undefined)
      void whole.then((content) => {
        if (content === undefined) {
          return
        }
        if (mailServer.behaviour === 'refuse-content') {
          return callback(replyError(554, 'Looks like spam'))
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const mail: TakenMail = { recipients, content, at: performance.now(), isReplySent: false }
        taken.push(mail)
        const drop = () => {
          for (const socket of sockets) {
            socket.destroy()
          }
        }
        const { behaviour } = mailServer
        const reply = () => {
          // A disconnect right after the reply may lose the reply.
          mail.isReplySent = behaviour !== 'drop-after-reply'
          callback()
        }
        if (behaviour === 'drop-after-data') {
          return drop()
        }
        if (behaviour === 'slow') {
          return void setTimeout(reply, slowReplyMs)
        }
        reply()
        if (behaviour === 'drop-after-reply') {
          setTimeout(drop, 5)
        }
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
    begun,
    behaviour,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) {
          socket.destroy()
        }
        server.close(() => resolve())
      }),
  }
  return mailServer
}
