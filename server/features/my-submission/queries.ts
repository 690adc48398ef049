import { sql } from 'kysely'
import type { FormKind } from '../../../festival/api'
import type { DbOrTransaction } from '../../db/schema'

/** The records of a registrant that an id leads to: one, but for rooms that name the same transaction. */
export const findByIdAndEmail = async (
  db: DbOrTransaction,
  id: string,
  email: string,
): Promise<{ record_id: string; kind: FormKind }[]> => {
  const isTheirs = sql<boolean>`lower(email) = ${email.toLowerCase()}`
  const registrations = await db
    .selectFrom('EventRegistration')
    .select('id')
    .where('registration_id', '=', id)
    .where(isTheirs)
    .execute()
  const passes = await db
    .selectFrom('DelegatePass')
    .select('id')
    .where(({ or, eb }) => or([eb('registration_id', '=', id), eb('delegate_id', '=', id)]))
    .where(isTheirs)
    .execute()
  const rooms = await db
    .selectFrom('Accommodation')
    .select('id')
    .where(({ or, eb }) => or([eb('request_id', '=', id), eb('transaction_id', '=', id)]))
    .where(isTheirs)
    .orderBy('booking_time', 'desc')
    .execute()
  return [
    ...registrations.map((row) => ({ record_id: row.id, kind: 'registration' as const })),
    ...passes.map((row) => ({ record_id: row.id, kind: 'delegate-pass' as const })),
    ...rooms.map((row) => ({ record_id: row.id, kind: 'accommodation' as const })),
  ]
}
