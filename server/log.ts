import pino, { type Logger } from 'pino'
import type { Config } from './config'
import { describeError } from './http/describe-error'

/** The server's log: a line of JSON an event, on standard error. Errors are given as `err` and described safely. */
export const createLog = (level: Config['logLevel']): Logger =>
  pino({ level, base: null, serializers: { err: describeError } }, pino.destination(2))
