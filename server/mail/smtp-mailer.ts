import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import { withTimeLimit } from '../system/time-limit'
import { composeMail, MailError, type Mailer, maxConcurrentMails } from './mailer'

/**
 * In milliseconds. `whole` plus the time to record the result must be shorter than the message
 * lease.
 */
export interface SmtpTimeouts {
  connect: number
  /** Without any reply from the server, including the greeting. */
  silence: number
  whole: number
}

/** Some servers deliberately delay replies by half a minute. */
export const defaultTimeouts: SmtpTimeouts = { connect: 4_000, silence: 30_000, whole: 30_000 }

/**
 * `smtps:` uses TLS from the start. `smtp:` upgrades to TLS before logging in and refuses remote
 * servers without STARTTLS. The URL's query may set nodemailer options, such as `requireTLS=false`.
 */
export const openSmtpMailer = (url: string, timeouts: SmtpTimeouts = defaultTimeouts): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: !isLoopback(url),
    maxConnections: maxConcurrentMails,
    // If the connection broke, the message may have arrived, so the outbox decides whether to
    // retry.
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
      const composed = await composeMail(mail)
      const result = await withTimeLimit(timeouts.whole, closing.signal, (signal) =>
        transport.sendMail({ ...composed, signal }),
      ).catch((error: unknown) => {
        throw readFailure(error, mail.to)
      })
      // The server may accept the organisers' copy and refuse the participant's address.
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

/** Nodemailer reports domains in lower-case ASCII. */
const isSameAddress = (address: string | { address: string }, ours: string): boolean =>
  normaliseAddress(typeof address === 'string' ? address : address.address) ===
  normaliseAddress(ours)

const normaliseAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase()
}

interface Failure {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  /** The server's own text. It contains the address, so it is never logged. */
  response?: string | undefined
  rejectedErrors?: (Failure & { recipient?: string | undefined })[] | undefined
}

/**
 * Only a refused address is a permanent failure. Any other 5xx means a wrong configuration, so
 * messages are retried until it is fixed.
 */
const readFailure = (error: unknown, to: string, isCopySent = false): MailError => {
  const failure: Failure = error instanceof Object ? error : {}
  const decisive =
    failure.rejectedErrors?.find(({ recipient = '' }) => isSameAddress(recipient, to)) ?? failure
  const { code, command, responseCode } = decisive
  const isRefusedAddress =
    command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  const parts = ['SMTP', code, responseCode, command && `at ${command}`].filter(
    (part) => part !== undefined,
  )
  return new MailError(
    parts.join(' '),
    isRefusedAddress,
    isThrottled(decisive) ? { seconds: 0 } : undefined,
    isCopySent,
  )
}

/**
 * Whether the server throttles us. A 450 to a recipient may concern only that mailbox, so the code
 * or text must also mention throttling.
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

export const isLoopback = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
