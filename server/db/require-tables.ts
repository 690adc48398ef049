import { OperatorError } from '../system/operator-error'
import { type FoundTables, inspectTables, originOf } from './inspect-tables'
import type { Store } from './open-database'

/** Where the tables are, as the operator knows it: a path, or an address without the password. */
export const nameStore = (store: Store): string =>
  store.engine === 'sqlite' ? store.file : `${new URL(store.url).host}${new URL(store.url).pathname}`

const wherefrom = 'Are DATA_DIR and DATABASE_URL those of the server?'

const explainOthers = (store: Store, { tables }: FoundTables): string =>
  `${nameStore(store)} holds the tables of another program (${tables.slice(0, 3).join(', ')}). Give this site a database of its own (DATA_DIR and DATABASE_URL); nothing was changed.`

const explainNewer = ({ migrations }: FoundTables, doThis: string): string =>
  `The tables are those of a newer version of this site (${migrations.at(-1)}). ${doThis} of that version; nothing was changed.`

/**
 * Looks, without a change, whether these tables can be brought up to date (behaviour 12.43).
 * @param doThis what to do of the newer version, where the tables are one's
 * @throws OperatorError when they are those of a newer version, or another program's
 */
export const requireUsable = async (store: Store, doThis: string): Promise<FoundTables> => {
  const found = await inspectTables(store)
  const origin = originOf(found)
  if (origin === 'others') throw new OperatorError(explainOthers(store, found))
  if (origin === 'newer') throw new OperatorError(explainNewer(found, doThis))
  return found
}

/** @throws OperatorError when the tables are not there, or not those of this version (behaviour 12.37) */
export const requireOurVersion = async (store: Store): Promise<void> => {
  const found = await requireUsable(store, 'Run the command')
  const origin = originOf(found)
  if (origin === 'none')
    throw new OperatorError(`There are no tables of this site in ${nameStore(store)}. ${wherefrom}`)
  if (origin === 'older')
    throw new OperatorError(
      `The tables are those of an older version of this site (${found.migrations.at(-1)}). Run the command of that version, or start this version's server first: it brings them up to date. Nothing was changed.`,
    )
}
