import type { ExpectedPayment } from '../../festival/bank/match'
import type { ShownExpected } from '../../festival/desk/bank'
import type { FlagKind } from '../../festival/desk/flags'
import type { Day } from '../../festival/slot'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import { readPages } from '../db/table-rows'
import { lastDigits } from '../reviews/flags'
import { utrOf } from '../reviews/proofs'
import { type ReviewedRecord, readRecords } from '../reviews/record'

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

/**
 * Everybody from whom money is due or may have come, by id: also who paid in cash, was rejected or has withdrawn. With `ids` only
 * those.
 */
export const readExpected = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, ExpectedRecord>> => {
  if (ids?.length === 0) return new Map()
  const [pictures, flags] = [await readPictureNumbers(db, ids), await readFlags(db, ids)]
  const all = db.selectFrom('review').selectAll().orderBy('record_id')
  const wanted = all.$if(ids !== undefined, (some) => some.where(isAmong(db, 'record_id', ids ?? [])))
  const found = await readPages(
    async (after, limit) => {
      const reviews = await wanted.where('record_id', '>', after).limit(limit).execute()
      const records = await readRecords(db, reviews)
      return reviews.map((review) => ({ id: review.record_id, review, record: records.get(review.record_id) }))
    },
    ({ id }) => id,
  )
  return new Map(
    found.flatMap(({ id, review, record }) =>
      record?.amount ? [[id, toExpected(review, record, pictures.get(id), flags.get(id))]] : [],
    ),
  )
}

const toExpected = (
  { version, state, ground, day, prepared, cash_amount: cash }: ReviewRow,
  { id, kind, label, name, email, phone, eventName, amount, reference, utr }: ReviewedRecord,
  pictureNumber: string | undefined,
  flags: FlagKind[] = [],
): ExpectedRecord => {
  const digits = lastDigits(phone)
  const isSettled = cash !== null || (state === 'verified' && ground === 'bank')
  return {
    ...{ id, kind, label, name, email, eventName, version, state, ground, cash, flags },
    due: (amount ?? 0) * 100,
    day: day as Day,
    ...(reference === '' ? {} : { reference }),
    ...(/^\d{12}$/.test(utr) ? { number: utr } : {}),
    ...(pictureNumber === undefined ? {} : { pictureNumber }),
    ...(digits.length === 10 ? { phone: digits } : {}),
    standing: !isAccepted({ state }) ? 'closed' : isSettled ? 'settled' : 'open',
    ...(prepared === 1 ? {} : { isUnindexed: true }),
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
  const rows = await (ids ? all.where(isAmong(db, 'record_id', ids)) : all).execute()
  const found = new Map<string, FlagKind[]>()
  for (const { record_id, kind } of rows) found.set(record_id, [...(found.get(record_id) ?? []), kind])
  return found
}
