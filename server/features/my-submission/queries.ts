import { sql } from 'kysely'
import type { FormKind } from '../../../festival/api'
import type { DbOrTransaction } from '../../db/schema'

const kindsOfId = ['EVT', 'DP', 'ACC'] as const

/**
 * What somebody may mean by an id, however they spell it: "evt 258818", "EVT258818", "DP – 902364" and "1234 5678 9012" mean
 * what they say, and six digits alone an id of any kind (behaviour 14.41).
 */
export const readId = (text: string) => {
  const id = text.replace(/\s/g, '').toUpperCase()
  const [, kind, digits] = /^(EVT|DP|ACC)?(\d{6})$/.exec(id.replace(/[^A-Z\d]/g, '')) ?? []
  const ids = digits ? (kind ? [kind] : kindsOfId).map((letters) => `${letters}-${digits}`) : [id]
  return { ids, transaction: id, delegate: id.replace(/\D/g, '') }
}

/** The records of a registrant that an id may mean: one, but for six digits alone and rooms that name the same transaction. */
export const findByIdAndEmail = async (
  db: DbOrTransaction,
  { ids, transaction, delegate }: ReturnType<typeof readId>,
  email: string,
): Promise<{ record_id: string; kind: FormKind }[]> => {
  const isTheirs = sql<boolean>`lower(email) = ${email.toLowerCase()}`
  const registrations = await db
    .selectFrom('EventRegistration')
    .select('id')
    .where('registration_id', 'in', ids)
    .where(isTheirs)
    .execute()
  const passes = await db
    .selectFrom('DelegatePass')
    .select('id')
    .where(({ or, eb }) => or([eb('registration_id', 'in', ids), eb('delegate_id', '=', delegate)]))
    .where(isTheirs)
    .execute()
  const rooms = await db
    .selectFrom('Accommodation')
    .select('id')
    .where(({ or, eb }) =>
      or([eb('request_id', 'in', ids), eb(sql`upper(replace(transaction_id, ' ', ''))`, '=', transaction)]),
    )
    .where(isTheirs)
    .orderBy('booking_time', 'desc')
    .execute()
  return [
    ...registrations.map((row) => ({ record_id: row.id, kind: 'registration' as const })),
    ...passes.map((row) => ({ record_id: row.id, kind: 'delegate-pass' as const })),
    ...rooms.map((row) => ({ record_id: row.id, kind: 'accommodation' as const })),
  ]
}
