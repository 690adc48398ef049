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

/** A submission of whichever kind, as the desk and its registrant see it. */
export interface ReviewedEntry {
  id: string
  kind: FormKind
  label: string
  name: string
  email: string
  phone: string
  /** A subject's key, or a pass's tier; empty for a room. */
  event: string
  eventName: string
  /** Null where a pass covers it. */
  amount: Rupees | null
  sentAt: string
  reference: string
  /** The version of the privacy notice that its form showed, in words; empty where none is known. */
  notice: string
  /** Where the edition asks for it, as it is stored (`festival/forms/age.ts`); else empty. */
  age: string
  utr: string
  college: string
  /** A guest's arrival and departure as the form gave them, `2025-10-08T16:00`; null for what is no room. */
  stay: { arrival: string; departure: string } | null
  delegateId: string
  coupon: string
  /** The team, the leader first; empty for what has none. */
  members: v.InferOutput<typeof team>
  /** The addresses of its files, or what is noted in their place, by the form's field. */
  proofs: { field: string; url: string }[]
  facts: { label: string; value: string }[]
  /** What its form's questions were answered, by their names (`festival/forms/details.ts`). */
  answers: Readonly<Record<string, string>>
}

/** The members in a registration's JSON, the leader first; none where it cannot be read. */
export const readTeam = (json: string): ReviewedEntry['members'] => {
  try {
    const parsed = v.safeParse(team, JSON.parse(json))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

/** What the forms keep under the same names. */
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
  ...{ id, name, email, phone, amount },
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

/** What every form may keep beside its own fields; empty where it was not asked or not shown. */
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

/** "Wed, 8 Oct, 8:00 am" for `2025-10-08T08:00`, a time in India; anything else as it is. */
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

/** The records of these ids, by their ids; those that are gone are left out. */
export const readEntries = async (
  db: DbOrTransaction,
  wanted: readonly Pick<ReviewRow, 'entry_id' | 'kind'>[],
): Promise<Map<string, ReviewedEntry>> => {
  const entries: ReviewedEntry[] = []
  for (const [kind, read] of Object.entries(readers)) {
    const ids = wanted.filter((one) => one.kind === kind).map(({ entry_id }) => entry_id)
    if (ids.length > 0) {
      entries.push(...(await read(db, isAmong(db, 'id', ids))))
    }
  }
  return new Map(entries.map((entry) => [entry.id, entry]))
}

/** One record; undefined where it is gone. */
export const readEntry = async (
  db: DbOrTransaction,
  wanted: Pick<ReviewRow, 'entry_id' | 'kind'>,
): Promise<ReviewedEntry | undefined> => (await readEntries(db, [wanted])).get(wanted.entry_id)

/** A submission, and how it stands; undefined where it is gone. */
export const findReviewed = async (
  db: DbOrTransaction,
  entryId: string,
): Promise<{ review: ReviewRow; entry: ReviewedEntry } | undefined> => {
  const review = await readReview(db, entryId)
  const entry = review && (await readEntry(db, review))
  return entry && { review, entry }
}

/** For an id that no submission has. */
export const noSuchEntry = (): ApiError => new ApiError('not-found', 'There is no such submission.')

/** The label and name of some submissions, by their ids; empty for one that is gone. */
export const nameEntries = async (db: DbOrTransaction, ids: readonly string[]) => {
  const reviews = db.selectFrom('review').select(['entry_id', 'kind'])
  const entries = await readEntries(db, await reviews.where(isAmong(db, 'entry_id', ids)).execute())
  return (id: string): Pick<ReviewedEntry, 'label' | 'name'> => {
    const { label = '', name = '' } = entries.get(id) ?? {}
    return { label, name }
  }
}
