import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../../server/db/open-database'
import { type Audit, auditFestival, type Left, waitForMail } from '../audit'
import { withTables } from '../harness'
import { type Crowd, hasHeard } from './crowd'

/** How much is tried. */
export interface Size {
  kills: number
  /** For the gate: everything once and soon. */
  isShort: boolean
}

/** One way in which something goes wrong. */
export interface Fault {
  name: string
  /** Whether the gate tries it as well. */
  isQuick: boolean
  run: (size: Size) => Promise<Verdict>
}

export type Verdict = Omit<FaultRow, 'name' | 'seconds' | 'broke'>

/** Why a fault can't be brought about on this machine. */
export class NotHere extends Error {
  override readonly name = 'NotHere'
}

interface Judging {
  store: Store
  crowd: Crowd
  left: () => Left
  /** How long the mail may take that is still to go out. */
  mailSeconds?: number
  note?: string
}

/** Waits for the last e-mail and counts. */
export const judge = ({ store, crowd, left, mailSeconds, note }: Judging): Promise<Verdict> =>
  withTables(store, async (db) => {
    const late: string[] = []
    await waitForMail(db, mailSeconds).catch((error: unknown) => late.push(String(error)))
    const audit = await auditFestival(db, left(), crowd.registrants)
    audit.complaints.push(...crowd.complaints, ...late)
    return { audit, note: [tellAnswers(crowd), note].filter(Boolean).join('; ') }
  })

/** Waits until so many have heard it, at most so many seconds. */
export const untilHeard = async (crowd: Crowd, heard: string, times: number, seconds: number): Promise<void> => {
  const wanted = hasHeard(crowd, heard) + times
  const deadline = performance.now() + seconds * 1_000
  while (hasHeard(crowd, heard) < wanted && performance.now() < deadline) await pause(20)
}

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
const tellAnswers = ({ answers }: Crowd): string =>
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
