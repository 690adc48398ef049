import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

const mebibyte = 1024 * 1024

/** What this process holds after its rubbish has been collected, in MiB. */
export const measureMemory = (): { heap: number; rss: number } => {
  if (typeof collect === 'function') collect()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / mebibyte, rss: rss / mebibyte }
}
