import * as v from 'valibot'
import { tiers } from '#edition/delegate-pass'
import { matchGroupWords as bankGroups, matchGroups } from '../bank/match'
import { findSubject } from '../content/catalogue'
import { type Day, formatShortDay, isRealDay } from '../content/slot'
import { nameTier } from '../content/stored-names'
import type { FormKind } from '../forms/api'
import type { Rupees } from '../payment/money'
import { uuid } from '../text/fields'
import { describeGroup, type FlagKind, flagWords } from './flags'
import { type ReviewState, type ReviewStatus, type Source, sourceWords } from './states'

export const kinds = [
  'registration',
  'delegate-pass',
  'accommodation',
] as const satisfies readonly FormKind[]

/** What an event, a workshop or a tier is called in short, by the key that a submission holds. */
export const nameEvent = (key: string): string => findSubject(key)?.title ?? nameTier(key)

interface FilterDisplay {
  /**
   * `search`, `tabs`: in sight, so that no line tells it. `choice`: one of its values, each with a count. `mark`: a button that
   * sets its first value, and its second or none again. `text`: typed. Without a place only links narrow by it.
   */
  place?: 'search' | 'tabs' | 'choice' | 'mark' | 'text'
  label?: string
  /** What it says in the line that tells the filter, where not its value's word. */
  line?: (value: string) => string
}

interface Filter<Value extends string> extends FilterDisplay {
  schema: v.OptionalSchema<v.GenericSchema<Value>, undefined>
  /** Where there are only so many. */
  values?: readonly string[]
  /** A value's word; empty where it leaves nothing out that anybody looks for. */
  describe: (value: string) => string
}

const filter = <Value extends string>(
  schema: v.GenericSchema<Value>,
  describe: Filter<Value>['describe'],
  display: FilterDisplay & Pick<Filter<Value>, 'values'> = {},
): Filter<Value> => ({ schema: v.optional(schema), describe, ...display })

/** One of these values, each with its word. */
const choiceFilter = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  display?: FilterDisplay,
): Filter<Value> => {
  const isValue = (value: unknown): value is Value =>
    typeof value === 'string' && Object.hasOwn(words, value)
  const describe = (value: string) => (isValue(value) ? words[value] : value)
  return filter(v.custom<Value>(isValue, 'There is no such value.'), describe, {
    ...display,
    values: Object.keys(words),
  })
}

const text = v.pipe(v.string(), v.maxLength(100))
const isDay = (value: unknown): value is Day => typeof value === 'string' && isRealDay(value)
const day = v.custom<Day>(isDay, 'Write the day like 2025-10-01.')
const group = v.pipe(
  v.string(),
  v.regex(/^[a-z-]{1,20}\.[\w-]{32}$/, 'This is not the name of a group.'),
)

/**
 * What the queue is narrowed by, in the order in which its address holds it; what is left out narrows nothing. The panel, the
 * counts, the links and the line that tells a filter are made of these rows; what each asks of the tables stands under the
 * same name in `server/entries/queue.ts`.
 */
export const filters = {
  /** Words, of which each must begin a name, a part of an e-mail address, a phone, an id, a UTR or a payment code, or end a number. */
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
    (value) => bankGroups[matchGroups.find((one) => one === value) ?? 'unknown'].title,
  ),
  /** Those that have something the same, as a flag names them (`Flag.group`). */
  group: filter(group, (id) => `Entries with ${describeGroup(id)}`),
  /** `open`: of those, what is not verified yet. */
  scope: choiceFilter({
    accepted: 'All except rejected and withdrawn',
    open: 'Waiting or needs correction',
  }),
  /** Who has a room on the night that begins on this day. */
  night: filter(day, (night) => `Rooms, night of ${formatShortDay(night)}`),
  lunch: filter(day, (date) => `Lunch on ${formatShortDay(date)}`),
  mail: choiceFilter({ failed: 'E-mail not delivered' }),
  /** Its payment picture was read by nobody's browser. */
  picture: choiceFilter({ unread: 'Picture not scanned yet' }),
  corrected: choiceFilter({ yes: 'Corrected' }, { place: 'mark' }),
  /** Something is due, was not paid in cash, and the form named no UTR. */
  utr: choiceFilter({ none: 'No UTR' }, { place: 'mark' }),
  walkin: choiceFilter({ yes: 'Walk-in' }, { place: 'mark' }),
  cash: choiceFilter({ yes: 'Paid in cash' }, { place: 'mark' }),
  short: choiceFilter({ accepted: 'Accepted below the fee' }),
  note: choiceFilter({ yes: 'Has a note' }, { place: 'mark' }),
  /** Put off while it waits; the list that the desk opens with passes over it. */
  later: choiceFilter({ yes: 'Later', no: '' }, { place: 'mark' }),
  /** Its participant asked to be erased, and no one has answered. */
  erasure: choiceFilter({ open: 'Erasure requested' }),
  burst: choiceFilter({ yes: 'Many from one network in an hour' }, { place: 'mark' }),
  college: filter(text, (words) => `College: ${words}`, { place: 'text', label: 'College' }),
  /** What one command decided, by its id, and nobody took back. */
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

export const filterNames = Object.keys(filters).filter(
  (name): name is FilterName => name in filters,
)

export const filtersAt = (...places: FilterDisplay['place'][]): FilterName[] =>
  filterNames.filter((name) => places.includes(filters[name].place))

export const rowsPerPage = 50

/** `after`: the `next` of the page before. The oldest come first unless `order` says otherwise. */
export const queueQuerySchema = v.object({
  ...filterEntries,
  order: v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
})

export interface QueueRow extends ReviewStatus {
  id: string
  kind: FormKind
  /** The id that its registrant holds: "EVT-004217", "DP-047713", "ACC-000012". */
  label: string
  name: string
  /** Who of the team is meant by a search, where that is not the leader. */
  member?: string
  email: string
  /** A subject's key, or a pass's tier; empty for a room. */
  event: string
  eventName: string
  /** Null where a pass covers it. */
  amount: Rupees | null
  sentAt: string
  flags: FlagKind[]
  isCorrected?: true
  isLater?: true
  hasNote?: true
  /** A later submission has the same file, UTR or payment code, and is neither rejected nor withdrawn. It is no flag. */
  isShared?: true
}

export interface QueuePage {
  rows: QueueRow[]
  next: string | null
}

/** How many there would be with each value in the place of the filter's own, of those with a count; zeros are left out. */
export type QueueCounts = { total: number } & {
  [Name in FilterName]?: Readonly<Record<string, number>>
}
