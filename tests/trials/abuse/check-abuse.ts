import type { Attack } from './attack'
import type { Attacked } from './attacker'
import { memoryMiB } from './memory-bound'
import type { Group, Phase, Report } from './visitors'

/** What one attack did. */
export interface AbuseRow {
  name: string
  /** Undefined where the attack itself broke. */
  attacked: Attacked | undefined
  report: Report
  peakMiB: number
  diskMiB: number
  logMiB: number
  /** E-mails that somebody got who never asked for one, and those of honest registrants. */
  strangersMails: number
  honestMails: number
  lives: boolean
  complaints: string[]
}

/** How much longer others may wait at the 99th percentile, in milliseconds. */
const mostExtraMs = 100

export const atShare = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

const kinds = ['pages', 'forms'] as const

/**
 * How much longer they waited than before, and than the visitors of a server that nobody attacks waited meanwhile: what
 * a busy machine costs both is not the attack's.
 */
export const readExtraWait = (report: Report, group: Group, kind: (typeof kinds)[number]): number => {
  const p99 = (phase: Phase, who: Group) => atShare(report[phase][who][kind], 0.99)
  return p99('during', group) - Math.max(p99('before', group), p99('before', 'twin'), p99('during', 'twin'))
}

/** Everything that an attack must not have done, in words. */
export const checkAbuse = (row: Omit<AbuseRow, 'complaints'>, { bounds = {} }: Pick<Attack, 'bounds'>): string[] => {
  const complaints = [...(row.attacked?.complaints ?? ['the attack itself broke'])]
  for (const group of ['elsewhere', 'campus'] as const) {
    const who = group === 'campus' ? 'of the same address' : 'of another address'
    const { refused, reasons } = row.report.during[group]
    if (refused > 0) complaints.push(`${refused} ${who} never got in: ${JSON.stringify(reasons)}`)
    for (const kind of kinds) {
      const extra = readExtraWait(row.report, group, kind)
      const what = kind === 'pages' ? 'a page' : 'an upload and its form'
      if (row.report.during[group][kind].length === 0) complaints.push(`nobody ${who} got ${what}`)
      else if (extra > mostExtraMs) complaints.push(`${what} took those ${who} ${extra.toFixed(0)} ms more (p99)`)
    }
  }
  if (!row.lives) complaints.push('the server did not live on')
  if (row.peakMiB >= memoryMiB) complaints.push(`the server held ${row.peakMiB.toFixed(0)} MiB`)
  if (bounds.diskMiB !== undefined && row.diskMiB > bounds.diskMiB)
    complaints.push(`the disk grew by ${row.diskMiB.toFixed(0)} MiB`)
  if (bounds.strangersMails !== undefined && row.strangersMails > bounds.strangersMails)
    complaints.push(`${row.strangersMails} e-mails went to strangers`)
  if (bounds.logMiB !== undefined && row.logMiB > bounds.logMiB)
    complaints.push(`the log grew by ${row.logMiB.toFixed(1)} MiB`)
  return complaints
}
