import { readCpuSeconds } from './cores'
import type { Outside } from './measured-server'
import type { Scope } from './scope'
import { judge, printTable, round, tellOthers, timeCells, timeHeads } from './table'
import type { Asking } from './visits'

interface Waiting {
  outside: Outside
  port: number
  scope: Scope
  /** Answers a second that the server gives at most. */
  capacity: number
  /** What the next load asks for. */
  asking: () => Asking
  heading: string
}

/** How long visitors wait while half and nine tenths of the capacity are asked for. */
export const measureWaiting = async ({ outside, port, scope, capacity, asking, heading }: Waiting): Promise<void> => {
  const rows = [['', 'a second', ...timeHeads, 'load busy', '']]
  for (const share of [0.5, 0.9]) {
    const [start, before] = [performance.now(), readCpuSeconds(outside.pid)]
    const pace = { perSecond: capacity * share }
    const seen = await outside.run({ port, seconds: scope.steadySeconds, asking: asking(), pace })
    const spent = (readCpuSeconds(outside.pid) ?? Number.NaN) - (before ?? Number.NaN)
    const busy = (spent / (performance.now() - start)) * 100_000
    const verdict = share === 0.5 ? judge(seen.times.p99 <= 50, 'p99 of 50 ms') : ''
    const words = [verdict, tellOthers(seen)].filter(Boolean).join('; ')
    const cells = [round(seen.perSecond), ...timeCells(seen.times), `${round(busy)} %`]
    rows.push([`at ${share * 100} % of capacity`, ...cells, words])
  }
  printTable(`${heading}, from when the visitor came`, rows)
}
