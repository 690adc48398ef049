import { randomBytes } from 'node:crypto'
import { formatDelegateId, formatDelegateRegistrationId } from '../../../festival/ids'
import type { DbOrTransaction, DelegatePassRow } from '../../db/schema'

const draws = 200
/** So many clashes in a row say that six digits have become scarce; the registration id then shows one more. */
const clashesPerDigit = 20

const drawDelegateId = () => formatDelegateId(BigInt(`0x${randomBytes(12).toString('hex')}`))

/**
 * Saves a pass under a delegate id of twelve random digits. Another is drawn while the table has the id or its last six
 * digits already (behaviour 4.3).
 * @throws Error when no free id was drawn
 */
export const insertDelegatePass = async (
  db: DbOrTransaction,
  pass: Omit<DelegatePassRow, 'delegate_id' | 'registration_id'>,
  draw: () => string = drawDelegateId,
): Promise<DelegatePassRow> => {
  for (let round = 0; round < draws; round += 1) {
    const delegateId = draw()
    const digits = Math.min(12, 6 + Math.floor(round / clashesPerDigit))
    const registrationId = formatDelegateRegistrationId(delegateId, digits)
    const row = { ...pass, delegate_id: delegateId, registration_id: registrationId }
    const result = await db
      .insertInto('DelegatePass')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (result.numInsertedOrUpdatedRows === 1n) return row
  }
  throw new Error('No delegate id is free')
}

export const findDelegatePass = (db: DbOrTransaction, id: string): Promise<DelegatePassRow> =>
  db.selectFrom('DelegatePass').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
