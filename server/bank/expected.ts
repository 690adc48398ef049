import type { ExpectedPayment } from '../../festival/bank/match'
import type { ShownExpected } from '../../festival/desk/bank'
import type { FlagKind } from '../../festival/desk/flags'
import type { Day } from '../../festival/slot'
import { nameSubject, nameTier } from '../../festival/stored-names'
import { isAmong } from '../db/is-among'
import type { DbOrTransaction } from '../db/schema'
import { readPages } from '../db/table-rows'
import { utrOf } from '../reviews/evidence'
import { lastDigits } from '../reviews/same-person'

/** A submission with an amount due, as it is matched with the bank's rows and shown beside them. */
export interface ExpectedRecord extends ShownExpected {
  standing: ExpectedPayment['standing']
  email: string
  /** Paise that were taken in cash; no bank shows those. */
  cash: number | null
}

/** Whether something is due: whoever was rejected or has withdrawn owes nothing. */
export const isAccepted = ({ state }: Pick<ExpectedRecord, 'state'>): boolean =>
  state !== 'rejected' && state !== 'withdrawn'

const ofReview = [
  ...(['record_id', 'kind', 'version', 'state', 'ground', 'event', 'day', 'prepared'] as const),
  'cash_amount as cash',
] as const
const ofForm = ['form.name', 'form.email', 'form.phone', 'form.payment_reference as reference', 'form.amount'] as const

const queries = (db: DbOrTransaction) => [
  db
    .selectFrom('review')
    .innerJoin('EventRegistration as form', 'form.id', 'review.record_id')
    .select([...ofReview, ...ofForm, 'form.registration_id as label', 'form.utr as number']),
  db
    .selectFrom('review')
    .innerJoin('DelegatePass as form', 'form.id', 'review.record_id')
    .select([...ofReview, ...ofForm, 'form.registration_id as label', 'form.utr as number']),
  db
    .selectFrom('review')
    .innerJoin('Accommodation as form', 'form.id', 'review.record_id')
    .select([...ofReview, ...ofForm, 'form.request_id as label', 'form.transaction_id as number']),
]

type FormRow = Awaited<ReturnType<ReturnType<typeof queries>[number]['execute']>>[number]

const eventNameOf = ({ kind, event }: Pick<FormRow, 'kind' | 'event'>): string => {
  if (kind === 'delegate-pass') return nameTier(event)
  return kind === 'accommodation' ? 'Room' : nameSubject(event)
}

const standingOf = ({ state, ground, cash }: Pick<FormRow, 'state' | 'ground' | 'cash'>) => {
  if (!isAccepted({ state })) return 'closed'
  return cash !== null || (state === 'verified' && ground === 'bank') ? 'settled' : 'open'
}

const toExpected = (row: FormRow, pictureNumber: string | undefined, flags: FlagKind[] = []): ExpectedRecord => {
  const phone = lastDigits(row.phone)
  return {
    id: row.record_id,
    due: (row.amount ?? 0) * 100,
    day: row.day as Day,
    ...(row.reference === '' ? {} : { reference: row.reference }),
    ...(/^\d{12}$/.test(row.number) ? { number: row.number } : {}),
    ...(pictureNumber === undefined ? {} : { pictureNumber }),
    name: row.name,
    ...(phone.length === 10 ? { phone } : {}),
    standing: standingOf(row),
    kind: row.kind,
    label: row.label,
    email: row.email,
    eventName: eventNameOf(row),
    version: row.version,
    state: row.state,
    ground: row.ground,
    cash: row.cash,
    flags,
    ...(row.prepared === 1 ? {} : { isUnindexed: true }),
  }
}

/** The UTR that was read from each record's payment picture, as it stands now. */
const readPictureNumbers = async (db: DbOrTransaction, ids?: readonly string[]): Promise<Map<string, string>> => {
  const query = db
    .selectFrom('evidence')
    .innerJoin('proof', 'proof.id', 'evidence.proof')
    .select(['evidence.proof', 'proof.record_id', 'evidence.data'])
    .where('proof.replaced_at', 'is', null)
    .$if(ids !== undefined, (all) => all.where(isAmong(db, 'proof.record_id', ids ?? [])))
  const rows = await readPages(
    (after, limit) => query.where('evidence.proof', '>', after).orderBy('evidence.proof').limit(limit).execute(),
    ({ proof }) => proof,
  )
  return new Map(rows.flatMap((row) => utrOf(row).map((utr): [string, string] => [row.record_id, utr])))
}

const readFlags = async (db: DbOrTransaction, ids?: readonly string[]): Promise<Map<string, FlagKind[]>> => {
  const all = db.selectFrom('flag').select(['record_id', 'kind']).distinct().orderBy('kind')
  const found = new Map<string, FlagKind[]>()
  for (const { record_id, kind } of await (ids ? all.where(isAmong(db, 'record_id', ids)) : all).execute())
    found.set(record_id, [...(found.get(record_id) ?? []), kind])
  return found
}

/**
 * Everybody from whom money is due or may have come, by id: also who paid in cash, was rejected or has withdrawn. With `ids` only
 * those.
 */
export const readExpected = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, ExpectedRecord>> => {
  const found = new Map<string, ExpectedRecord>()
  if (ids?.length === 0) return found
  const [pictures, flags] = [await readPictureNumbers(db, ids), await readFlags(db, ids)]
  for (const query of queries(db)) {
    const wanted = query.$if(ids !== undefined, (all) => all.where(isAmong(db, 'record_id', ids ?? [])))
    for (const row of await readPages(
      (after, limit) => wanted.where('record_id', '>', after).orderBy('record_id').limit(limit).execute(),
      ({ record_id }) => record_id,
    ))
      if (row.amount !== null && row.amount > 0)
        found.set(row.record_id, toExpected(row, pictures.get(row.record_id), flags.get(row.record_id)))
  }
  return found
}
