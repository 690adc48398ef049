import { agreesWithDue } from '../../../festival/picture/read-payment-picture'
import type { ReviewRow } from '../../db/desk-schema'
import type { DbOrTransaction } from '../../db/schema'
import { paymentFields } from '../../reviews/evidence'
import { readRecords } from '../../reviews/records'

/** What is known of a payment, beside how its submission stands. */
export interface Known {
  /** Rupees that are due; 0 where a pass covers it. */
  due: number
  /** Whether an organiser has looked at the picture that counts. */
  isOpened: boolean
  /** Whether the picture was read with what is due, a bank's row is this submission's, or an organiser took the cash. */
  isAsDue: boolean
}

/** Of these submissions, at most 500 at once. */
export const readKnown = async (db: DbOrTransaction, reviews: readonly ReviewRow[]): Promise<Map<string, Known>> => {
  if (reviews.length === 0) return new Map()
  const ids = reviews.map(({ record_id }) => record_id)
  const records = await readRecords(db, reviews)
  const looks = await db
    .selectFrom('audit_entry')
    .select(({ fn }) => ['record_id', fn.max('at').as('at')])
    .where('action', '=', 'proof-viewed')
    .where('record_id', 'in', ids)
    .groupBy('record_id')
    .execute()
  const lookedAt = new Map(looks.map(({ record_id, at }) => [record_id, at]))
  const pictures = await db
    .selectFrom('proof')
    .leftJoin('evidence', 'evidence.proof', 'proof.id')
    .select(['proof.record_id', 'proof.replaced_at', 'evidence.data'])
    .where('proof.record_id', 'in', ids)
    .where('proof.field', 'in', paymentFields)
    .execute()
  const spent = await db
    .selectFrom('bank_match')
    .select('record_id')
    .where('record_id', 'in', ids)
    .where('freed_by', 'is', null)
    .execute()
  const byBank = new Set(spent.map(({ record_id }) => record_id))
  const readAsDue = (id: string, due: number) =>
    pictures.some(({ record_id, replaced_at, data }) => {
      if (record_id !== id || replaced_at !== null || data === null) return false
      const { amount }: { amount?: number } = JSON.parse(data)
      return amount !== undefined && agreesWithDue(amount, due)
    })
  return new Map(
    reviews.map(({ record_id: id, cash_amount }) => {
      const due = records.get(id)?.amount ?? 0
      // A look at a picture that a correction replaced since is no look at this one.
      const since = pictures.reduce(
        (last, { record_id, replaced_at }) =>
          record_id === id && (replaced_at ?? '') > last ? (replaced_at ?? '') : last,
        '',
      )
      const isOpened = (lookedAt.get(id) ?? '') > since
      return [id, { due, isOpened, isAsDue: cash_amount !== null || byBank.has(id) || readAsDue(id, due) }]
    }),
  )
}
