import { type AbuseRow, atShare } from './check-abuse'
import type { Group } from './visitors'

const milliseconds = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(0))

/** `p50/p99 before > p50/p99 during`. */
const formatWaits = ({ report }: AbuseRow, group: Group, kind: 'pages' | 'forms') =>
  (['before', 'during'] as const)
    .map((phase) => {
      const values = report[phase][group][kind]
      return `${milliseconds(atShare(values, 0.5))}/${milliseconds(atShare(values, 0.99))}`
    })
    .join(' > ')

const widths = [12, 19, 23, 11, 8, 7, 8, 13, 8]

const formatCells = (cells: readonly string[]) =>
  cells.map((cell, index) => cell.padStart(widths[index] ?? 8)).join(' ')

export const formatAbuseHead = (): string =>
  [
    'Waits are milliseconds, p50/p99, before > while it goes on; a form is its upload and the form together. Refused is at',
    'first/for good. `twin` visits a server beside it that nobody attacks. E-mails are strangers’ + honest registrants’.',
    '',
    formatCells(['from', 'page', 'form', 'refused', 'MiB', 'disk', 'e-mails', 'attacker cpu', 'log']),
  ].join('\n')

/** One attack in four lines or more: what it was, the three groups, and every complaint. */
export const formatAbuse = (row: AbuseRow): string => {
  const { name, attacked, report, complaints } = row
  const line = (group: Group) => {
    const { refusedFirst, refused } = report.during[group]
    const cells = [
      group,
      formatWaits(row, group, 'pages'),
      formatWaits(row, group, 'forms'),
      `${refusedFirst}/${refused}`,
    ]
    if (group === 'elsewhere')
      cells.push(
        row.peakMiB.toFixed(0),
        row.diskMiB.toFixed(0),
        `${row.strangersMails}+${row.honestMails}`,
        `${(attacked?.cpuSeconds ?? 0).toFixed(1)} s`,
        `${row.logMiB.toFixed(1)}`,
      )
    return formatCells(cells)
  }
  return [
    `${complaints.length === 0 ? 'holds' : 'HURTS'}  ${name}: ${attacked?.note ?? ''}`,
    line('elsewhere'),
    line('campus'),
    line('twin'),
    ...complaints.map((complaint) => `       ${complaint}`),
  ].join('\n')
}
