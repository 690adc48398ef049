import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startOwnPostgres } from './faults/own-postgres'
import { fuzzByCall } from './fuzz/by-call'
import { fuzzBySocket } from './fuzz/by-socket'

const withTables = async (onPostgres: boolean, fuzz: (url: string | undefined) => Promise<string[]>) => {
  if (!onPostgres) return fuzz(undefined)
  const postgres = await startOwnPostgres()
  try {
    return await fuzz(postgres.url)
  } finally {
    await postgres.remove()
  }
}

/**
 * `npm run trial:fuzz -- [--requests 200000] [--seed NUMBER] [--postgres]`: bad requests over the whole contract, most
 * of them without a socket, and malformed HTTP and odd reads over real ones. None may be answered with a 5xx, leave a row
 * or a file, or keep memory, and the server must live on (behaviour 13.3). A seed repeats a run.
 */
export const main = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '200000' },
      seed: { type: 'string' },
      postgres: { type: 'boolean', default: false },
    },
  })
  const requests = Number(values.requests)
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  console.log(`seed ${seed}`)
  const start = performance.now()
  const complaints = [
    ...(await withTables(values.postgres, (url) => fuzzByCall(requests, seed, url))),
    ...(await withTables(values.postgres, (url) => fuzzBySocket(Math.ceil(requests / 20), seed, url))),
  ]
  for (const complaint of complaints.slice(0, 20)) console.log(complaint)
  const seconds = (performance.now() - start) / 1_000
  console.log(`fuzz: ${complaints.length} complaints in ${seconds.toFixed(0)} s`)
  if (complaints.length > 0) process.exitCode = 1
}
