import { inspect } from 'node:util'
import type { Logger } from 'pino'
import { identity } from '#edition/identity'
import { isProduction, loadConfig, readJournalStream } from '../config/config'
import { explainFault, isToJournal, withPriority } from '../system/operator-error'
import { ownerOnlyMask } from '../system/owner-only'
import { createLog } from './log'
import { startServer } from './start'

const graceSeconds = 20

/** Replaces the plain text that Node.js itself would write. */
const logNodeMessages = (log: Logger) => {
  process.removeAllListeners('warning')
  process.on('warning', (err) => log.warn({ err }, `a warning of Node.js: ${err.message}`))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the server has stopped because of an unexpected error')
    process.exit(1)
  })
}

const main = async () => {
  process.umask(ownerOnlyMask)
  const config = loadConfig()
  if (isProduction()) {
    logNodeMessages(createLog(config.logLevel))
  }
  const server = await startServer(config)
  const ready = `${identity.shortTitle} is at ${config.publicUrl}`
  if (isProduction()) {
    createLog(config.logLevel).info(ready)
  } else {
    console.log(ready)
  }

  const stop = () => {
    setTimeout(() => process.exit(1), graceSeconds * 1_000).unref()
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

const reportFault = (error: unknown) => {
  const text = explainFault(error) ?? inspect(error)
  if (!isProduction()) {
    console.error(withPriority(3, text, isToJournal(readJournalStream())))
    return
  }
  const log = createLog('error')
  for (const line of text.split('\n')) {
    log.error(line)
  }
}

main().catch((error: unknown) => {
  reportFault(error)
  process.exit(1)
})
