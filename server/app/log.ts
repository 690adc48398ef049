import pino, { type DestinationStream, type Logger } from 'pino'
import { type Config, readJournalStream } from '../config/config'
import { isToJournal, type Priority } from '../system/operator-error'

/**
 * What a log may hold of an error: its name, its code and where it happened. Its message may quote what a registrant
 * wrote, so it stays out (behaviour 13.1).
 */
const describeError = (
  error: unknown,
): { name: string; code?: string; reason?: string; at?: string[] } => {
  if (!(error instanceof Error)) {
    return { name: typeof error }
  }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    name: error.name,
    ...('code' in error && error.code !== undefined ? { code: String(error.code) } : {}),
    // SQLite's own words for the code, such as "database or disk is full".
    ...('errstr' in error ? { reason: String(error.errstr) } : {}),
    ...(frames ? { at: frames.slice(0, 6).map((line) => line.trim()) } : {}),
  }
}

const findPriority = (level: number): Priority => {
  if (level >= 60) {
    return 2
  }
  if (level >= 50) {
    return 3
  }
  if (level >= 40) {
    return 4
  }
  return level >= 30 ? 6 : 7
}

/** Puts its priority before each line, so that `journalctl -p warning` finds warnings. */
export const withJournalPriorities = (destination: DestinationStream): DestinationStream => {
  const prefixing = {
    lastLevel: 30,
    write(line: string) {
      destination.write(`<${findPriority(prefixing.lastLevel)}>${line}`)
    },
  }
  // Asks pino to note the level of each line there.
  return Object.assign(prefixing, { [pino.symbols.needsMetadataGsym]: true })
}

const standardError = (): DestinationStream => {
  const destination = pino.destination(2)
  return isToJournal(readJournalStream()) ? withJournalPriorities(destination) : destination
}

/**
 * The server's log: a line of JSON an event, on standard error unless said otherwise. Errors are given as `err` and
 * described safely. Where systemd's journal reads it, each line begins with its priority (behaviour 12.5).
 */
export const createLog = (
  level: Config['logLevel'],
  destination: DestinationStream = standardError(),
): Logger => pino({ level, base: null, serializers: { err: describeError } }, destination)
