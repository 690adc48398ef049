import { inspect } from 'node:util'
import { loadConfig, readJournalStream } from '../config'
import { explainSqliteFault } from '../db/explain-store-fault'
import { explainFault, isToJournal, withPriority } from '../system/operator-error'
import { explainBucketFault } from '../uploads/s3-store'

/** What `parseArgs` throws for an option that a command doesn't know, or that lacks its value. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** A file of SQLite that turns out to be damaged, or its disk full, or a bucket that fails, while a command works with it. */
const explainStoreFault = (error: unknown): string | undefined => {
  const { store, files } = loadConfig()
  const ofBucket = files.engine === 's3' ? explainBucketFault(error, files) : undefined
  return ofBucket ?? (store.engine === 'sqlite' ? explainSqliteFault(error, store.file) : undefined)
}

/** As the operator types it beside the service, and without one. */
export const usageOf = (name: string, options: string): string =>
  `cerebra ${name} ${options}\n(where there is no service: npm run ${name} -- and the same)`

/** Runs a command of the operator's; what went wrong in a known way is told in a line, without a stack. */
export const runCommand = async (usage: string, command: () => Promise<void>): Promise<void> => {
  try {
    await command()
  } catch (error) {
    process.exitCode = 1
    const sentence = isWrongOption(error)
      ? `${error.message}\nUsage: ${usage}`
      : (explainFault(error) ?? explainStoreFault(error))
    console.error(withPriority(3, sentence ?? inspect(error), isToJournal(readJournalStream())))
  }
}
