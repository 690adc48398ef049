import type { ServedFestival } from '../support/serve'
import { fillUploads } from './fill-tables'
import { type Measured, measure, type Outside, portOf, startMeasured } from './measured-server'
import { type BenchStore, type StoreMaker, withTables } from './stores'
import type { Asking } from './visits'

/** Who asks without a pause: enough to fill the server, as a hall of students is. */
export const crowd = 64
/** More registrations than a measured server sees in one life. */
const uploadsAtHand = 120_000

/** A server that people register with. */
export interface Registering {
  store: BenchStore
  festival: ServedFestival
  port: number
  /** A crowd registers without a pause. */
  rush: (seconds: number) => Promise<Measured>
  /** What so many further registrations ask for. */
  reserve: (count: number) => Asking
  stop: () => Promise<void>
}

/** Starts the server on an empty store, with the uploads of all registrations to come in the tables. */
export const startRegistering = async (maker: StoreMaker, outside: Outside): Promise<Registering> => {
  const store = await maker.make()
  await withTables(store.store, (db) => fillUploads(db, 0, uploadsAtHand))
  const festival = await startMeasured(store, outside)
  const port = portOf(festival)
  let next = 0
  return {
    store,
    festival,
    port,
    rush: async (seconds) => {
      const asking = { what: 'registrations', first: next } as const
      const seen = await measure(outside, festival.pid(), { port, seconds, asking, pace: { connections: crowd } })
      next += seen.finished + Object.values(seen.others).reduce((sum, times) => sum + times, 0)
      return seen
    },
    reserve: (count) => {
      next += count
      return { what: 'registrations', first: next - count }
    },
    stop: async () => {
      await festival.stop()
      await store.remove()
    },
  }
}
