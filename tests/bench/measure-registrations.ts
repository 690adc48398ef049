import type { Copying } from './bare-database'
import { cores } from './cores'
import { fillUploads } from './fill-tables'
import { measureWaiting } from './measure-waiting'
import type { Measured, Outside } from './measured-server'
import { type Registering, startRegistering } from './registering'
import type { Scope } from './scope'
import { type StoreMaker, withTables } from './stores'
import { judge, median, printTable, round, tellOthers } from './table'
import { startTasks, type Tasks } from './task'

/** As many connections as the server opens to PostgreSQL. */
const serverConnections = 10
/** More than are copied. */
const uploadsOfCopies = 20_000

interface Round {
  server: Measured
  /** Registrations a second by the bare database, by its number of connections. */
  bare: Map<number, number>
}

const connectionsOf = ({ name }: StoreMaker) => (name === 'SQLite' ? [1] : [1, serverConnections])

/** One rush on the server, and the same rows into a bare store right after. */
const runRound = async (
  maker: StoreMaker,
  registering: Registering,
  copier: Tasks<Copying, number>,
  seconds: number,
): Promise<Round> => {
  const server = await registering.rush(seconds)
  const bare = new Map<number, number>()
  for (const connections of connectionsOf(maker)) {
    const other = await maker.make()
    await withTables(other.store, (db) => fillUploads(db, 0, uploadsOfCopies))
    const copying = { from: registering.store.store, to: other.store, connections, seconds }
    bare.set(connections, await copier.run(copying))
    await other.remove()
  }
  return { server, bare }
}

/**
 * The target speaks of the bare database that commits one after the other; what PostgreSQL does for several connections
 * at once is shown beside it.
 */
const printRounds = (maker: StoreMaker, rounds: readonly Round[]): void => {
  const perSecond = median(rounds.map(({ server }) => server.perSecond))
  const cpu = median(rounds.map(({ server }) => server.cpuMs ?? Number.NaN))
  const others = rounds.map(({ server }) => tellOthers(server)).join('')
  const rows = [
    ['', 'a second', 'CPU ms each', ''],
    ['the server', round(perSecond), round(cpu, 2), others],
  ]
  for (const connections of connectionsOf(maker)) {
    const bare = median(rounds.map((one) => one.bare.get(connections) ?? Number.NaN))
    const ratio = median(rounds.map((one) => one.server.perSecond / (one.bare.get(connections) ?? Number.NaN)))
    const share = `the server does ${round(ratio, 2)} of it`
    const verdict = connections === 1 ? `${share}: ${judge(ratio >= 0.5, '0.5')}` : share
    rows.push([`the bare database, ${connections} connection${connections > 1 ? 's' : ''}`, round(bare), '', verdict])
  }
  printTable(`Durable registrations on ${maker.name}, median of ${rounds.length}`, rows)
}

/** Durable registrations a second beside the bare database, and how long they take. */
export const measureRegistrations = async (maker: StoreMaker, outside: Outside, scope: Scope): Promise<void> => {
  const registering = await startRegistering(maker, outside)
  const copier = startTasks<Copying, number>('tests/bench/bare-database.ts', cores.measured)
  await registering.rush(scope.warmSeconds)
  const rounds: Round[] = []
  for (let index = 0; index < scope.rounds; index += 1)
    rounds.push(await runRound(maker, registering, copier, scope.seconds))
  await copier.end()
  printRounds(maker, rounds)
  const capacity = median(rounds.map(({ server }) => server.perSecond))
  await measureWaiting({
    outside,
    port: registering.port,
    scope,
    capacity,
    asking: () => registering.reserve(Math.ceil(capacity * (scope.steadySeconds + 2))),
    heading: `How long a registration takes on ${maker.name}`,
  })
  await registering.stop()
}
