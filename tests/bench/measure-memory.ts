import { readRssMiB } from './cores'
import type { Outside } from './measured-server'
import { startRegistering } from './registering'
import type { Scope } from './scope'
import type { StoreMaker } from './stores'
import { printTable, round } from './table'

/** What the server holds in memory from its start to its hundred-thousandth registration. */
export const measureMemory = async (maker: StoreMaker, outside: Outside, { registrations }: Scope): Promise<void> => {
  const { festival, rush, stop } = await startRegistering(maker, outside)
  const rows = [['registrations', 'resident MiB', 'a second']]
  const note = (done: number, perSecond?: number) =>
    rows.push([round(done), round(readRssMiB(festival.pid())), round(perSecond)])
  note(0)
  let done = 0
  for (let next = registrations / 10; done < registrations; ) {
    const { finished, perSecond } = await rush(1)
    if (finished === 0) break
    done += finished
    if (done < next) continue
    note(done, perSecond)
    next += registrations / 10
  }
  await stop()
  printTable(`Memory of the server on ${maker.name}`, rows)
}
