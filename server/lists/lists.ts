import { setImmediate as nextTurn } from 'node:timers/promises'
import { privacy } from '#edition/privacy'
import { normaliseName } from '../../festival/bank/cells'
import { findSubject } from '../../festival/content/catalogue'
import { findTier, formatTier } from '../../festival/content/stored-names'
import { type Cell, maxListed, type PeopleList } from '../../festival/contract/lists'
import { filterNames, filtersAt, kinds, type QueueFilter } from '../../festival/contract/queue'
import { sourceWords, stateWords } from '../../festival/contract/states'
import { allDetails, details, formatAnswer } from '../../festival/forms/details'
import type { ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { isRenamed } from '../entries/earlier-values'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { lastDigits } from '../entries/flags'
import { all, findConditions, listReviews } from '../entries/queue'
import { refuseFields } from '../http/api-error'
import type { Organiser } from '../organisers/guard'
import { toLocalCell } from './cells'
import { sendFile } from './files'
import type { ListHandlers } from './queue'

/** Who comes, by any filter of the queue: to read, to print, and as a file (behaviours 14.112 and 14.113). */
export const listHandlers: ListHandlers<'readList' | 'exportList'> = ({
  db,
  clock,
  indexer,
  matcher,
}) => {
  const read = async (filter: QueueFilter, most: number, { role }: Organiser) => {
    await indexer.catchUp()
    return readList(db, filter, await matcher.resolve(filter), {
      most,
      showsMoney: role !== 'head',
    })
  }
  return {
    readList: ({ query, organiser }) => read(query, maxListed.screen, organiser),

    exportList: async ({ context, query: { format, ...filter }, organiser }) => {
      const most = maxListed[format]
      const { columns, rows, entries } = await read(filter, most, organiser)
      if (entries > most) {
        throw refuseFields([
          {
            path: 'format',
            message: `A ${format} list has at most ${most} entries, and this one has ${entries}. Filter it further.`,
          },
        ])
      }
      const heads = columns.map(({ head }) => head)
      return sendFile(db, {
        ...{ context, format, heads, at: clock(), actor: organiser.email },
        name: normaliseName(filter.event ?? filter.night ?? filter.lunch ?? 'list'),
        table: 'list',
        rows: rows.map(({ cells }) => cells),
        detail: describeFilter(filter),
      })
    },
  }
}

const typedFilters = filtersAt('search', 'text')

/** Of whom a file was, for the audit log: what somebody typed may be a name, and nothing is ever erased there. */
const describeFilter = (filter: QueueFilter): { of?: string } => {
  const words = filterNames.flatMap((name) =>
    filter[name] ? [`${name}=${typedFilters.includes(name) ? 'words' : filter[name]}`] : [],
  )
  return words.length > 0 ? { of: words.join(' ') } : {}
}

interface Person {
  entry: ReviewedEntry
  review: ReviewRow
  name: string
  phone: string
  year: string
  /** 1 for the leader. */
  place: number
  /** What they come for; of several for one lunch all. */
  what: string
  /** The tier of the pass that is named, or that nobody bought it. */
  tier: string
}

type Kind = ReviewedEntry['kind']

/** What is told of a person: its key, its heading, and the kinds that have it, where not all do. */
type Column = readonly [
  key: string,
  head: string,
  show: (person: Person) => Cell,
  of?: readonly Kind[],
]

/** What is asked since the organisers' templates were made; of what was asked before the institution is listed alone. */
const addedColumns = Object.entries(allDetails)
  .filter(([, { isOriginal }]) => !isOriginal)
  .map(([name, { label }]): Column => {
    const kindsAsking = kinds.filter((kind) => name in details[kind])
    return [name, label, ({ entry }) => formatAnswer(name, entry.answers[name]), kindsAsking]
  })

/** Only for the person who sent the form: team members are not asked. */
const ageColumn: Column = ['age', 'Age', ({ entry, place }) => (place === 1 ? entry.age : null)]

/** What is asked first at a door comes first. */
const columns: readonly Column[] = [
  ['name', 'Name', ({ name }) => name],
  ['phone', 'Phone', ({ phone }) => phone],
  ['state', 'State', ({ review }) => describeReviewState(review)],
  ['id', 'Registration ID', ({ entry }) => entry.label],
  ['what', 'Event', ({ what }) => what],
  ['place', 'Member', ({ place }) => place, ['registration']],
  ['year', 'Year', ({ year }) => year, ['registration']],
  ['college', 'Institution', ({ entry }) => entry.college],
  ...addedColumns,
  ['pass', 'Delegate Pass ID', ({ entry }) => entry.delegateId, ['registration', 'delegate-pass']],
  ['tier', 'Pass', ({ tier }) => tier, ['registration']],
  [
    'arrival',
    'Arrival',
    ({ entry: { stay } }) => stay && toLocalCell(stay.arrival),
    ['accommodation'],
  ],
  [
    'departure',
    'Departure',
    ({ entry: { stay } }) => stay && toLocalCell(stay.departure),
    ['accommodation'],
  ],
  // It stands with the leader alone, so that a sum over the rows is right.
  ['amount', 'Amount', ({ entry, place }) => (place === 1 ? entry.amount : null)],
  ['email', 'E-mail', ({ entry }) => entry.email],
  ...(privacy.askAge ? [ageColumn] : []),
  // Only the leader saw the form and its privacy notice.
  ['notice', 'Privacy notice', ({ entry, place }) => (place === 1 ? entry.notice : null)],
]

const describeReviewState = (review: ReviewRow) => {
  const { state, source } = review
  const words =
    source === null
      ? stateWords[state]
      : `${stateWords[state]} (${sourceWords[source].toLowerCase()})`
  return state === 'verified' && isRenamed(review) ? `${words}, renamed after verification` : words
}

/** The one kind that a filter can find; undefined where there may be several. */
const findKind = ({ kind, event, night, lunch }: QueueFilter): Kind | undefined => {
  if (kind) {
    return kind
  }
  if (night) {
    return 'accommodation'
  }
  if (lunch || (event && findSubject(event))) {
    return 'registration'
  }
  return event && findTier(event) ? 'delegate-pass' : undefined
}

/** So many records are read at once, and then others have their turn. */
const entriesAtOnce = 500

/** The people of the first so many submissions that a filter finds, by name. */
const readList = async (
  db: Db,
  filter: QueueFilter,
  resolvedFilter: Parameters<typeof findConditions>[1],
  { most, showsMoney }: { most: number; showsMoney: boolean },
): Promise<PeopleList> => {
  const conditions = await findConditions(db, resolvedFilter)
  const counted = db.selectFrom('review').select(({ fn }) => fn.countAll().as('count'))
  const { count } = await counted.where(all(conditions)).executeTakeFirstOrThrow()
  const { reviews } = await listReviews(db, conditions, {
    order: 'oldest',
    after: undefined,
    limit: most,
  })
  // How somebody paid is money's affair, too.
  const shownReviews = showsMoney ? reviews : reviews.map((review) => ({ ...review, source: null }))
  const [people, tiers]: [Person[], Tiers] = [[], await readTiers(db)]
  for (let start = 0; start < shownReviews.length; start += entriesAtOnce) {
    people.push(...(await readPeople(db, shownReviews.slice(start, start + entriesAtOnce), tiers)))
    await nextTurn()
  }
  const byName = ({ entry }: Person) => `${entry.name.toLowerCase()} ${entry.id}`
  people.sort((one, other) =>
    byName(one) < byName(other) ? -1 : byName(one) > byName(other) ? 1 : one.place - other.place,
  )
  const kind = findKind(filter)
  const isShown = ([key, , , of]: Column) =>
    (key !== 'what' || !filter.event) &&
    (key !== 'amount' || showsMoney) &&
    (!of || !kind || of.includes(kind))
  const shown = columns.filter(isShown)
  return {
    columns: shown.map(([key, head]) => ({
      key,
      head: key === 'what' && kind === 'accommodation' ? 'Room' : head,
    })),
    rows: (filter.lunch ? mergeSamePerson(people) : people).map((person) => {
      const { entry, place } = person
      return { entryId: entry.id, place, cells: shown.map(([, , show]) => show(person)) }
    }),
    entries: Number(count),
  }
}

const readPeople = async (
  db: Db,
  reviews: readonly ReviewRow[],
  tiers: Tiers,
): Promise<Person[]> => {
  const entries = await readEntries(db, reviews)
  return reviews.flatMap((review) => {
    const entry = entries.get(review.entry_id)
    if (!entry) {
      return []
    }
    const { members, name, phone, eventName: what, delegateId } = entry
    const tier =
      delegateId === '' ? '' : formatTier(tiers.get(keepDigits(delegateId)) ?? 'not found')
    const team = members.length > 0 ? members : [{ name, phone, year: '' }]
    return team.map((member, index) => ({
      ...member,
      entry,
      review,
      place: index + 1,
      what,
      tier,
    }))
  })
}

/** What a registrant may write between the digits of an id: `DP-`, blanks, hyphens. */
const keepDigits = (id: string): string => id.replace(/\D/g, '')

type Tiers = ReadonlyMap<string, string>

/** The tiers of all passes by the digits of both their ids. */
const readTiers = async (db: Db): Promise<Tiers> => {
  const passes = await db
    .selectFrom('DelegatePass')
    .select(['delegate_id', 'registration_id', 'pass_type'])
    .execute()
  const listIds = (pass: (typeof passes)[number]) => [
    pass.delegate_id,
    keepDigits(pass.registration_id),
  ]
  return new Map(passes.flatMap((pass) => listIds(pass).map((id) => [id, pass.pass_type] as const)))
}

/** Whoever comes for two things on a day has one lunch: the same name and phone are one person. */
const mergeSamePerson = (people: readonly Person[]): Person[] => {
  const byPerson = new Map<string, Person>()
  for (const person of people) {
    const key = `${normaliseName(person.name)} ${lastDigits(person.phone)}`
    const before = byPerson.get(key)
    byPerson.set(key, before ? { ...before, what: `${before.what}, ${person.what}` } : person)
  }
  return [...byPerson.values()]
}
