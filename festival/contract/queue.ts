import * as v from 'valibot'
import { tiers } from '#edition/delegate-pass'
import { matchGroupTexts as bankGroups, matchGroups } from '../bank/match'
import { findSubject } from '../content/catalogue'
import { type Day, formatShortDay, isRealDay } from '../content/slot'
import { nameTier } from '../content/stored-names'
import type { FormKind } from '../forms/api'
import { listKeys } from '../list-keys'
import type { Rupees } from '../payment/money'
import { uuid } from '../text/fields'
import { describeGroup, type FlagKind, flagWords } from './flags'
import { type ReviewState, type ReviewStatus, type Source, sourceWords } from './states'

export const kinds = [
  'registration',
  'delegate-pass',
  'accommodation',
] as const satisfies readonly FormKind[]

export const nameEvent = (key: string): string => findSubject(key)?.title ?? nameTier(key)

interface FilterDisplay {
  /**
   * `search` and `tabs` are always visible. `choice` offers one of several values, with counts.
   * `mark` is a button for the first value or the second. `text` is typed. A filter without a place
   * is set by links only.
   */
  place?: 'search' | 'tabs' | 'choice' | 'mark' | 'text'
  label?: string
  /** Describes the value in the filter's line, if differently from elsewhere. */
  line?: (value: string) => string
}

interface Filter<Value extends string> extends FilterDisplay {
  schema: v.OptionalSchema<v.GenericSchema<Value>, undefined>
  values?: readonly string[]
  /** Returns an empty string if the value needs no mention. */
  describe: (value: string) => string
}

const filter = <Value extends string>(
  schema: v.GenericSchema<Value>,
  describe: Filter<Value>['describe'],
  display: FilterDisplay & Pick<Filter<Value>, 'values'> = {},
): Filter<Value> => ({ schema: v.optional(schema), describe, ...display })

const choiceFilter = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  display?: FilterDisplay,
): Filter<Value> => {
  const isValue = (value: unknown): value is Value =>
    typeof value === 'string' && Object.hasOwn(words, value)
  const describe = (value: string) => (isValue(value) ? words[value] : value)
  return filter(v.custom<Value>(isValue, 'This value is not valid.'), describe, {
    ...display,
    values: Object.keys(words),
  })
}

const text = v.pipe(v.string(), v.maxLength(100))
const isDay = (value: unknown): value is Day => typeof value === 'string' && isRealDay(value)
const day = v.custom<Day>(isDay, 'Enter a date such as 2025-10-01.')
const group = v.pipe(v.string(), v.regex(/^[a-z-]{1,20}\.[\w-]{32}$/, 'This is not a valid group.'))

/**
 * In the order of the address. The panel, the counts, the links and the filter's line follow this
 * table. `server/entries/queue.ts` contains the query of each filter.
 */
export const filters = {
  /**
   * Each word must match the beginning of a name, phone number, ID, UTR, payment reference or part
   * of an e-mail address, or the end of a number.
   */
  q: filter(text, String, { place: 'search' }),
  kind: choiceFilter<FormKind>(
    { registration: 'Registrations', 'delegate-pass': 'Passes', accommodation: 'Rooms' },
    { place: 'choice', label: 'Kind' },
  ),
  event: filter(text, nameEvent, {
    place: 'choice',
    label: tiers.length > 0 ? 'Event or tier' : 'Event',
  }),
  state: choiceFilter<ReviewState>(
    {
      submitted: 'Waiting',
      unconfirmed: 'Waiting for confirmation',
      verified: 'Verified',
      'needs-correction': 'Needs correction',
      rejected: 'Rejected',
      withdrawn: 'Withdrawn',
    },
    { place: 'tabs' },
  ),
  day: filter(day, formatShortDay, { place: 'choice', label: 'Submitted on' }),
  flag: choiceFilter<FlagKind | 'any'>(
    { any: 'Any flag', ...flagWords },
    { place: 'choice', label: 'Flag' },
  ),
  source: choiceFilter<Source>(sourceWords, {
    place: 'choice',
    label: 'Verified by',
    line: (source) => `Verified by ${source}`,
  }),
  bank: filter(
    v.picklist(matchGroups),
    (value) => bankGroups[matchGroups.find((name) => name === value) ?? 'unknown'].title,
  ),
  /** The value is a `Flag.group`. */
  group: filter(group, (id) => `Entries with ${describeGroup(id)}`),
  /** `open`: accepted, but not verified yet. */
  scope: choiceFilter({
    accepted: 'All except rejected and withdrawn',
    open: 'Waiting or needs correction',
  }),
  /** The day on which the night begins. */
  night: filter(day, (night) => `Rooms, night of ${formatShortDay(night)}`),
  lunch: filter(day, (date) => `Lunch on ${formatShortDay(date)}`),
  mail: choiceFilter({ failed: 'E-mail not delivered' }),
  picture: choiceFilter({ unread: 'Picture not scanned yet' }),
  corrected: choiceFilter({ yes: 'Corrected' }, { place: 'mark' }),
  /** Lists entries with an amount due and no cash. */
  utr: choiceFilter({ none: 'No UTR' }, { place: 'mark' }),
  walkin: choiceFilter({ yes: 'Walk-in' }, { place: 'mark' }),
  cash: choiceFilter({ yes: 'Paid in cash' }, { place: 'mark' }),
  short: choiceFilter({ accepted: 'Accepted with less than the fee' }),
  note: choiceFilter({ yes: 'Has a note' }, { place: 'mark' }),
  /** The start list skips entries marked as later. */
  later: choiceFilter({ yes: 'Later', no: '' }, { place: 'mark' }),
  erasure: choiceFilter({ open: 'Erasure requested' }),
  burst: choiceFilter(
    { yes: 'Over 100 entries from one network within an hour' },
    { place: 'mark' },
  ),
  /** On the attendance list of the entry's own event. */
  arrived: choiceFilter({ no: 'Not yet in' }),
  place: choiceFilter({ waiting: 'Waiting list' }, { place: 'mark' }),
  college: filter(text, (words) => `College: ${words}`, { place: 'text', label: 'College' }),
  /** By the id of the command. Without undone entries. */
  command: filter(uuid, () => 'Could not be undone'),
}

export type FilterName = keyof typeof filters

const filterEntries = Object.fromEntries(
  Object.entries(filters).map(([name, { schema }]) => [name, schema]),
) as {
  [Name in FilterName]: (typeof filters)[Name]['schema']
}

export const queueFilterSchema = v.object(filterEntries)
export type QueueFilter = v.InferOutput<typeof queueFilterSchema>

export const filterNames = listKeys(filters)

export const filtersAt = (...places: FilterDisplay['place'][]): FilterName[] =>
  filterNames.filter((name) => places.includes(filters[name].place))

export const rowsPerPage = 50

/** `after` is the `next` of the previous page. */
export const queueQuerySchema = v.object({
  ...filterEntries,
  order: v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
})

export interface QueueRow extends ReviewStatus {
  id: string
  kind: FormKind
  /** For example "EVT-004217", "DP-047713" or "ACC-000012". */
  label: string
  name: string
  /** The team member who matches the search, unless it is the leader. */
  member?: string
  email: string
  /** The key of a subject, or a tier; empty for a room. */
  event: string
  eventName: string
  /** Null if a pass covers the entry. */
  amount: Rupees | null
  sentAt: string
  flags: FlagKind[]
  isCorrected?: true
  isLater?: true
  hasNote?: true
  /** Set if a later pending or verified entry has the same file, UTR or payment reference. */
  isShared?: true
}

export interface QueuePage {
  rows: QueueRow[]
  next: string | null
}

/** Number of entries per value. Values with no entries are missing. */
export type QueueCounts = { total: number } & {
  [Name in FilterName]?: Readonly<Record<string, number>>
}
