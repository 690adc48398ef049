import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { plainName } from '../../festival/bank/cells'
import { findSubject } from '../../festival/catalogue'
import { type Cell, mostListed, type PeopleList } from '../../festival/desk/lists'
import type { QueueFilter } from '../../festival/desk/queue'
import { groundWords, stateWords } from '../../festival/desk/states'
import { findTier, tellTier } from '../../festival/stored-names'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { Db } from '../db/schema'
import { refuseFields } from '../http/api-error'
import { saveAudit } from '../organisers/audit'
import type { DeskHandlers } from '../organisers/guard'
import { lastDigits } from '../reviews/flags'
import type { ReviewParts } from '../reviews/parts'
import { all, findConditions, listReviews } from '../reviews/queue'
import { type ReviewedRecord, readRecords } from '../reviews/record'
import { asLocal, makeFile } from './cells'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Who comes, by any filter of the queue: to read, to print, and as a file (behaviours 14.112 and 14.113). */
export const listHandlers = ({
  db,
  clock,
  indexer,
  matcher,
}: Pick<ReviewParts, 'db' | 'clock' | 'indexer' | 'matcher'>): Pick<DeskHandlers, 'readList' | 'exportList'> => {
  const read = async (filter: QueueFilter, most: number) => {
    await indexer.catchUp()
    return readList(db, filter, await matcher.resolve(filter), most)
  }
  return {
    readList: ({ query }) => read(query, mostListed.screen),

    exportList: async ({ context, query: { format, ...filter }, organiser: { email: actor } }) => {
      const { columns, rows, submissions } = await read(filter, mostListed.file)
      if (submissions > mostListed.file)
        throw refuseFields([
          {
            path: 'format',
            message: `A file has at most ${mostListed.file} submissions, and these are ${submissions}. Narrow the list.`,
          },
        ])
      const heads = columns.map(({ head }) => head)
      const file = await makeFile(
        format,
        heads,
        rows.map(({ cells }) => cells),
      )
      const now = clock()
      await saveAudit(db, {
        at: now,
        actor,
        action: 'exported',
        detail: { table: 'list', format, rows: rows.length, ...tellOf(filter) },
      })
      const name = `${plainName(filter.event ?? filter.night ?? filter.lunch ?? 'list')}-${now.toISOString().slice(0, 10)}.${format}`
      return context.body(typeof file === 'string' ? file : new Uint8Array(file), 200, {
        'Content-Type': contentTypes[format],
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      })
    },
  }
}

/** Of whom a file was, for the audit log: what was searched by may be somebody's name and is left out. */
const tellOf = ({ q, ...filter }: QueueFilter): { of?: string } => {
  const told = [
    ...Object.entries(filter).flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])),
    ...(q ? ['search'] : []),
  ]
  return told.length > 0 ? { of: told.join(' ') } : {}
}

/** One person of a submission. */
interface Person {
  record: ReviewedRecord
  review: ReviewRow
  name: string
  phone: string
  year: string
  /** 1 for the leader. */
  place: number
  /** What they come for; of several for one lunch all. */
  what: string
  /** The tier of the pass that is named; undefined where nobody bought it. */
  tier: string | undefined
}

type Kind = ReviewedRecord['kind']

interface Column {
  key: string
  head: string
  /** The kinds that it says something of, where not of all. */
  of?: readonly Kind[]
  show: (person: Person) => Cell
}

/** In the words of `npm run export`. */
const columns: readonly Column[] = [
  { key: 'id', head: 'Registration ID', show: ({ record }) => record.label },
  { key: 'what', head: 'Event', show: ({ what }) => what },
  { key: 'place', head: 'Member', of: ['registration'], show: ({ place }) => place },
  { key: 'name', head: 'Name', show: ({ name }) => name },
  { key: 'phone', head: 'Phone', show: ({ phone }) => phone },
  { key: 'year', head: 'Year', of: ['registration'], show: ({ year }) => year },
  { key: 'college', head: 'Institution', show: ({ record }) => record.college },
  {
    key: 'pass',
    head: 'Delegate Pass ID',
    of: ['registration', 'delegate-pass'],
    show: ({ record }) => record.delegateId,
  },
  {
    key: 'tier',
    head: 'Pass',
    of: ['registration'],
    show: ({ record, tier }) => (record.delegateId === '' ? '' : tier ? tellTier(tier) : 'not found'),
  },
  {
    key: 'arrival',
    head: 'Arrival',
    of: ['accommodation'],
    show: ({ record }) => record.stay && asLocal(record.stay.arrival),
  },
  {
    key: 'departure',
    head: 'Departure',
    of: ['accommodation'],
    show: ({ record }) => record.stay && asLocal(record.stay.departure),
  },
  { key: 'state', head: 'State', show: ({ review }) => tellState(review) },
  // It stands with the leader alone, so that a sum over the rows is right.
  { key: 'amount', head: 'Amount', show: ({ record, place }) => (place === 1 ? record.amount : null) },
  { key: 'email', head: 'E-mail', show: ({ record }) => record.email },
]

const tellState = ({ state, ground }: ReviewRow) =>
  ground === null ? stateWords[state] : `${stateWords[state]} (${groundWords[ground].toLowerCase()})`

/** The one kind that a filter can find; undefined where there may be several. */
const kindOf = ({ kind, event, night, lunch }: QueueFilter): Kind | undefined => {
  if (kind) return kind
  if (night) return 'accommodation'
  if (lunch || (event && findSubject(event))) return 'registration'
  return event && findTier(event) ? 'delegate-pass' : undefined
}

/** So many records are read at once, and then others have their turn. */
const recordsAtOnce = 500

/** The people of the first so many submissions that a filter finds, by name. */
const readList = async (
  db: Db,
  filter: QueueFilter,
  asked: Parameters<typeof findConditions>[1],
  most: number,
): Promise<PeopleList> => {
  const conditions = await findConditions(db, asked)
  const counted = db.selectFrom('review').select(({ fn }) => fn.countAll().as('count'))
  const { count } = await counted.where(all(conditions)).executeTakeFirstOrThrow()
  const { reviews } = await listReviews(db, conditions, { order: 'oldest', after: undefined, limit: most })
  const people: Person[] = []
  for (let start = 0; start < reviews.length; start += recordsAtOnce) {
    people.push(...(await readPeople(db, reviews.slice(start, start + recordsAtOnce))))
    await nextTurn()
  }
  const key = ({ record }: Person) => record.name.toLowerCase()
  people.sort(
    (one, other) => compare(key(one), key(other)) || compare(one.record.id, other.record.id) || one.place - other.place,
  )
  const kind = kindOf(filter)
  const shown = columns.filter(
    ({ key, of }) => (key !== 'what' || !filter.event) && (!of || !kind || of.includes(kind)),
  )
  return {
    columns: shown.map(({ key, head }) => ({ key, head })),
    rows: (filter.lunch ? onceEach(people) : people).map((person) => ({
      submission: person.record.id,
      place: person.place,
      cells: shown.map(({ show }) => show(person)),
    })),
    submissions: Number(count),
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const readPeople = async (db: Db, reviews: readonly ReviewRow[]): Promise<Person[]> => {
  const records = await readRecords(db, reviews)
  const tierOf = await readTiers(db, [...records.values()])
  return reviews.flatMap((review) => {
    const record = records.get(review.record_id)
    if (!record) return []
    const { members, name, phone, eventName: what, delegateId } = record
    const team = members.length > 0 ? members : [{ name, phone, year: '' }]
    return team.map((member, index) => ({
      ...member,
      record,
      review,
      place: index + 1,
      what,
      tier: tierOf(delegateId),
    }))
  })
}

const digitsOf = (id: string) => id.replace(/\D/g, '')

/** The tiers of the passes that these name, however they wrote the id: its twelve digits, or the six of "DP-047713". */
const readTiers = async (db: Db, records: readonly ReviewedRecord[]) => {
  const ids = [...new Set(records.map(({ delegateId }) => digitsOf(delegateId)))].filter((id) => id !== '')
  const passes = db.selectFrom('DelegatePass').select(['delegate_id', 'registration_id', 'pass_type'])
  const six = sql<string>`substr(registration_id, 4)`
  const found = await passes
    .where(({ or }) =>
      or([
        isAmong(db, 'delegate_id', ids),
        sql<boolean>`${six} in (${sql.join(['', ...ids.filter(({ length }) => length === 6)])})`,
      ]),
    )
    .execute()
  const tiers = new Map(
    found.flatMap(
      ({ pass_type, ...of }) =>
        [
          [of.delegate_id, pass_type],
          [digitsOf(of.registration_id), pass_type],
        ] as const,
    ),
  )
  return (delegateId: string): string | undefined => tiers.get(digitsOf(delegateId))
}

/** Whoever comes for two things on a day has one lunch: the same name and phone are one person. */
const onceEach = (people: readonly Person[]): Person[] => {
  const found = new Map<string, Person>()
  for (const person of people) {
    const key = `${plainName(person.name)} ${lastDigits(person.phone)}`
    const before = found.get(key)
    found.set(key, before ? { ...before, what: `${before.what}, ${person.what}` } : person)
  }
  return [...found.values()]
}
