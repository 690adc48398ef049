import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import type { Sum } from './bank'
import type { QueueFilter } from './queue'
import type { Source } from './states'

/** `sum` is the total due. */
export interface Tally extends Sum {
  people: number
}

/** The queue lists exactly these entries by `filter`. */
export interface OverviewRow {
  filter: QueueFilter
  /** Neither rejected nor withdrawn (`scope: accepted`). */
  accepted: Tally
  verified: Tally
  open: Tally
}

/** Each with the filter that lists it. */
export const openTasks = {
  submitted: { words: 'Waiting', filter: { state: 'submitted' } },
  corrected: {
    words: '… corrected by the participant',
    filter: { state: 'submitted', corrected: 'yes' },
  },
  flagged: { words: '… flagged', filter: { state: 'submitted', flag: 'any' } },
  unread: {
    words: '… picture not scanned yet',
    filter: { state: 'submitted', picture: 'unread' },
  },
  later: { words: '… set aside for later', filter: { state: 'submitted', later: 'yes' } },
  'needs-correction': { words: 'Needs correction', filter: { state: 'needs-correction' } },
  mail: { words: 'E-mail not delivered', filter: { mail: 'failed' } },
  erasure: { words: 'Erasure requested', filter: { erasure: 'open' } },
} as const satisfies Record<string, { words: string; filter: QueueFilter }>
export type OpenTask = keyof typeof openTasks

/** In bytes, if less than twice the reserve of uploads is free. */
export interface LowDiskSpace {
  free: number
  reserve: number
}

export const describeLowDiskSpace = ({ free, reserve }: LowDiskSpace): string => {
  const write = (bytes: number) => `${Number((bytes / 2 ** 30).toFixed(1))} GB`
  return `Less than ${write(2 * reserve)} is left on the disk (${write(free)}). Uploads stop at ${write(reserve)}, and then no one can register. Ask the person who runs the server to move old backups and exports off the disk, or to get a bigger one.`
}

export interface Overview {
  lowDiskSpace?: LowDiskSpace | undefined
  /** When the newest backup was taken. Undefined if unknown. */
  backup?: string | undefined
  all: OverviewRow
  sources: Record<Source, Tally>
  /** Overpayments that are neither refunded nor kept yet. */
  back: Sum
  /** Bank credits without an allocation, and those that match no entry. */
  unsettled: Sum
  unknown: Sum
  /** Bank credits minus reversals. */
  received: Sum
  /** Entries verified by bank or cash for less than the amount due, and the difference. */
  short: Sum
  /** Overpayments that are kept. */
  kept: Sum
  /** The number of distinct people, identified by phone. */
  heads: number
  /** The work of today, in Indian time. */
  organisers: { who: string; decided: number; cash: Paise }[]
  /** Undefined before the first import. */
  statementTo: Day | undefined
  /** `count` is the number of organisers who hold cash. */
  cash: Sum
  /** `since`: when the oldest one was submitted. */
  openTasks: Record<OpenTask, { count: number; since: string | null }>
  /** Events and workshops in the edition's order, then tiers, then unknown keys. */
  rows: OverviewRow[]
  /** By the first day of each night, after a row for all rooms. */
  nights: OverviewRow[]
  /** Without gaps, by day in India. */
  days: { day: Day; accepted: Tally }[]
}
