import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection'
import { Count, type Tally } from './tally'
import type { Visit } from './visits'

/** Beyond so many connections visitors wait for one that comes free; their time counts from when they wanted to ask. */
const mostConnections = 2_000
/** How long the last answers are waited for, in seconds. */
const patience = 30
/** Whoever comes in these first milliseconds, while connections are made, is not counted. */
const lead = 1_000

/** The same chances at every run. */
const makeChance = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 4_294_967_297
  }
}

/**
 * Visitors come as they like, so many a second on average, whether answers come or not. Each answer's time counts from
 * the moment at which the visitor came, so a server that stands still for a while is charged for everybody who came
 * meanwhile.
 */
export const runOpenLoop = async (port: number, perSecond: number, seconds: number, visit: Visit): Promise<Tally> => {
  const count = new Count(visit.wanted)
  const chance = makeChance(20_251_008)
  const idle: Connection[] = []
  const line: number[] = []
  let connections = 0
  let asking = 0
  const start = performance.now()
  const end = start + lead + seconds * 1_000

  const takeConnection = (): Connection | undefined => {
    for (let known = idle.pop(); known; known = idle.pop()) {
      if (known.isOpen) return known
      connections -= 1
    }
    if (connections >= mostConnections) return undefined
    connections += 1
    return new Connection(port)
  }
  const serve = () => {
    while (line.length > 0) {
      const connection = takeConnection()
      if (!connection) return
      const came = line.shift() ?? 0
      asking += 1
      connection.ask(visit.next(), (status) => {
        const now = performance.now()
        if (came >= start + lead) count.add(status, now - came, now <= end)
        asking -= 1
        idle.push(connection)
        serve()
      })
    }
  }

  let next = start
  while (performance.now() < end) {
    for (const now = performance.now(); next <= now; next += (-Math.log(chance()) / perSecond) * 1_000) line.push(next)
    serve()
    await pause(1)
  }
  for (let waited = 0; (asking > 0 || line.length > 0) && waited < patience * 1_000; waited += 50) await pause(50)
  for (const connection of idle) connection.close()
  return count.sum(seconds)
}
