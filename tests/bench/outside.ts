import { listen } from '../support/listen'
import { runClosedLoop } from './closed-loop'
import { runOpenLoop } from './open-loop'
import type { Tally } from './tally'
import { takeTasks } from './task'
import { type Asking, makeVisit } from './visits'

/** Load on a server of this machine, for so many seconds. */
export interface Load {
  port: number
  seconds: number
  asking: Asking
  /** So many connections that ask without a pause, or so many visitors a second. */
  pace: { connections: number } | { perSecond: number }
}

/**
 * The world outside of the server, in a process of its own: visitors, and a service in the shape of EmailJS that takes
 * every e-mail at once. Its greeting is the service's address.
 */
export const main = async (): Promise<void> => {
  const mail = await listen((request, response) => {
    request.resume()
    request.once('end', () => response.end('OK'))
  })
  const bear = ({ port, seconds, asking, pace }: Load): Promise<Tally> => {
    const visit = makeVisit(asking)
    return 'connections' in pace
      ? runClosedLoop(port, pace.connections, seconds, visit)
      : runOpenLoop(port, pace.perSecond, seconds, visit)
  }
  await takeTasks(bear, mail.url)
  await mail.stop()
}
