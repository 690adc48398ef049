import { Connection } from './connection'
import { Count, type Tally } from './tally'
import type { Visit } from './visits'

/** Every connection asks again as soon as it has its answer, for so many seconds. */
export const runClosedLoop = async (port: number, connections: number, seconds: number, visit: Visit) => {
  const count = new Count(visit.wanted)
  const deadline = performance.now() + seconds * 1_000
  const ask = (connection: Connection, done: () => void) => {
    const start = performance.now()
    if (start >= deadline) {
      connection.close()
      return done()
    }
    connection.ask(visit.next(), (status) => {
      const now = performance.now()
      count.add(status, now - start, now <= deadline)
      ask(connection.isOpen ? connection : new Connection(port), done)
    })
  }
  await Promise.all(
    Array.from({ length: connections }, () => new Promise<void>((done) => ask(new Connection(port), done))),
  )
  return count.sum(seconds) satisfies Tally
}
