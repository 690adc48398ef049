import { readCpuSeconds } from './cores'
import type { Outside } from './measured-server'
import type { Scope } from './scope'
import { judge, printTable, round, tellOthers, timeCells, timeHeads } from './table'
import type { Tally } from './tally'
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

/** The middle one of several loads by its p99, and every p99, for one pause of the machine may make one of them. */
const chooseMiddle = (loads: readonly Tally[]) => {
  const sorted = loads.toSorted((one, other) => one.times.p99 - other.times.p99)
  const p99s = sorted.map(({ times }) => round(times.p99, times.p99 < 100 ? 1 : 0))
  return {
    middle: sorted[Math.floor(sorted.length / 2)],
    p99s: p99s.length > 1 ? `p99 of each: ${p99s.join(', ')}` : '',
  }
}

/** How long visitors wait while half and nine tenths of the capacity are asked for. */
export const measureWaiting = async ({ outside, port, scope, capacity, asking, heading }: Waiting): Promise<void> => {
  const rows = [['', 'a second', ...timeHeads, 'load busy', '']]
  for (const share of [0.5, 0.9]) {
    const [start, before] = [performance.now(), readCpuSeconds(outside.pid)]
    const pace = { perSecond: capacity * share }
    const loads: Tally[] = []
    for (let turn = 0; turn < scope.rounds; turn += 1)
      loads.push(await outside.run({ port, seconds: scope.steadySeconds, asking: asking(), pace }))
    const spent = (readCpuSeconds(outside.pid) ?? Number.NaN) - (before ?? Number.NaN)
    const busy = (spent / (performance.now() - start)) * 100_000
    const { middle: seen, p99s } = chooseMiddle(loads)
    if (!seen) throw new Error('At least one round is measured')
    const verdict = share === 0.5 ? judge(seen.times.p99 <= 50, 'p99 of 50 ms') : ''
    const words = [verdict, p99s, tellOthers(seen)].filter(Boolean).join('; ')
    const cells = [round(seen.perSecond), ...timeCells(seen.times), `${round(busy)} %`]
    rows.push([`at ${share * 100} % of capacity`, ...cells, words])
  }
  printTable(`${heading}, from when the visitor came, the middle one of ${scope.rounds}`, rows)
}
