import { openDatabase } from '../../../server/db/open-database'
import { inScene } from '../desk/scene'
import { type StoreMaker, withStores, withTables } from '../harness'
import { tryBesideVisitors } from './beside-visitors'
import { tryImporters } from './two-importers'

const tryStore = async (stores: StoreMaker, rounds: number): Promise<boolean> => {
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
  console.log(
    `${stores.name}, ${rounds} times two importers at once: ${verified} verified, rows spent twice ${spentTwice}, claims verified twice ${verifiedTwice}, left ${left}`,
  )
  return spentTwice + verifiedTwice + left === 0
}

/** Two importers at once, and a treasurer beside visitors, on both table stores. @returns whether nothing went wrong */
export const tryBothEngines = async (rounds: number): Promise<boolean> => {
  let isRight = true
  for (const engine of ['sqlite', 'postgres'] as const)
    isRight = (await withStores(engine, (stores) => tryStore(stores, rounds))) && isRight
  for (const engine of ['sqlite', 'postgres'] as const)
    await inScene(
      engine,
      async (scene) => {
        isRight = (await tryBesideVisitors(scene)) && isRight
      },
      'admin',
    )
  return isRight
}
