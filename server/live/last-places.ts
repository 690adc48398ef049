import { sql, type Transaction } from 'kysely'
import type { StateChange } from '../../festival/contract/festival'
import type { State } from '../../festival/live/state'
import { wholeEdition } from '../../festival/live/whole-edition'
import type { DbOrTransaction, Tables } from '../db/schema'
import { drawNumbers, findFewestPlaces, readArrivals } from '../entries/places'
import { refuseFields } from '../http/api-error'

const saveLastPlaces = (db: DbOrTransaction, event: string, places: number) =>
  sql`
    insert into event_places (event, places) values (${event}, ${places})
    on conflict (event) do update set places = excluded.places
  `.execute(db)

/**
 * Finds the events whose new edition has fewer places than before.
 * No one may lose a place, so the earlier number applies.
 */
export const readIgnoredEdition = async (db: DbOrTransaction): Promise<Map<string, number>> => {
  const kept = new Map<string, number>()
  for (const { key, places } of wholeEdition.subjects) {
    if (places === undefined) {
      continue
    }
    const query = db.selectFrom('event_places').select('places').where('event', '=', key)
    const last = await query.executeTakeFirst()
    if (last && last.places > places) {
      kept.set(key, last.places)
    } else {
      await saveLastPlaces(db, key, places)
    }
  }
  return kept
}

export const keepPlaces = (state: State, kept: ReadonlyMap<string, number>): State => {
  const subjects = { ...state.subjects }
  for (const [key, places] of kept) {
    subjects[key] = { places, ...subjects[key] }
  }
  return { ...state, subjects }
}

const findPlaces = ({ subjects }: State, event: string): number | undefined =>
  subjects[event]?.places ?? wholeEdition.subjects.find(({ key }) => key === event)?.places

/**
 * Without an earlier limit, every verified entry has a place.
 * @throws ApiError `invalid` if a verified entry would lose its place
 */
export const changePlaces = async (
  transaction: Transaction<Tables>,
  states: { current: State; next: State },
  changes: readonly StateChange[],
  now: Date,
): Promise<void> => {
  for (const { event, field } of changes) {
    if (field !== 'places' || event === null) {
      continue
    }
    await drawNumbers(transaction, event)
    const arrivals = await readArrivals(transaction, event, now)
    const places = findPlaces(states.next, event)
    const refuse = (message: string) => refuseFields([{ path: 'places', message }])
    if (places === undefined) {
      if (arrivals.some(({ waitlist }) => waitlist !== null)) {
        throw refuse('Entries are on the waiting list. Enter more places instead.')
      }
      continue
    }
    const fewest = findFewestPlaces(arrivals, findPlaces(states.current, event))
    if (places < fewest) {
      throw refuse(`Verified entries would lose their places. Enter at least ${fewest}.`)
    }
    await saveLastPlaces(transaction, event, places)
  }
}
