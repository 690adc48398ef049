import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { nameNoticeVersion } from '../../festival/content/privacy'
import { nameSubject, nameTier } from '../../festival/content/stored-names'
import type { FormKind } from '../../festival/forms/api'
import { details, listAnswers, pickAnswers } from '../../festival/forms/details'
import type { Rupees } from '../../festival/payment/money'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type {
  AccommodationRow,
  Db,
  DbOrTransaction,
  DelegatePassRow,
  EventRegistrationRow,
} from '../db/schema'
import { ApiError } from '../http/api-error'
import { readReview } from './review'

const team = v.array(
  v.object({
    name: v.string(),
    phone: v.optional(v.string(), ''),
    year: v.optional(v.string(), ''),
  }),
)

export interface ReviewedEntry {
  id: string
  kind: FormKind
  label: string
  name: string
  email: string
  phone: string
  /** The key of the event or the tier of the pass. Empty for a room. */
  event: string
  eventName: string
  /** Null if a pass covers the fee. */
  amount: Rupees | null
  sentAt: string
  reference: string
  /** The version of the privacy notice. Empty if unknown. */
  notice: string
  /** Stored as in `festival/forms/age.ts`. Empty if the edition does not ask for it. */
  age: string
  utr: string
  college: string
  /** Local times such as `2025-10-08T16:00`. Only rooms have a stay. */
  stay: { arrival: string; departure: string } | null
  delegateId: string
  coupon: string
  /** Lists the leader first. Empty for entries without a team. */
  members: v.InferOutput<typeof team>
  /** If a file was deleted, `url` contains a note. */
  proofs: { field: string; url: string }[]
  facts: { label: string; value: string }[]
  /** Keyed by question (`festival/forms/details.ts`). */
  answers: Readonly<Record<string, string>>
}

/** Returns no members if the JSON is unreadable. */
export const readTeam = (json: string): ReviewedEntry['members'] => {
  try {
    const parsed = v.safeParse(team, JSON.parse(json))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

const fromAnyRow = ({
  id,
  name,
  email,
  phone,
  amount,
  payment_reference,
  privacy_notice,
  age,
}: AnyRow) => ({
  id,
  name,
  email,
  phone,
  amount,
  reference: payment_reference,
  notice: nameNoticeVersion(privacy_notice),
  age,
  stay: null,
  delegateId: '',
  coupon: '',
  members: [],
})

type AnyRow = Pick<
  EventRegistrationRow,
  'id' | 'name' | 'email' | 'phone' | 'amount' | 'payment_reference' | 'privacy_notice' | 'age'
>

const listCommonFacts = (row: AnyRow) => [
  { label: 'Age', value: row.age },
  { label: 'Privacy notice', value: nameNoticeVersion(row.privacy_notice) },
]

const fromRegistration = (row: EventRegistrationRow): ReviewedEntry => ({
  ...fromAnyRow(row),
  kind: 'registration',
  label: row.registration_id,
  event: row.event_id,
  college: row.institution,
  eventName: nameSubject(row.event_id),
  sentAt: row.registration_time,
  utr: row.utr,
  delegateId: row.delegate_id,
  coupon: row.coupon_code,
  members: readTeam(row.team_members),
  proofs: [{ field: 'payment_screenshot_url', url: row.payment_screenshot_url }],
  facts: [
    ...listAnswers(details.registration, row),
    { label: 'Year of study', value: row.year },
    { label: 'Delegate Pass ID', value: row.delegate_id },
    { label: 'Coupon', value: row.coupon_code },
    ...listCommonFacts(row),
  ],
  answers: pickAnswers(details.registration, row),
})

const fromPass = (row: DelegatePassRow): ReviewedEntry => ({
  ...fromAnyRow(row),
  kind: 'delegate-pass',
  label: row.registration_id,
  event: row.pass_type,
  college: row.institution,
  eventName: nameTier(row.pass_type),
  sentAt: row.purchase_time,
  utr: row.utr,
  delegateId: row.delegate_id,
  proofs: [{ field: 'payment_screenshot_url', url: row.payment_screenshot_url }],
  facts: [
    ...listAnswers(details['delegate-pass'], row),
    { label: 'Delegate Pass ID', value: row.delegate_id },
    ...listCommonFacts(row),
  ],
  answers: pickAnswers(details['delegate-pass'], row),
})

const localTimeFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats `2025-10-08T08:00` as "Wed, 8 Oct, 8:00 am". Returns other text unchanged. */
const formatLocal = (time: string): string =>
  Number.isNaN(Date.parse(`${time}Z`)) ? time : localTimeFormat.format(new Date(`${time}Z`))

const fromRoom = (row: AccommodationRow): ReviewedEntry => ({
  ...fromAnyRow(row),
  kind: 'accommodation',
  label: row.request_id,
  event: '',
  college: row.college,
  stay: { arrival: row.arrival, departure: row.departure },
  eventName: `Room, ${row.room_type}`,
  sentAt: row.booking_time,
  utr: row.transaction_id,
  proofs: [
    { field: 'payment_proof_url', url: row.payment_proof_url },
    { field: 'id_proof_url', url: row.id_proof_url },
    { field: 'participation_proof_url', url: row.participation_proof_url },
  ],
  facts: [
    ...listAnswers(details.accommodation, row),
    { label: 'Arrival', value: formatLocal(row.arrival) },
    { label: 'Departure', value: formatLocal(row.departure) },
    { label: 'Events', value: row.events },
    ...listCommonFacts(row),
  ],
  answers: pickAnswers(details.accommodation, row),
})

const readers: Readonly<
  Record<
    FormKind,
    (db: DbOrTransaction, condition: ReturnType<typeof isAmong>) => Promise<ReviewedEntry[]>
  >
> = {
  registration: async (db, condition) =>
    (await db.selectFrom('EventRegistration').selectAll().where(condition).execute()).map(
      fromRegistration,
    ),
  'delegate-pass': async (db, condition) =>
    (await db.selectFrom('DelegatePass').selectAll().where(condition).execute()).map(fromPass),
  accommodation: async (db, condition) =>
    (await db.selectFrom('Accommodation').selectAll().where(condition).execute()).map(fromRoom),
}

/** The result is keyed by id. Deleted entries are missing. */
export const readEntries = async (
  db: DbOrTransaction,
  wanted: readonly Pick<ReviewRow, 'entry_id' | 'kind'>[],
): Promise<Map<string, ReviewedEntry>> => {
  const entries: ReviewedEntry[] = []
  for (const [kind, read] of Object.entries(readers)) {
    const ids = wanted.filter((review) => review.kind === kind).map(({ entry_id }) => entry_id)
    if (ids.length > 0) {
      entries.push(...(await read(db, isAmong(db, 'id', ids))))
    }
  }
  return new Map(entries.map((entry) => [entry.id, entry]))
}

export const readEntry = async (
  db: DbOrTransaction,
  wanted: Pick<ReviewRow, 'entry_id' | 'kind'>,
): Promise<ReviewedEntry | undefined> => (await readEntries(db, [wanted])).get(wanted.entry_id)

export interface EntryWithReview {
  review: ReviewRow
  entry: ReviewedEntry
}

export const findEntryWithReview = async (
  db: DbOrTransaction,
  entryId: string,
): Promise<EntryWithReview | undefined> => {
  const review = await readReview(db, entryId)
  const entry = review && (await readEntry(db, review))
  return entry && { review, entry }
}

export const noSuchEntry = (): ApiError => new ApiError('not-found', 'There is no such entry.')

const batchSize = 500

/** Lets other requests run between batches, because SQLite blocks the process while it reads. */
export const readEntriesInBatches = async (
  db: Db,
  wanted: readonly Pick<ReviewRow, 'entry_id' | 'kind'>[],
): Promise<Map<string, ReviewedEntry>> => {
  const entries: [id: string, entry: ReviewedEntry][] = []
  for (let start = 0; start < wanted.length; start += batchSize) {
    entries.push(...(await readEntries(db, wanted.slice(start, start + batchSize))))
    await nextTurn()
  }
  return new Map(entries)
}

/** Deleted entries have an empty label and name. */
export const readEntryNames = async (db: DbOrTransaction, ids: readonly string[]) => {
  const reviews = db.selectFrom('review').select(['entry_id', 'kind'])
  const entries = await readEntries(db, await reviews.where(isAmong(db, 'entry_id', ids)).execute())
  return (id: string): Pick<ReviewedEntry, 'label' | 'name'> => {
    const { label = '', name = '' } = entries.get(id) ?? {}
    return { label, name }
  }
}
