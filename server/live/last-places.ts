import type { Transaction } from 'kysely'
import type { StateChange } from '../../festival/contract/festival'
import type { State } from '../../festival/live/state'
import { wholeEdition } from '../../festival/live/whole-edition'
import type { DbOrTransaction, Tables } from '../db/schema'
import { drawNumbers, findFewestPlaces, readArrivals } from '../entries/places'
import { refuseFields } from '../http/api-error'

/** The places that were last in effect. An edition rebuilt with fewer must not take any away. */
type LastPlaces = ReadonlyMap<string, number>

const findEditionPlaces = (event: string): number | undefined =>
  wholeEdition.subjects.find(({ key }) => key === event)?.places

const saveLastPlaces = async (db: DbOrTransaction, event: string, places: number | undefined) => {
  if (places === undefined) {
    await db.deleteFrom('event_places').where('event', '=', event).execute()
    return
  }
  await db
    .insertInto('event_places')
    .values({ event, places })
    .onConflict((conflict) => conflict.column('event').doUpdateSet({ places }))
    .execute()
}

/** Also stores places that a new edition has raised. */
export const readLastPlaces = async (db: DbOrTransaction): Promise<LastPlaces> => {
  const rows = await db.selectFrom('event_places').selectAll().execute()
  const lastPlaces = new Map(rows.map(({ event, places }) => [event, places]))
  for (const { key, places = 0 } of wholeEdition.subjects) {
    if (places > (lastPlaces.get(key) ?? 0)) {
      await saveLastPlaces(db, key, places)
      lastPlaces.set(key, places)
    }
  }
  return lastPlaces
}

export const listIgnoredPlaces = ({ subjects }: State, lastPlaces: LastPlaces): string[] =>
  wholeEdition.subjects
    .filter(({ key, places = Infinity }) => {
      const isFewer = places < (lastPlaces.get(key) ?? 0)
      return isFewer && subjects[key]?.places === undefined
    })
    .map(({ key }) => key)

export const applyLastPlaces = (state: State, lastPlaces: LastPlaces): State => {
  const subjects = { ...state.subjects }
  for (const key of listIgnoredPlaces(state, lastPlaces)) {
    const places = lastPlaces.get(key)
    if (places !== undefined) {
      subjects[key] = { ...subjects[key], places }
    }
  }
  return { ...state, subjects }
}

interface Save {
  current: State
  next: State
  changes: readonly StateChange[]
  now: Date
}

/**
 * Without an earlier limit, every verified entry has a place.
 * @throws ApiError `invalid` if a verified entry would lose its place
 */
export const changePlaces = async (
  transaction: Transaction<Tables>,
  { current, next, changes, now }: Save,
): Promise<void> => {
  for (const { event, field } of changes) {
    if (field !== 'places' || event === null) {
      continue
    }
    const editionPlaces = findEditionPlaces(event)
    const before = current.subjects[event]?.places ?? editionPlaces
    const after = next.subjects[event]?.places ?? editionPlaces
    await drawNumbers(transaction, event)
    const fewest = findFewestPlaces(await readArrivals(transaction, event, now), before)
    if (after !== undefined && after < fewest) {
      const message = `Verified entries would lose their places. Enter at least ${fewest}.`
      throw refuseFields([{ path: 'places', message }])
    }
    await saveLastPlaces(transaction, event, after)
  }
}
