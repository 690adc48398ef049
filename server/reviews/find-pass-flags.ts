import type { DbOrTransaction } from '../db/schema'
import type { FoundFlag } from './found-flag'
import type { ReviewedRecord } from './records'
import { isSamePerson } from './same-person'

/** A Delegate Pass ID that a registration names: never given out, or given to somebody else. */
export const findPassFlags = async (db: DbOrTransaction, record: ReviewedRecord): Promise<FoundFlag[]> => {
  const named = record.delegateId.trim()
  if (record.kind !== 'registration' || named === '') return []
  const pass = await db
    .selectFrom('DelegatePass')
    .select(['id', 'name', 'email', 'phone'])
    .where(({ or, eb }) =>
      or([eb('delegate_id', '=', named.replace(/\D/g, '')), eb('registration_id', '=', named.toUpperCase())]),
    )
    .executeTakeFirst()
  if (!pass) return [{ kind: 'unknown-pass', detail: `No pass has the Delegate Pass ID ${named}.` }]
  const people = [record, ...record.members.map((member) => ({ ...member, email: '' }))]
  if (people.some((person) => isSamePerson(person, pass))) return []
  const detail = 'The pass was given to another name, e-mail address and phone.'
  return [{ kind: 'borrowed-pass', detail, other: { id: pass.id, detail } }]
}
