import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import type { Sum } from './bank'
import type { QueueFilter } from './queue'
import type { Source } from './states'

/** How many submissions, how many people come by them, and what they owe together, in paise. */
export interface Tally extends Sum {
  people: number
}

/** What came for one event, tier or night; `filter` is the queue's, and each number is of those records exactly. */
export interface OverviewRow {
  filter: QueueFilter
  /** Neither rejected nor withdrawn (`scope: accepted`). */
  accepted: Tally
  verified: Tally
  open: Tally
}

/** What waits for somebody, and the filter that lists it. */
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

/** The room on the disk, in bytes, where it is less than twice what uploads leave free (behaviour 6.24). */
export interface LowDiskSpace {
  free: number
  reserve: number
}

export const describeLowDiskSpace = ({ free, reserve }: LowDiskSpace): string => {
  const write = (bytes: number) => `${Number((bytes / 2 ** 30).toFixed(1))} GB`
  return `Less than ${write(2 * reserve)} is left on the disk (${write(free)}). Uploads stop at ${write(reserve)}, and then no one can register. Ask the person who runs the server to move old backups and exports off the disk, or to get a bigger one.`
}

/** All figures. What is owed counts, whatever came; money that came too much is `back`. */
export interface Overview {
  lowDiskSpace?: LowDiskSpace | undefined
  /** When the newest backup was taken; undefined where none is known. */
  backup?: string | undefined
  all: OverviewRow
  sources: Record<Source, Tally>
  /** Money that is tied to somebody and more than they owe, given back or kept so far aside. */
  back: Sum
  /** Credits of the bank that are allocated to nobody, and those of them of which nobody can tell whose they are. */
  unsettled: Sum
  unknown: Sum
  /** All credits of the bank, less what it took back. */
  received: Sum
  /** Who is verified by bank or cash with less than is due, and what they paid less. */
  short: Sum
  /** What came too much and is kept. */
  kept: Sum
  /** How many people come, each once by their phone, whatever they come for. */
  heads: number
  /** What each did today, in India. */
  organisers: { who: string; decided: number; cash: Paise }[]
  /** The last day of the bank's newest file; undefined before the first. */
  statementTo: Day | undefined
  /** What organisers hold in cash; each is one. */
  cash: Sum
  /** `since`: when the oldest was sent. */
  openTasks: Record<OpenTask, { count: number; since: string | null }>
  /** Every event and workshop in the edition's order, then the tiers, then keys that the edition does not have. */
  rows: OverviewRow[]
  /** Rooms by the night that begins on a day; all of them first. */
  nights: OverviewRow[]
  /** What was sent on each day in India, from the first to the last: `accepted` by `day`. */
  days: { day: Day; accepted: Tally }[]
}
