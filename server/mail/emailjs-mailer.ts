import type { FormKind } from '../../festival/forms/api'
import type { MessageKind } from '../db/schema'
import { MailError, type Mailer } from './mailer'

export interface EmailJsConfig {
  /** The address up to `/api/v1.0/email/send`, without a trailing slash. */
  url: string
  serviceId: string
  userId: string
  /**
   * `desk` is the template of all e-mails from the desk, with the fields `email`, `subject` and
   * `text`.
   */
  templates: Readonly<Record<FormKind, string> & { desk?: string | undefined }>
}

const libVersion = '4.4.1'

/** In milliseconds. Longer than a participant waits and shorter than the lease in the outbox. */
const defaultTimeoutMs = 30_000

const maxConcurrentCalls = 32

/** Other errors mean a wrong configuration, such as a template without a recipient. */
const isAddressRefused = (status: number, text: string): boolean =>
  status === 422 && /recipient.*(?:corrupt|invalid)/i.test(text)

/** Sends through EmailJS, whose templates take the recipients from the payload's fields. */
export const openEmailJsMailer = (config: EmailJsConfig, timeoutMs = defaultTimeoutMs): Mailer => {
  const address = `${config.url}/api/v1.0/email/send`
  const closing = new AbortController()
  return {
    concurrency: maxConcurrentCalls,
    async send(mail) {
      const params = mail.templateParams()
      const body = {
        lib_version: libVersion,
        user_id: config.userId,
        service_id: config.serviceId,
        template_id: findTemplate(config, mail.kind),
        template_params: params,
      }
      const { status, text, retryAfter } = await post(
        address,
        body,
        AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]),
      )
      if (status === 200 || text === 'OK') {
        return
      }
      const reason = `EmailJS returned ${status}: ${redactPersonal(text, params)}`
      if (status === 429) {
        throw new MailError(reason, false, { seconds: readRetryAfter(retryAfter) })
      }
      throw new MailError(reason, isAddressRefused(status, text))
    },
    async close() {
      closing.abort()
    },
  }
}

const findTemplate = ({ templates }: EmailJsConfig, kind: MessageKind): string => {
  const template = Object.entries(templates).find(([name]) => name === kind)?.[1] ?? templates.desk
  if (template === undefined) {
    throw new MailError('There is no template for the desk’s e-mails', false)
  }
  return template
}

const maxResponseLength = 10_000

const post = async (url: string, body: object, signal: AbortSignal) => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // A redirect would send personal details to an unconfigured address.
      redirect: 'manual',
      signal,
    })
    const text = (await response.text()).slice(0, maxResponseLength)
    return { status: response.status, text, retryAfter: response.headers.get('Retry-After') }
  } catch {
    throw new MailError('EmailJS did not respond in time', false)
  }
}

/** The text is logged and stored, so it must not repeat personal details. */
const redactPersonal = (text: string, params: Record<string, string>): string => {
  const personal = Object.values(params).filter((value) => value.length > 2)
  return personal
    .reduce((redacted, value) => redacted.replaceAll(value, '…'), text)
    .replace(/\S+@\S+|\d{6,}/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

const readRetryAfter = (header: string | null): number => {
  if (header === null) {
    return 0
  }
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}
