import { openDatabase } from '../../server/db/open-database'
import { report, type StoreMaker, withStores, withTables } from './harness'
import { tryImporters } from './two-importers'

/**
 * `npm run trial:statements -- [ROUNDS]`: two importers bring one file at once, 200 times on each table store. Fails if a
 * row is spent twice, or a claim verified twice or not at all (behaviour 15.22).
 */
export const main = async ([rounds = '200']: string[]): Promise<void> => {
  const complaints: string[] = []
  for (const engine of ['sqlite', 'postgres'])
    await withStores(engine, async (stores) => void complaints.push(...(await tryStore(stores, Number(rounds)))))
  report('statements', complaints)
}

const tryStore = async (stores: StoreMaker, rounds: number): Promise<string[]> => {
  const { store, remove } = await stores.make()
  const verdict = await withTables(store, async (db) => {
    // Two connections to one file of SQLite would wait for each other within this one thread.
    const other = stores.name === 'SQLite' ? db : await openDatabase(store)
    const tried = await tryImporters(db, other, rounds)
    if (other !== db) await other.destroy()
    return tried
  })
  await remove()
  const { verified, spentTwice, verifiedTwice, left } = verdict
  const words = `${stores.name}, ${rounds} times two importers at once: ${verified} verified, rows spent twice ${spentTwice}, claims verified twice ${verifiedTwice}, left ${left}`
  console.log(words)
  return spentTwice + verifiedTwice + left === 0 ? [] : [words]
}
