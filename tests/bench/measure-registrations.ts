import type { Copying } from './bare-database'
import { cores } from './cores'
import { startErrands } from './errand'
import { fillUploads } from './fill-tables'
import { measureWaiting } from './measure-waiting'
import { type Measured, measure, type Outside, portOf, startMeasured } from './measured-server'
import type { Scope } from './scope'
import { type StoreMaker, withTables } from './stores'
import { judge, median, printTable, round, tellOthers } from './table'

/** Who asks without a pause: enough to fill the server, as a hall of students is. */
export const crowd = 64
/** As many as the server opens to PostgreSQL. */
const serverConnections = 10
/** More than any machine takes within one measured load. */
const uploadsAtHand = 60_000

interface Round {
  server: Measured
  /** Registrations a second by the bare database, by its number of connections. */
  bare: Map<number, number>
}

const connectionsOf = ({ name }: StoreMaker) => (name === 'SQLite' ? [1] : [1, serverConnections])

/** One load on the server, and the same rows into a bare store right after. */
const runRound = async (maker: StoreMaker, outside: Outside, { seconds }: Scope): Promise<Round> => {
  const store = await maker.make()
  await withTables(store.store, (db) => fillUploads(db, 0, uploadsAtHand))
  const festival = await startMeasured(store, outside)
  const load = { port: portOf(festival), pace: { connections: crowd } }
  await outside.run({ ...load, seconds: 3, asking: { what: 'registrations', first: 0 } })
  const asking = { what: 'registrations', first: uploadsAtHand / 2 } as const
  const server = await measure(outside, festival.pid(), { ...load, seconds, asking })
  await festival.stop()
  const bare = new Map<number, number>()
  const copier = startErrands<Copying, number>('tests/bench/bare-database.ts', cores.measured)
  for (const connections of connectionsOf(maker)) {
    const other = await maker.make()
    await withTables(other.store, (db) => fillUploads(db, 0, uploadsAtHand))
    bare.set(connections, await copier.run({ from: store.store, to: other.store, connections, seconds }))
    await other.remove()
  }
  await copier.end()
  await store.remove()
  return { server, bare }
}

/**
 * Durable registrations a second beside the bare database. The target speaks of the bare database that commits one
 * after the other; what PostgreSQL does for several connections at once is shown beside it.
 * @returns the server's capacity
 */
export const measureRegistrations = async (maker: StoreMaker, outside: Outside, scope: Scope): Promise<number> => {
  const rounds: Round[] = []
  for (let index = 0; index < scope.rounds; index += 1) rounds.push(await runRound(maker, outside, scope))
  const capacity = median(rounds.map(({ server }) => server.perSecond))
  const cpu = median(rounds.map(({ server }) => server.cpuMs ?? Number.NaN))
  const rows = [
    ['', 'a second', 'CPU ms each', ''],
    [
      `the server, ${crowd} connections`,
      round(capacity),
      round(cpu, 2),
      rounds.map(({ server }) => tellOthers(server)).join(''),
    ],
  ]
  for (const connections of connectionsOf(maker)) {
    const bare = median(rounds.map((one) => one.bare.get(connections) ?? Number.NaN))
    const ratio = median(rounds.map((one) => one.server.perSecond / (one.bare.get(connections) ?? Number.NaN)))
    const share = `the server does ${round(ratio, 2)} of it`
    const verdict = connections === 1 ? `${share}: ${judge(ratio >= 0.5, '0.5')}` : share
    rows.push([`the bare database, ${connections} connection${connections > 1 ? 's' : ''}`, round(bare), '', verdict])
  }
  printTable(`Durable registrations on ${maker.name}, median of ${scope.rounds}`, rows)
  return capacity
}

/** How long visitors wait while so much of the capacity is asked for. */
export const measureRegistering = async (maker: StoreMaker, outside: Outside, scope: Scope, capacity: number) => {
  const store = await maker.make()
  await withTables(store.store, (db) => fillUploads(db, 0, 2 * uploadsAtHand))
  const festival = await startMeasured(store, outside)
  const port = portOf(festival)
  await outside.run({ port, seconds: 2, asking: { what: 'registrations', first: 0 }, pace: { connections: crowd } })
  const asking = (index: number) => ({ what: 'registrations', first: uploadsAtHand * (0.5 + index) }) as const
  const heading = `How long a registration takes on ${maker.name}`
  await measureWaiting({ outside, port, scope, capacity, asking, heading })
  await festival.stop()
  await store.remove()
}
