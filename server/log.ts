import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config'

/**
 * What a log may hold of an error: its name, its code and where it happened. Its message may quote what a registrant
 * wrote, so it stays out (behaviour 13.1).
 */
const describeError = (error: unknown): { name: string; code?: string; reason?: string; at?: string[] } => {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    name: error.name,
    ...('code' in error && error.code !== undefined ? { code: String(error.code) } : {}),
    // SQLite's own words for the code, such as "database or disk is full".
    ...('errstr' in error ? { reason: String(error.errstr) } : {}),
    ...(frames ? { at: frames.slice(0, 6).map((line) => line.trim()) } : {}),
  }
}

/**
 * The server's log: a line of JSON an event, on standard error unless said otherwise. Errors are given as `err` and
 * described safely.
 */
export const createLog = (level: Config['logLevel'], destination: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, base: null, serializers: { err: describeError } }, destination)
