import { TimeLimitError, withTimeLimit } from '../system/time-limit'
import { MailError } from './mailer'

/** In milliseconds. Longer than a participant would wait, and shorter than the outbox's lease. */
export const defaultTimeoutMs = 30_000

export const maxConcurrentCalls = 32

const maxResponseLength = 10_000

export interface JsonRequest {
  url: string
  headers?: Readonly<Record<string, string>>
  body: object
  timeoutMs: number
  /** Aborts the call when the mailer is closed. */
  stop: AbortSignal
}

interface JsonResponse {
  status: number
  text: string
  isJson: boolean
  retryAfter: string | null
}

/**
 * @param service the name for the error message
 * @throws MailError if there is no complete response
 */
export const postJson = async (service: string, request: JsonRequest): Promise<JsonResponse> => {
  const { url, headers = {}, body, timeoutMs, stop } = request
  try {
    return await withTimeLimit(timeoutMs, stop, async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
        // A redirect could send personal details to an address that no one has configured.
        redirect: 'manual',
        signal,
      })
      const text = await response.text()
      return {
        status: response.status,
        text: text.slice(0, maxResponseLength),
        isJson: isJson(text),
        retryAfter: response.headers.get('Retry-After'),
      }
    })
  } catch (error) {
    throw new MailError(`${service} ${describeFault(error)}`, false)
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const describeFault = (error: unknown): string => {
  if (error instanceof TimeLimitError) {
    return 'did not respond in time'
  }
  return 'could not be reached, or cut the connection'
}

export interface ServiceAnswer {
  service: string
  status: number
  text: string
  retryAfter: string | null
  /** Strings that the service might echo back: personal details and keys. */
  secrets: Readonly<Record<string, string>>
  isAddressRefused: boolean
}

export const describeFailure = (answer: ServiceAnswer): MailError => {
  const { service, status, text, secrets } = answer
  const reason = `${service} returned ${status}: ${redactSecrets(text, secrets)}`
  if (status === 429) {
    return new MailError(reason, false, { seconds: readRetryAfter(answer.retryAfter) })
  }
  return new MailError(reason, answer.isAddressRefused)
}

/** The text is logged and stored, so it must not contain personal details or keys. */
const redactSecrets = (text: string, secrets: Readonly<Record<string, string>>): string =>
  Object.values(secrets)
    .filter((value) => value.length > 2)
    .reduce((redacted, value) => redacted.replaceAll(value, '…'), text)
    .replace(/\S+@\S+|\d{6,}/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

const readRetryAfter = (header: string | null): number => {
  if (header === null) {
    return 0
  }
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}
