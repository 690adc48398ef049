import { randomInt } from 'node:crypto'
import { fuzzByCall } from './fuzz/by-call'
import { fuzzBySocket } from './fuzz/by-socket'
import { type OwnStore, readOptions, report, withStores } from './harness'

/**
 * `npm run trial:fuzz -- [--requests 200000] [--seed NUMBER] [--postgres]`: bad requests over the whole contract, most
 * of them without a socket, and malformed HTTP and odd reads over real ones. None may be answered with a 5xx, leave a row
 * or a file, or keep memory, and the server must live on (behaviour 13.3). A seed repeats a run.
 */
export const main = async (args: string[]): Promise<void> => {
  const options = readOptions(args, { requests: 200_000, seed: randomInt(2 ** 31), postgres: false })
  const { requests, seed } = options
  console.log(`seed ${seed}`)
  const start = performance.now()
  const complaints: string[] = []
  await withStores(options.postgres ? 'postgres' : 'sqlite', async ({ make }) => {
    const fuzz = async (work: (store: OwnStore) => Promise<string[]>) => {
      const store = await make()
      complaints.push(...(await work(store)))
      await store.remove()
    }
    await fuzz((store) => fuzzByCall(requests, seed, store))
    await fuzz((store) => fuzzBySocket(Math.ceil(requests / 20), seed, store))
  })
  report(`fuzz in ${((performance.now() - start) / 1_000).toFixed(0)} s`, complaints)
}
