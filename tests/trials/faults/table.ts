import type { Audit } from '../audit'
import type { Crowd } from './crowd'

/** What became of one fault. */
export interface FaultRow {
  name: string
  seconds: number
  /** Undefined where it could not be tried here. */
  audit: Audit | undefined
  note: string
  /** Why the trial could not be carried through. */
  broke?: string
}

/** Everybody's answers in words: `201 ×40, 502 ×3`. */
export const tellAnswers = ({ answers }: Crowd): string =>
  [...answers]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([heard, times]) => `${heard} ×${times}`)
    .join(', ')

const counts = ['acknowledged', 'saved', 'delivered', 'again', 'lost', 'doubled'] as const

const formatCells = (name: string, cells: readonly string[], rest: string) =>
  [name.padEnd(47), ...cells.map((cell, index) => cell.padStart(index < 3 ? 12 : 8)), ` ${rest}`].join('')

export const formatHead = (): string => formatCells('fault', [...counts, 'time'], 'answers')

export const formatFault = ({ name, seconds, audit, note }: FaultRow): string => {
  const cells = audit ? counts.map((what) => String(audit[what])) : Array(6).fill('-')
  return formatCells(name, [...cells, `${seconds.toFixed(0)} s`], audit ? note : `not tried: ${note}`)
}
