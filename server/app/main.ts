import { inspect } from 'node:util'
import { identity } from '#edition/identity'
import { loadConfig, readJournalStream } from '../config/config'
import { explainFault, isToJournal, withPriority } from '../system/operator-error'
import { ownerOnlyMask } from '../system/owner-only'
import { startServer } from './start'

const graceSeconds = 20

const main = async () => {
  process.umask(ownerOnlyMask)
  const config = loadConfig()
  const server = await startServer(config)
  console.log(`${identity.shortTitle} is at ${config.publicUrl}`)

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

main().catch((error: unknown) => {
  console.error(
    withPriority(3, explainFault(error) ?? inspect(error), isToJournal(readJournalStream())),
  )
  process.exit(1)
})
