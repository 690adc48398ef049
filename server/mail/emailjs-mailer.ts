import { Agent as AgentHttp, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as AgentHttps, request as requestHttps } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { SubmissionKind } from '../db/schema'
import { type Mail, MailError, type Mailer } from './mailer'
import { templateParamsOf } from './payload'

/** A service in the shape of EmailJS. */
export interface EmailJsConfig {
  /** What stands before `/api/v1.0/email/send`, without a slash at the end. */
  url: string
  serviceId: string
  /** The public key. */
  userId: string
  templates: Readonly<Record<SubmissionKind, string>>
}

/** The version of the service's own client whose call this is. */
const libVersion = '4.4.1'

/** Milliseconds; shorter than a registrant waits, and than the outbox's lease. */
const usualTimeoutMs = 8_000

/** Calls don't stand in each other's way as a mail server's connections do. */
const callsAtOnce = 32

/** Given up: the service wants a browser (451), or has blocked us or the address (403). */
const finalStatuses = [403, 451]

/**
 * Has e-mails made and sent by a service that keeps the templates; they decide the recipients, from the payload's own
 * fields (behaviour 7.19).
 */
export const openEmailJsMailer = (config: EmailJsConfig, timeoutMs = usualTimeoutMs): Mailer => {
  const line = openLine(`${config.url}/api/v1.0/email/send`)
  return {
    atOnce: callsAtOnce,
    async send(mail) {
      const body = {
        lib_version: libVersion,
        user_id: config.userId,
        service_id: config.serviceId,
        template_id: config.templates[mail.kind],
        template_params: templateParamsOf(mail.kind, mail.payload),
      }
      const { status, text, retryAfter } = await post(line, body, timeoutMs)
      if (status === 200 || text === 'OK') return
      const reason = `EmailJS answered ${status}: ${withholdPersonal(text, mail)}`
      if (status === 429) throw new MailError(reason, false, { seconds: readRetryAfter(retryAfter) })
      throw new MailError(reason, finalStatuses.includes(status))
    },
    async close() {
      line.target.agent.destroy()
    },
  }
}

interface Answer {
  status: number
  text: string
  retryAfter: string | undefined
}

/** An answer is a few words; a longer one is cut. */
const longestAnswer = 10_000

interface Line {
  request: typeof requestHttp
  /** Where every call goes. */
  target: RequestOptions & { agent: AgentHttp }
}

/** Kept connections to the service: making one anew takes longer than the call. */
const openLine = (url: string): Line => {
  const options = { keepAlive: true, maxSockets: callsAtOnce }
  const target = { ...urlToHttpOptions(new URL(url)), method: 'POST' }
  return url.startsWith('https:')
    ? { request: requestHttps, target: { ...target, agent: new AgentHttps(options) } }
    : { request: requestHttp, target: { ...target, agent: new AgentHttp(options) } }
}

/** Redirects are not followed: they would take a registrant's details to an address that nobody configured. */
const post = ({ request, target }: Line, body: unknown, timeoutMs: number): Promise<Answer> =>
  new Promise((done, fail) => {
    const json = JSON.stringify(body)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }
    const call = request({ ...target, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text = (text + part).slice(0, longestAnswer)
      })
      answer.on('error', breakOff)
      answer.on('end', () => {
        clearTimeout(timer)
        done({ status: answer.statusCode ?? 0, text, retryAfter: answer.headers['retry-after'] })
      })
    })
    const breakOff = () => {
      clearTimeout(timer)
      call.destroy()
      fail(new MailError('EmailJS did not answer in time, or not at all', false))
    }
    const timer = setTimeout(breakOff, timeoutMs)
    call.on('error', breakOff)
    call.end(json)
  })

/** The service's words, without what of the e-mail they may repeat: they go into the log and the tables. */
const withholdPersonal = (text: string, { payload }: Mail): string => {
  const personal = Object.values(payload).filter((value) => typeof value === 'string' && value.length > 2)
  const plain = personal.reduce<string>((words, value) => words.replaceAll(String(value), '…'), text)
  return plain
    .replace(/\S+@\S+|\d{6,}/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

/** Seconds, from a number of seconds or a date; 0 where there is neither. */
const readRetryAfter = (header: string | undefined): number => {
  if (header === undefined) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}
