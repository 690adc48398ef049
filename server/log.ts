import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config'
import { describeError } from './http/describe-error'

/**
 * The server's log: a line of JSON an event, on standard error unless said otherwise. Errors are given as `err` and
 * described safely.
 */
export const createLog = (level: Config['logLevel'], destination: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, base: null, serializers: { err: describeError } }, destination)
