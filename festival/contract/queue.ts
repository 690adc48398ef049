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

/** A short name for an event, workshop or tier, by the key in an entry. */
export const nameEvent = (key: string): string => findSubject(key)?.title ?? nameTier(key)

interface FilterDisplay {
  /**
   * `search`, `tabs`: visible on their own, so that the filter's line omits them. `choice`: one of
   * its values, each with a count. `mark`: a button that sets the first value, or the second one if
   * there is one. `text`: typed. Without a place, only links set the filter.
   */
  place?: 'search' | 'tabs' | 'choice' | 'mark' | 'text'
  label?: string
  /** Its text in the filter's line, if that is not the value's own word. */
  line?: (value: string) => string
}

interface Filter<Value extends string> extends FilterDisplay {
  schema: v.OptionalSchema<v.GenericSchema<Value>, undefined>
  /** If only certain values are allowed. */
  values?: readonly string[]
  /** The text of a value. Empty if the value needs no mention. */
  describe: (value: string) => string
}

const filter = <Value extends string>(
  schema: v.GenericSchema<Value>,
  describe: Filter<Value>['describe'],
  display: FilterDisplay & Pick<Filter<Value>, 'values'> = {},
): Filter<Value> => ({ schema: v.optional(schema), describe, ...display })

/** A filter with a fixed list of values and their texts. */
const choiceFilter = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  display?: FilterDisplay,
): Filter<Value> => {
  const isValue = (value: unknown): value is Value =>
    typeof value === 'string' && Object.hasOwn(words, value)
  const describe = (value: string) => (isValue(value) ? words[value] : value)
  return filter(v.custom<Value>(isValue, 'No such value.'), describe, {
    ...display,
    values: Object.keys(words),
  })
}

const text = v.pipe(v.string(), v.maxLength(100))
const isDay = (value: unknown): value is Day => typeof value === 'string' && isRealDay(value)
const day = v.custom<Day>(isDay, 'A day is written 2025-10-01.')
const group = v.pipe(
  v.string(),
  v.regex(/^[a-z-]{1,20}\.[\w-]{32}$/, 'A group is named as a flag names it.'),
)

/**
 * The filters of the queue, in the order of the address. A missing filter allows everything. The
 * panel, the counts, the links and the filter's line all follow this table.
 * `server/entries/queue.ts` has the query of each filter under the same name.
 */
export const filters = {
  /**
   * Every word must begin a name, part of an e-mail address, phone, ID, UTR or payment code, or end
   * a number.
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
      verified: 'Verified',
      'needs-correction': 'Needs correction',
      rejected: 'Rejected',
      withdrawn: 'Withdrawn',
    },
    { place: 'tabs' },
  ),
  day: filter(day, formatShortDay, { place: 'choice', label: 'Day it was sent' }),
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
  /** Entries with the same property, by `Flag.group`. */
  group: filter(group, (id) => `Submissions with ${describeGroup(id)}`),
  /** `open`: accepted entries that are not verified yet. */
  scope: choiceFilter({
    accepted: 'All but rejected and withdrawn',
    open: 'Waiting or needs correction',
  }),
  /** Entries with a room for the night that begins on this day. */
  night: filter(day, (night) => `Rooms, night of ${formatShortDay(night)}`),
  lunch: filter(day, (date) => `Lunch on ${formatShortDay(date)}`),
  mail: choiceFilter({ failed: 'An e-mail failed' }),
  /** The payment picture has no OCR result yet. */
  picture: choiceFilter({ unread: 'Picture not read yet' }),
  corrected: choiceFilter({ yes: 'Corrected' }, { place: 'mark' }),
  /** An amount is due, none was paid in cash, and the form has no UTR. */
  utr: choiceFilter({ none: 'No UTR' }, { place: 'mark' }),
  walkin: choiceFilter({ yes: 'Walk-in' }, { place: 'mark' }),
  cash: choiceFilter({ yes: 'Paid in cash' }, { place: 'mark' }),
  short: choiceFilter({ accepted: 'Accepted short' }),
  note: choiceFilter({ yes: 'Has a note' }, { place: 'mark' }),
  /** Set aside while pending. The desk's start list skips these entries. */
  later: choiceFilter({ yes: 'Later', no: '' }, { place: 'mark' }),
  /** Its participant asked to be erased, and no one has answered. */
  erasure: choiceFilter({ open: 'Asked to be erased' }),
  burst: choiceFilter({ yes: 'Many from one network in an hour' }, { place: 'mark' }),
  college: filter(text, (words) => `College: ${words}`, { place: 'text', label: 'College' }),
  /** The entries that one command decided, by its id, without undone ones. */
  command: filter(uuid, () => 'What stayed after Undo'),
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

/** `after`: the `next` of the previous page. Oldest first unless `order` says otherwise. */
export const queueQuerySchema = v.object({
  ...filterEntries,
  order: v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
})

export interface QueueRow extends ReviewStatus {
  id: string
  kind: FormKind
  /** The participant's ID: "EVT-004217", "DP-047713", "ACC-000012". */
  label: string
  name: string
  /** The team member that the search matched, if it is not the leader. */
  member?: string
  email: string
  /** A subject's key or a pass's tier; empty for a room. */
  event: string
  eventName: string
  /** Null if a pass covers it. */
  amount: Rupees | null
  sentAt: string
  flags: FlagKind[]
  isCorrected?: true
  isLater?: true
  hasNote?: true
  /** A later pending or verified entry has the same file, UTR or payment code. It is no flag. */
  isShared?: true
}

export interface QueuePage {
  rows: QueueRow[]
  next: string | null
}

/**
 * How many entries each value of a filter would list, for filters with counts. Zeros are left out.
 */
export type QueueCounts = { total: number } & {
  [Name in FilterName]?: Readonly<Record<string, number>>
}
