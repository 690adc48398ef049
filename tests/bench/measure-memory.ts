import { readResidentMiB } from './cores'
import { fillUploads } from './fill-tables'
import { crowd } from './measure-registrations'
import { type Outside, portOf, startMeasured } from './measured-server'
import type { Scope } from './scope'
import { type StoreMaker, withTables } from './stores'
import { printTable, round } from './table'

/** What the server holds in memory from its start to its hundred-thousandth registration. */
export const measureMemory = async (maker: StoreMaker, outside: Outside, { registrations }: Scope): Promise<void> => {
  const store = await maker.make()
  await withTables(store.store, (db) => fillUploads(db, 0, registrations * 2))
  const festival = await startMeasured(store, outside)
  const rows = [['registrations', 'resident MiB', 'a second']]
  const note = (done: number, perSecond?: number) =>
    rows.push([round(done), round(readResidentMiB(festival.pid())), round(perSecond)])
  note(0)
  let done = 0
  let asked = 0
  let next = registrations / 10
  while (done < registrations && asked < registrations * 2 - 10_000) {
    const asking = { what: 'registrations', first: asked } as const
    const load = { port: portOf(festival), seconds: 1, asking, pace: { connections: crowd } }
    const { finished, perSecond, others } = await outside.run(load)
    done += finished
    asked += finished + Object.values(others).reduce((sum, times) => sum + times, 0)
    if (done < next) continue
    note(done, perSecond)
    next += registrations / 10
  }
  await festival.stop()
  await store.remove()
  printTable(`Memory of the server on ${maker.name}`, rows)
}
