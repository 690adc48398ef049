import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import type { Sum } from './bank'
import type { QueueFilter } from './queue'
import type { Source } from './states'

/** `sum` is the total due. */
export interface Tally extends Sum {
  people: number
}

/** `filter` makes the queue list exactly the entries of this row. */
export interface OverviewRow {
  filter: QueueFilter
  /** Entries that are neither rejected nor withdrawn (`scope: accepted`). */
  accepted: Tally
  verified: Tally
  open: Tally
}

/** Each task has the queue filter that lists its entries. */
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
  unconfirmed: { words: 'Waiting for confirmation', filter: { state: 'unconfirmed' } },
  'needs-correction': { words: 'Needs correction', filter: { state: 'needs-correction' } },
  mail: { words: 'E-mail not delivered', filter: { mail: 'failed' } },
  erasure: { words: 'Erasure requested', filter: { erasure: 'open' } },
} as const satisfies Record<string, { words: string; filter: QueueFilter }>
export type OpenTask = keyof typeof openTasks

/** In bytes. Sent if less than twice the reserve for uploads is free. */
export interface LowDiskSpace {
  free: number
  reserve: number
}

export const describeLowDiskSpace = ({ free, reserve }: LowDiskSpace): string => {
  const write = (bytes: number) => `${Number((bytes / 2 ** 30).toFixed(1))} GB`
  return `Less than ${write(2 * reserve)} is left on the disk (${write(free)}). Uploads stop at ${write(reserve)}, and then no one can register. Ask the person who runs the server to move old backups and exports off the disk, or to get a bigger disk.`
}

export interface Overview {
  lowDiskSpace?: LowDiskSpace | undefined
  /** When the newest backup was made; undefined if unknown. */
  backup?: string | undefined
  all: OverviewRow
  sources: Record<Source, Tally>
  /** Overpayments that have been neither refunded nor kept yet. */
  back: Sum
  /** Bank credits with no allocation. `unknown` are those that match no entry. */
  unsettled: Sum
  unknown: Sum
  /** Bank credits minus reversals. */
  received: Sum
  /** Entries verified by bank or cash for less than the amount due, and the total difference. */
  short: Sum
  /** Overpayments that the festival keeps. */
  kept: Sum
  /** Number of people. Each phone number counts as one person. */
  heads: number
  /** Decisions and cash of today, in Indian time. */
  organisers: { who: string; decided: number; cash: Paise }[]
  /** Undefined until a bank file has been imported. */
  statementTo: Day | undefined
  /** `count` is the number of organisers who hold cash. */
  cash: Sum
  /** `since` is when the oldest entry was submitted. */
  openTasks: Record<OpenTask, { count: number; since: string | null }>
  /** Events and workshops in the edition's order, then tiers, then unknown keys. */
  rows: OverviewRow[]
  /** The first row is about all rooms, the others about one night each, keyed by its first day. */
  nights: OverviewRow[]
  /** One item for each day in India, including days with no entries. */
  days: { day: Day; accepted: Tally }[]
}
