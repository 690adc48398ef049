import { accommodation } from '#edition/accommodation'
import { tiers as editionTiers } from '#edition/delegate-pass'
import { privacy } from '#edition/privacy'
import { normaliseName } from '../../festival/bank/cells'
import { compareText } from '../../festival/bank/payments'
import { findSubject } from '../../festival/content/catalogue'
import { findTier, formatTier } from '../../festival/content/stored-names'
import { type Cell, maxListed, type PeopleList } from '../../festival/contract/lists'
import { filterNames, filtersAt, kinds, type QueueFilter } from '../../festival/contract/queue'
import { sourceWords, stateWords } from '../../festival/contract/states'
import { allDetails, details, formatAnswer } from '../../festival/forms/details'
import type { ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { isRenamed } from '../entries/earlier-values'
import { type ReviewedEntry, readEntriesInBatches } from '../entries/entry'
import { lastDigits } from '../entries/flags'
import { all, findConditions, listReviews } from '../entries/queue'
import { refuseFields } from '../http/api-error'
import type { Organiser } from '../organisers/guard'
import { toLocalCell } from './cells'
import { sendFile } from './files'
import type { ListHandlers } from './queue'

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
            message: `A list in ${format} format can have at most ${most} entries, but this one has ${entries}. Filter it further.`,
          },
        ])
      }
      const heads = columns.map(({ head }) => head)
      return sendFile(db, {
        context,
        format,
        heads,
        at: clock(),
        actor: organiser.email,
        name: normaliseName(filter.event ?? filter.night ?? filter.lunch ?? 'list'),
        table: 'list',
        rows: rows.map(({ cells }) => cells),
        detail: describeFilter(filter),
      })
    },
  }
}

const typedFilters = filtersAt('search', 'text')

/** Leaves out typed texts, which may be names, because the audit log is never erased. */
const describeFilter = (filter: QueueFilter): { of?: string } => {
  const parts = filterNames
    .filter((name) => filter[name])
    .map((name) => `${name}=${typedFilters.includes(name) ? 'words' : filter[name]}`)
  return parts.length > 0 ? { of: parts.join(' ') } : {}
}

interface Person {
  entry: ReviewedEntry
  review: ReviewRow
  name: string
  phone: string
  year: string
  /** The leader has place 1. */
  place: number
  what: string
  tier: string
}

type Kind = ReviewedEntry['kind']

interface Column {
  key: string
  head: string
  show: (person: Person) => Cell
  kinds: readonly Kind[]
}

const column = (
  key: string,
  head: string,
  show: Column['show'],
  columnKinds: readonly Kind[] = kinds,
): Column => ({ key, head, show, kinds: columnKinds })

/** These questions were added after the organisers' templates. */
const addedColumns = Object.entries(allDetails)
  .filter(([, { isOriginal }]) => !isOriginal)
  .map(([name, { label }]) => {
    const kindsAsking = kinds.filter((kind) => name in details[kind])
    return column(name, label, ({ entry }) => formatAnswer(name, entry.answers[name]), kindsAsking)
  })

const ageColumn = column('age', 'Age', ({ entry, place }) => (place === 1 ? entry.age : null))
const ageColumns = privacy.askAge ? [ageColumn] : []

const passColumns =
  editionTiers.length > 0
    ? [
        column('pass', 'Delegate Pass ID', ({ entry }) => entry.delegateId, [
          'registration',
          'delegate-pass',
        ]),
        column('tier', 'Pass', ({ tier }) => tier, ['registration']),
      ]
    : []

const roomColumns = accommodation
  ? [
      column('arrival', 'Arrival', ({ entry: { stay } }) => stay && toLocalCell(stay.arrival), [
        'accommodation',
      ]),
      column(
        'departure',
        'Departure',
        ({ entry: { stay } }) => stay && toLocalCell(stay.departure),
        ['accommodation'],
      ),
    ]
  : []

/** The order is that in which a door needs the columns. */
const columns: readonly Column[] = [
  column('name', 'Name', ({ name }) => name),
  column('phone', 'Phone', ({ phone }) => phone),
  column('state', 'State', ({ review }) => describeReviewState(review)),
  column('id', 'Registration ID', ({ entry }) => entry.label),
  column('what', 'Event', ({ what }) => what),
  column('place', 'Member', ({ place }) => place, ['registration']),
  column('year', 'Year', ({ year }) => year, ['registration']),
  column('college', 'Institution', ({ entry }) => entry.college),
  ...addedColumns,
  ...passColumns,
  ...roomColumns,
  // The amount is only in the leader's row, so that the column can be added up.
  column('amount', 'Amount', ({ entry, place }) => (place === 1 ? entry.amount : null)),
  column('email', 'E-mail', ({ entry }) => entry.email),
  ...ageColumns,
  // Only the leader saw the privacy notice.
  column('notice', 'Privacy notice', ({ entry, place }) => (place === 1 ? entry.notice : null)),
]

const describeReviewState = (review: ReviewRow) => {
  const { state, source } = review
  const sourceText = source === null ? '' : ` (${sourceWords[source].toLowerCase()})`
  const renamedText =
    state === 'verified' && isRenamed(review) ? ', renamed after verification' : ''
  return `${stateWords[state]}${sourceText}${renamedText}`
}

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
  // The source shows how an entry was paid.
  const visibleReviews = showsMoney
    ? reviews
    : reviews.map((review) => ({ ...review, source: null }))
  const tiers = await readTiers(db)
  const people = await readPeople(db, visibleReviews, tiers)
  const sortKey = ({ entry }: Person) => `${entry.name.toLowerCase()} ${entry.id}`
  people.sort(
    (left, right) => compareText(sortKey(left), sortKey(right)) || left.place - right.place,
  )
  const kind = findKind(filter)
  const isIncluded = ({ key, kinds: columnKinds }: Column) =>
    (key !== 'what' || !filter.event) &&
    (key !== 'amount' || showsMoney) &&
    (!kind || columnKinds.includes(kind))
  const includedColumns = columns.filter(isIncluded)
  const rows = filter.lunch ? mergeSamePerson(people) : people
  return {
    columns: includedColumns.map(({ key, head }) => ({
      key,
      head: key === 'what' && kind === 'accommodation' ? 'Room' : head,
    })),
    rows: rows.map((person) => ({
      entryId: person.entry.id,
      place: person.place,
      cells: includedColumns.map(({ show }) => show(person)),
    })),
    entries: Number(count),
  }
}

const readPeople = async (
  db: Db,
  reviews: readonly ReviewRow[],
  tiers: Tiers,
): Promise<Person[]> => {
  const entries = await readEntriesInBatches(db, reviews)
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

/** Participants may write an id with `DP-`, blanks or hyphens. */
const keepDigits = (id: string): string => id.replace(/\D/g, '')

type Tiers = ReadonlyMap<string, string>

/** The result is keyed by the digits of both ids. */
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

const mergeSamePerson = (people: readonly Person[]): Person[] => {
  const byPerson = new Map<string, Person>()
  for (const person of people) {
    const key = `${normaliseName(person.name)} ${lastDigits(person.phone)}`
    const before = byPerson.get(key)
    byPerson.set(key, before ? { ...before, what: `${before.what}, ${person.what}` } : person)
  }
  return [...byPerson.values()]
}
