import { STATUS_CODES } from 'node:http'
import type { PreparedAnswer } from './prepared-file'

/** Larger files are asked for rarely, and would be in memory twice. */
const largest = 65_536

interface Written {
  head: string
  body: string
}

const written = new WeakMap<PreparedAnswer, Written>()

const write = ({ status, headers, body }: PreparedAnswer): Written => {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return { head: `${lines.join('\r\n')}\r\n`, body: body ? Buffer.from(body).toString('latin1') : '' }
}

/**
 * A prepared answer as it goes over the wire, as the characters of its bytes: head and body leave by one write.
 * Undefined for a large file.
 */
export const writeAnswer = (answer: PreparedAnswer, requestId: string, keepAliveMs: number): string | undefined => {
  if ((answer.body?.byteLength ?? 0) > largest) return undefined
  const { head, body } = written.get(answer) ?? write(answer)
  if (!written.has(answer)) written.set(answer, { head, body })
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`
  return `${head}X-Request-Id: ${requestId}\r\nDate: ${new Date().toUTCString()}\r\n${kept}\r\n${body}`
}
