import pino, { type DestinationStream, type Logger } from 'pino'
import { type Config, readJournalStream } from '../config/config'
import { isToJournal, type Priority } from '../system/operator-error'

interface ErrorDescription {
  name: string
  code?: string
  reason?: string
  at?: string[]
}

/** Omits the error's message, because it may quote a participant's text. */
const describeError = (error: unknown): ErrorDescription => {
  if (!(error instanceof Error)) {
    return { name: typeof error }
  }
  const description: ErrorDescription = { name: error.name }
  if ('code' in error && error.code !== undefined) {
    description.code = String(error.code)
  }
  if ('errstr' in error) {
    // SQLite's own description of the code, such as "database or disk is full".
    description.reason = String(error.errstr)
  }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  if (frames) {
    description.at = frames.slice(0, 6).map((line) => line.trim())
  }
  return description
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

/** Adds the prefixes that `journalctl -p warning` filters by. */
export const withJournalPriorities = (destination: DestinationStream): DestinationStream => {
  const prefixing = {
    lastLevel: 30,
    write(line: string) {
      destination.write(`<${findPriority(prefixing.lastLevel)}>${line}`)
    },
  }
  // Makes pino store the level of each line in `lastLevel`.
  return Object.assign(prefixing, { [pino.symbols.needsMetadataGsym]: true })
}

const standardError = (): DestinationStream => {
  const destination = pino.destination(2)
  return isToJournal(readJournalStream()) ? withJournalPriorities(destination) : destination
}

/** Log errors under the name `err`, so that they are serialised without private text. */
export const createLog = (
  level: Config['logLevel'],
  destination: DestinationStream = standardError(),
): Logger => pino({ level, base: null, serializers: { err: describeError } }, destination)
