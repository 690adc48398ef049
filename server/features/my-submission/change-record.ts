import type { Transaction } from 'kysely'
import { amountDue } from '../../../festival/amount-due'
import { findSubject } from '../../../festival/catalogue'
import type { Corrected } from '../../../festival/correction'
import type { Team } from '../../../festival/registration'
import type { Tables } from '../../db/schema'
import type { ReviewedRecord } from '../../reviews/records'

type Changes = Omit<Corrected, 'members'> & { members?: Team | undefined }

/** Only what is there: an undefined value would be written as nothing. */
const given = (texts: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** What is due follows a team that has grown or shrunk (behaviour 3.3). */
const dueOf = ({ event, members, coupon }: ReviewedRecord, count: number): { amount?: number } => {
  const fee = findSubject(event)?.fee
  const amount = fee && members.length !== count ? amountDue(fee, count, coupon !== '') : undefined
  return amount === undefined ? {} : { amount }
}

const registrationChanges = (record: ReviewedRecord, { name, phone, members, utr, delegate_id }: Changes) => {
  const [leader, ...rest] = members ?? record.members
  if (!leader) return given({ utr, delegate_id })
  const first = { ...leader, name: name ?? leader.name, phone: phone ?? leader.phone }
  return {
    ...first,
    ...given({ utr, delegate_id }),
    ...dueOf(record, 1 + rest.length),
    team_members: JSON.stringify([first, ...rest]),
  }
}

/** Writes a correction into the record; its ids, its times and whatever was not asked for stay. */
export const changeRecord = async (
  transaction: Transaction<Tables>,
  record: ReviewedRecord,
  changes: Changes,
  proofs: Readonly<Record<string, string>>,
): Promise<void> => {
  const { id, kind } = record
  const { name, phone, utr, transaction_id } = changes
  if (kind === 'registration')
    await transaction
      .updateTable('EventRegistration')
      .set({ id, ...registrationChanges(record, changes), ...proofs })
      .where('id', '=', id)
      .execute()
  else if (kind === 'delegate-pass')
    await transaction
      .updateTable('DelegatePass')
      .set({ id, ...given({ name, phone, utr }), ...proofs })
      .where('id', '=', id)
      .execute()
  else
    await transaction
      .updateTable('Accommodation')
      .set({ id, ...given({ name, phone, transaction_id }), ...proofs })
      .where('id', '=', id)
      .execute()
}
