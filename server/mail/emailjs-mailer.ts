import type { FormKind } from '../../festival/forms/api'
import type { MessageKind } from '../db/schema'
import { MailError, type Mailer } from './mailer'
import { defaultTimeoutMs, describeFailure, maxConcurrentCalls, postJson } from './post-json'

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
      const { status, text, retryAfter } = await postJson('EmailJS', {
        url: address,
        body,
        timeoutMs,
        stop: closing.signal,
      })
      if (status === 200 || text === 'OK') {
        return
      }
      throw describeFailure({
        service: 'EmailJS',
        status,
        text,
        retryAfter,
        secrets: params,
        isAddressRefused: isAddressRefused(status, text),
      })
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
