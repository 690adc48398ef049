import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import { composeMail, MailError, type Mailer, maxConcurrentMails } from './mailer'

/** Milliseconds. With the recording of its outcome, `whole` stays below a claim's time. */
export interface SmtpTimeouts {
  connect: number
  /** Without a word from the server, its greeting included. */
  silence: number
  whole: number
}

/** Some servers take half a minute on purpose: longer than a registrant waits, who hears by then that the e-mail follows. */
export const defaultTimeouts: SmtpTimeouts = { connect: 4_000, silence: 30_000, whole: 30_000 }

/**
 * Sends by SMTP over a few kept connections. `smtps:` is TLS from the start; `smtp:` changes over before it logs in, and
 * a server elsewhere that doesn't offer that gets nothing (behaviour 7.20). The address may carry nodemailer's options
 * as its query, `requireTLS=false` among them.
 */
export const openSmtpMailer = (url: string, timeouts: SmtpTimeouts = defaultTimeouts): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    // Passwords and e-mails would cross a network in the open.
    requireTLS: !isLoopback(url),
    maxConnections: maxConcurrentMails,
    // A message whose connection broke may have arrived; trying again is the outbox's decision, not the pool's.
    maxRequeues: 0,
    idleTimeout: 30_000,
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.silence,
    socketTimeout: timeouts.silence,
  })

  const closing = new AbortController()
  return {
    async send(mail) {
      const signal = AbortSignal.any([AbortSignal.timeout(timeouts.whole), closing.signal])
      const composed = await composeMail(mail)
      const result = await transport.sendMail({ ...composed, signal }).catch((error: unknown) => {
        throw readFailure(error, mail.to)
      })
      // The organisers' copy may be taken while the registrant's is not, and then nobody has told the registrant.
      if (result.rejected.some((refused) => isSameAddress(refused, mail.to))) {
        throw readFailure(result, mail.to, result.accepted.length > 0)
      }
    },
    async close() {
      closing.abort()
      transport.close()
    },
  }
}

/** Nodemailer tells addresses as it sent them: their domains in lower case and in ASCII. */
const isSameAddress = (address: string | { address: string }, ours: string): boolean =>
  normaliseAddress(typeof address === 'string' ? address : address.address) ===
  normaliseAddress(ours)

const normaliseAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase()
}

/** What nodemailer may tell of a failure; the server's own words stay out, for they repeat the address. */
interface Failure {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  /** The server's own words. */
  response?: string | undefined
  rejectedErrors?: (Failure & { recipient?: string | undefined })[] | undefined
}

/**
 * Only a refused address is permanent. A 5xx to the login, the sender or the content speaks of our set-up and would hit
 * every message alike: those wait for somebody to mend it.
 */
const readFailure = (error: unknown, to: string, isCopySent = false): MailError => {
  const failure: Failure = error instanceof Object ? error : {}
  const decisive =
    failure.rejectedErrors?.find(({ recipient = '' }) => isSameAddress(recipient, to)) ?? failure
  const { code, command, responseCode } = decisive
  const isRefusedAddress =
    command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  const words = ['SMTP', code, responseCode, command && `at ${command}`].filter(
    (word) => word !== undefined,
  )
  return new MailError(
    words.join(' '),
    isRefusedAddress,
    isThrottled(decisive) ? { seconds: 0 } : undefined,
    isCopySent,
  )
}

/**
 * Whether the server gets too many from us, so that every other e-mail would fare alike. A 450 to a recipient may as
 * well speak of that one mailbox; then its enhanced code or its words must say which.
 */
const isThrottled = ({ command, responseCode, response = '' }: Failure): boolean => {
  if (responseCode === 421) {
    return true
  }
  if (responseCode === undefined || ![450, 451, 452, 454].includes(responseCode)) {
    return false
  }
  return (
    command !== 'RCPT TO' ||
    /\b4\.(?:7|3)\.\d|rate|too (?:many|fast)|limit|throttl|slow down/i.test(response)
  )
}

/** Whether an address leads to this machine itself, so that nothing sent there crosses a network. */
export const isLoopback = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
