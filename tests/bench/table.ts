import type { Tally, Times } from './tally'

/** Prints a heading, then rows under their names, the first column to the left and the others to the right. */
export const printTable = (heading: string, rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${heading}`)
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    console.log(`  ${cells.join('  ')}`.trimEnd())
  }
}

/** A whole number with a thin word for what it is, for reading at a glance. */
export const round = (value: number | undefined, digits = 0): string =>
  value === undefined || Number.isNaN(value)
    ? '-'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A target and whether it was met. */
export const judge = (isMet: boolean, target: string): string => `${isMet ? 'ok' : 'MISSES'} (target ${target})`

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

export const timeHeads = ['p50 ms', 'p99 ms', 'p99.9 ms', 'most ms'] as const

export const timeCells = ({ p50, p99, p999, most }: Times): string[] => [p50, p99, p999, most].map((ms) => round(ms, 1))

/** What was answered otherwise than wished, in words; empty when nothing was. */
export const tellOthers = ({ others }: Tally): string => {
  const words = Object.entries(others).map(([status, times]) => `${status === '0' ? 'cut' : status} ×${times}`)
  return words.length > 0 ? `also: ${words.join(', ')}` : ''
}
