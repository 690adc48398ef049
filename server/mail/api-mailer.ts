import { type Mail, type MailBodies, MailError, type Mailer } from './mailer'
import { defaultTimeoutMs, describeFailure, maxConcurrentCalls, postJson } from './post-json'

export interface MailApiConfig {
  service: MailService
  key: string
  /** Replaces the service's usual URL. */
  url?: string | undefined
}

interface Request {
  headers: Record<string, string>
  body: object
}

interface MailApi {
  name: string
  url: string
  write: (mail: Mail, bodies: MailBodies, key: string) => Request
  /** Matches the answer if the recipient's address is the problem. */
  refusal: RegExp
}

const autoSubmitted = { 'Auto-Submitted': 'auto-generated' }

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** @param from for example `Cerebra <registrations@festival.example>`, or only the address */
const splitSender = (from: string): { name?: string; email: string } => {
  const [, name = '', email = from] = /^(.*?)\s*<(.+)>$/.exec(from) ?? []
  return name === '' ? { email } : { name: name.replaceAll('"', ''), email }
}

/** Source: https://resend.com/docs/api-reference/emails/send-email */
const writeResend: MailApi['write'] = (mail, { html, text, calendar }, key) => ({
  // For a day, the service sends only one e-mail per key.
  headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': mail.messageId },
  body: {
    from: mail.from,
    to: [mail.to],
    cc: mail.cc === undefined ? undefined : [mail.cc],
    reply_to: [mail.replyTo],
    subject: mail.subject,
    html,
    text,
    headers: autoSubmitted,
    attachments: calendar && [
      {
        filename: calendar.name,
        content: toBase64(calendar.text),
        content_type: 'text/calendar; charset=utf-8',
      },
    ],
  },
})

/** Source: https://developers.brevo.com/reference/sendtransacemail */
const writeBrevo: MailApi['write'] = (mail, { html, text, calendar }, key) => ({
  headers: { 'api-key': key },
  body: {
    sender: splitSender(mail.from),
    to: [{ email: mail.to }],
    cc: mail.cc === undefined ? undefined : [{ email: mail.cc }],
    replyTo: { email: mail.replyTo },
    subject: mail.subject,
    htmlContent: html,
    textContent: text,
    // For 15 minutes, the service sends only one e-mail per key.
    headers: { ...autoSubmitted, idempotencyKey: mail.messageId },
    attachment: calendar && [{ name: calendar.name, content: toBase64(calendar.text) }],
  },
})

const apis = {
  resend: {
    name: 'Resend',
    url: 'https://api.resend.com/emails',
    write: writeResend,
    refusal: /invalid `?to`? field/i,
  },
  brevo: {
    name: 'Brevo',
    url: 'https://api.brevo.com/v3/smtp/email',
    write: writeBrevo,
    refusal: /email is not valid in to\b/i,
  },
} as const satisfies Record<string, MailApi>

export type MailService = keyof typeof apis

export const mailServices: readonly MailService[] = ['resend', 'brevo']

export const nameMailService = (service: MailService): string => apis[service].name

/** Sends through the HTTPS API of a mail provider, for hosts that block SMTP. */
export const openApiMailer = (config: MailApiConfig, timeoutMs = defaultTimeoutMs): Mailer => {
  const { name, url, write, refusal }: MailApi = apis[config.service]
  const closing = new AbortController()
  return {
    concurrency: maxConcurrentCalls,
    async send(mail) {
      const request = write(mail, await mail.renderBodies(), config.key)
      const { status, text, isJson, retryAfter } = await postJson(name, {
        ...request,
        url: config.url ?? url,
        timeoutMs,
        stop: closing.signal,
      })
      if (status >= 200 && status < 300) {
        if (isJson) {
          return
        }
        throw new MailError(`${name} returned ${status}, but no JSON: check MAIL_API_URL`, false)
      }
      throw describeFailure({
        service: name,
        status,
        text,
        retryAfter,
        secrets: { ...mail.templateParams(), key: config.key },
        isAddressRefused: [400, 422].includes(status) && refusal.test(text),
      })
    },
    async close() {
      closing.abort()
    },
  }
}
