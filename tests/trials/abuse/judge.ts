import { atShare } from '../harness'
import type { Attacked } from './attacks'
import { type Group, groups, type Phase, type Report } from './visitors'

/** What one attack did. */
export interface AbuseRow {
  name: string
  /** Undefined where the attack itself broke. */
  attacked: Attacked | undefined
  report: Report
  peakMiB: number
  lives: boolean
}

/** What a production server may hold, as deploy/cerebra.service bounds it. */
export const memoryMiB = 900

/** How much longer others may wait at the 99th percentile, in milliseconds. */
const mostExtraMs = 100

/**
 * How much longer they waited than before, and than the visitors of a server that nobody attacks waited meanwhile: what
 * a busy machine costs both is not the attack's.
 */
const readExtraWait = (report: Report, group: Group, kind: 'pages' | 'forms'): number => {
  const p99 = (phase: Phase, who: Group) => atShare(report[phase][who][kind], 0.99)
  return p99('during', group) - Math.max(p99('before', group), p99('before', 'twin'), p99('during', 'twin'))
}

/** Everything that an attack must not have done, in words. */
export const checkAbuse = (row: AbuseRow): string[] => {
  const complaints = row.attacked ? [] : ['the attack itself broke']
  for (const group of ['elsewhere', 'campus'] as const) {
    const who = group === 'campus' ? 'of the same address' : 'of another address'
    const { refused, reasons } = row.report.during[group]
    if (refused > 0) complaints.push(`${refused} ${who} never got in: ${JSON.stringify(reasons)}`)
    for (const kind of ['pages', 'forms'] as const) {
      const extra = readExtraWait(row.report, group, kind)
      const what = kind === 'pages' ? 'a page' : 'an upload and its form'
      if (row.report.during[group][kind].length === 0) complaints.push(`nobody ${who} got ${what}`)
      else if (extra > mostExtraMs) complaints.push(`${what} took those ${who} ${extra.toFixed(0)} ms more (p99)`)
    }
  }
  if (!row.lives) complaints.push('the server did not live on')
  if (row.peakMiB >= memoryMiB) complaints.push(`the server held ${row.peakMiB.toFixed(0)} MiB`)
  return complaints
}

/** One attack in some lines: what it was, what the three groups waited before and while it went on, and every complaint. */
export const formatAbuse = (row: AbuseRow, complaints: readonly string[]): string => {
  const { name, attacked, report, peakMiB } = row
  const wait = (group: Group, kind: 'pages' | 'forms', phase: Phase) =>
    [0.5, 0.99].map((share) => atShare(report[phase][group][kind], share).toFixed(0)).join('/')
  const lines = groups.map((group) => {
    const [pages, forms] = (['pages', 'forms'] as const).map(
      (kind) => `${wait(group, kind, 'before')} > ${wait(group, kind, 'during')} ms`,
    )
    const { refusedFirst, refused } = report.during[group]
    return `${group}: page ${pages}, form ${forms}, refused ${refusedFirst} at first, ${refused} for good`
  })
  const cost = `${peakMiB.toFixed(0)} MiB held, ${(attacked?.cpuSeconds ?? 0).toFixed(1)} s of the attacker`
  return [
    `${complaints.length === 0 ? 'holds' : 'HURTS'}  ${name}: ${attacked?.note ?? ''}`,
    ...[...lines, cost, ...complaints].map((line) => `       ${line}`),
  ].join('\n')
}
