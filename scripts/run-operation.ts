import { ConfigError } from '../server/config'
import { OperationError } from '../server/operations/operation-error'

/** What `parseArgs` throws for an option that a command doesn't know, or that lacks its value. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** Runs a command of the operator's; what went wrong in a known way is told in a line, without a stack. */
export const runOperation = async (usage: string, operation: () => Promise<void>): Promise<void> => {
  try {
    await operation()
  } catch (error) {
    process.exitCode = 1
    if (isWrongOption(error)) console.error(`${error.message}\nUsage: ${usage}`)
    else if (error instanceof OperationError || error instanceof ConfigError) console.error(error.message)
    else throw error
  }
}

/** "12.4 MB" and the like. */
export const formatBytes = (bytes: number): string => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let [size, unit] = [bytes, 0]
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}

/** "3.2 s" since a time of `performance.now()`. */
export const formatSince = (start: number): string => `${((performance.now() - start) / 1_000).toFixed(1)} s`
