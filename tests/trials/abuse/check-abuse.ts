import { percentile } from '../harness'
import type { AttackOutcome } from './attacks'
import { type Group, groups, type Phase, type Report } from './visitors'

export interface AbuseRow {
  name: string
  /** Undefined if the attack itself failed. */
  attacked: AttackOutcome | undefined
  report: Report
  peakMiB: number
  isAlive: boolean
  entry?: AbusedEntry | undefined
}

export interface AbusedEntry {
  rejected: number
  /** How many milliseconds it took to load the entry and to reject it. */
  waits: readonly number[]
  earlierBytes: number
  lines: number
  emails: number
}

const maxGrowth = { earlierBytes: 100_000, lines: 30, emails: 50 }

const checkEntry = ({ rejected, earlierBytes, lines, emails }: AbusedEntry): string[] => {
  const complaints: string[] = []
  if (rejected !== 200) {
    complaints.push(`the organiser's rejection failed with ${rejected}`)
  }
  if (earlierBytes > maxGrowth.earlierBytes) {
    complaints.push(`the entry keeps ${earlierBytes} bytes of earlier values`)
  }
  if (lines > maxGrowth.lines) {
    complaints.push(`the entry has ${lines} lines in the audit log`)
  }
  if (emails > maxGrowth.emails) {
    complaints.push(`the entry has ${emails} e-mails`)
  }
  return complaints
}

/** The limit in deploy/cerebra.service. */
export const memoryMiB = 900

const phases: readonly Phase[] = ['before', 'during', 'after']

/** How much longer other visitors may wait at the 99th percentile, in milliseconds. */
const maxExtraMs = 100

/** Compares with the phase before the attack and with the twin, which runs on the same machine. */
const readExtraWait = (report: Report, group: Group, kind: 'pages' | 'forms'): number => {
  const p99 = (phase: Phase, who: Group) => percentile(report[phase][who][kind], 0.99)
  return (
    p99('during', group) -
    Math.max(p99('before', group), p99('before', 'twin'), p99('during', 'twin'))
  )
}

export const checkAbuse = (row: AbuseRow): string[] => {
  const complaints = row.attacked ? [] : ['the attack itself failed']
  for (const group of ['elsewhere', 'campus'] as const) {
    const who = group === 'campus' ? 'from the same address' : 'from another address'
    const { refused, reasons } = row.report.during[group]
    if (refused > 0) {
      complaints.push(`${refused} visits ${who} failed: ${JSON.stringify(reasons)}`)
    }
    for (const kind of ['pages', 'forms'] as const) {
      const extra = readExtraWait(row.report, group, kind)
      const what = kind === 'pages' ? 'a page' : 'an upload and its form'
      if (row.report.during[group][kind].length === 0) {
        complaints.push(`no visitor ${who} completed ${what}`)
      } else if (extra > maxExtraMs) {
        complaints.push(`${what} took visitors ${who} ${extra.toFixed(0)} ms longer (p99)`)
      }
    }
  }
  if (row.entry) {
    complaints.push(...checkEntry(row.entry))
  }
  if (!row.isAlive) {
    complaints.push('the server stopped')
  }
  if (row.peakMiB >= memoryMiB) {
    complaints.push(`the server used ${row.peakMiB.toFixed(0)} MiB`)
  }
  return complaints
}

const formatEntry = ({ rejected, waits, earlierBytes, lines, emails }: AbusedEntry): string[] => {
  const ms = waits.map((wait) => wait.toFixed(0)).join(', ')
  const kept = `${earlierBytes} bytes of earlier values, ${lines} lines of the log`
  return [
    `rejected with ${rejected} (entry and rejection: ${ms} ms)`,
    `the entry keeps ${kept}, ${emails} e-mails`,
  ]
}

export const formatAbuse = (row: AbuseRow, complaints: readonly string[]): string => {
  const { name, attacked, report, peakMiB, entry } = row
  const wait = (group: Group, kind: 'pages' | 'forms', phase: Phase) =>
    [0.5, 0.95, 0.99]
      .map((share) => percentile(report[phase][group][kind], share).toFixed(0))
      .join('/')
  const lines = groups.map((group) => {
    const waits = (kind: 'pages' | 'forms') =>
      `${phases.map((phase) => wait(group, kind, phase)).join(' > ')} ms`
    const { refusedFirst, refused } = report.during[group]
    const refusals = `${refusedFirst} retried, ${refused} failed`
    return `${group}: page ${waits('pages')}, form ${waits('forms')}, ${refusals}`
  })
  const cost = `${peakMiB.toFixed(0)} MiB used, ${(attacked?.cpuSeconds ?? 0).toFixed(1)} s of CPU for the attacker`
  const grown = entry ? formatEntry(entry) : []
  return [
    `${complaints.length === 0 ? 'passed' : 'FAILED'}  ${name}: ${attacked?.note ?? ''}`,
    ...[...lines, cost, ...grown, ...complaints].map((line) => `       ${line}`),
  ].join('\n')
}
