import { sql } from 'kysely'
import { exportTable } from '../../server/cli/export'
import { fillRegistrations, fillUploads } from './fill-tables'
import { measure, type Outside, portOf, startMeasured } from './measured-server'
import { crowd } from './registering'
import type { Scope } from './scope'
import { type BenchStore, type StoreMaker, withTables } from './stores'
import { printTable, round, tellOthers } from './table'

const uploadsAtHand = 40_000

/** Seconds that the registrations take as CSV. */
const timeExport = ({ store }: BenchStore): Promise<number> =>
  withTables(store, async (db) => {
    const start = performance.now()
    await exportTable(db, 'registrations', 'csv', async () => {})
    return (performance.now() - start) / 1_000
  })

/** What one registration more costs as the tables grow. */
export const measureGrowth = async (maker: StoreMaker, outside: Outside, { sizes, seconds }: Scope): Promise<void> => {
  const store = await maker.make()
  const rows = [['registrations in the tables', 'a second', 'CPU ms each', 'alone, p50 ms', 'p99 ms', 'export, s', '']]
  let filled = 0
  let uploads = 0
  for (const size of sizes) {
    await withTables(store.store, async (db) => {
      if (maker.name === 'SQLite') await sql.raw('pragma cache_size = -1000000').execute(db)
      await fillRegistrations(db, filled, size - filled)
      await fillUploads(db, uploads, uploadsAtHand)
      // As PostgreSQL does by itself within a minute.
      if (maker.name === 'PostgreSQL') await sql.raw('analyze').execute(db)
      // As a server at work does by itself: else it would begin with a log of all these rows.
      if (maker.name === 'SQLite') await sql.raw('pragma wal_checkpoint(truncate)').execute(db)
    })
    filled = size
    const festival = await startMeasured(store, outside)
    const load = async (first: number, connections: number, seconds: number) =>
      measure(outside, festival.pid(), {
        port: portOf(festival),
        seconds,
        asking: { what: 'registrations', first: uploads + first },
        pace: { connections },
      })
    await load(0, crowd, 4)
    const alone = await load(uploadsAtHand / 4, 1, 1.5)
    const together = await load(uploadsAtHand / 2, crowd, seconds)
    const { p50, p99 } = alone.times
    const cells = [together.perSecond, together.cpuMs, p50, p99].map((value, index) => round(value, index > 0 ? 2 : 0))
    await festival.stop()
    rows.push([round(size), ...cells, round(await timeExport(store), 1), tellOthers(together)])
    uploads += uploadsAtHand
  }
  await store.remove()
  printTable(`What one more registration costs on ${maker.name}`, rows)
}
