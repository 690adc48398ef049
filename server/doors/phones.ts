import { minuteMs } from '../../festival/content/slot'
import { doorBounds, type PairBody } from '../../festival/contract/door'
import type { DoorPhoneRow, DoorRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import { later } from '../system/clock'
import { hashSecret, makeSecret } from '../system/secret'
import { findDoorEnd } from './door-rows'

/**
 * Browsers write cookies to disk up to 30 seconds late. A browser that is killed before that restarts
 * with the previous token, which must still be accepted.
 */
const tokenMs = 2 * minuteMs

/** A token consists of the phone's id and a secret. */
const makeToken = (id: string, secret: string): string => `${id}.${secret}`

const findDoor = (db: DbOrTransaction, id: string): Promise<DoorRow> =>
  db.selectFrom('door').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Selects the phones that can use their door. */
export const selectPhones = (db: DbOrTransaction) =>
  db.selectFrom('door_phone').where('paired_at', 'is not', null).where('removed_at', 'is', null)

/** @throws ApiError `illegal` if the door has the maximum number of phones */
export const refuseFullDoor = async (db: DbOrTransaction, doorId: string): Promise<void> => {
  const phones = await selectPhones(db).select('id').where('door_id', '=', doorId).execute()
  if (phones.length >= doorBounds.phonesPerDoor) {
    const message = `This door has ${phones.length} phones, which is the limit. Remove one at the desk first.`
    throw new ApiError('illegal', message)
  }
}

/**
 * Replaces the QR code's secret with a token, so that the code works only once.
 * @returns undefined if the code has been used or has expired
 * @throws ApiError `illegal`
 */
export const pairPhone = (db: Db, { secret, volunteer }: PairBody, now: Date) =>
  transact(db, async (transaction) => {
    await acquireLock(transaction, 'doors')
    const phone = await transaction
      .selectFrom('door_phone')
      .selectAll()
      .where('hash', '=', hashSecret(secret))
      .where('paired_at', 'is', null)
      .where('added_at', '>', later(now, -doorBounds.pairingMinutes * minuteMs))
      .executeTakeFirst()
    const door = phone && (await findDoor(transaction, phone.door_id))
    if (!door || now >= findDoorEnd(door)) {
      return undefined
    }
    await refuseFullDoor(transaction, door.id)
    const { id } = phone
    const at = now.toISOString()
    const tokenSecret = makeSecret()
    await transaction
      .updateTable('door_phone')
      .set({
        hash: hashSecret(tokenSecret),
        token_at: at,
        volunteer,
        paired_at: at,
        seen_at: at,
      })
      .where('id', '=', id)
      .execute()
    return { door, token: makeToken(id, tokenSecret) }
  })

/**
 * Replaces a token after two minutes. The previous token is accepted until the new one is two
 * minutes old and has been used, because the response with the new one might have been lost. Using
 * the previous token invalidates the new one. A copied cookie therefore either invalidates the
 * original or becomes invalid itself, and using an invalid token flags the phone.
 * @returns the token for the next request, or undefined if the token is not valid or the phone was
 * removed
 */
export const acceptToken = async (
  db: Db,
  token: string,
  report: Partial<Pick<DoorPhoneRow, 'volunteer' | 'unsent' | 'list_at'>>,
  now: Date,
) => {
  const [id = '', secret = ''] = token.split('.')
  const phone = await selectPhones(db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!phone) {
    return undefined
  }
  const usedHash = hashSecret(secret)
  const isCurrent = usedHash === phone.hash
  const update = db.updateTable('door_phone').where('id', '=', id)
  if (!isCurrent && usedHash !== phone.previous_hash) {
    await update.set({ is_copied: 1 }).execute()
    return undefined
  }
  const at = now.toISOString()
  await update.set({ ...report, seen_at: at }).execute()
  const door = await findDoor(db, phone.door_id)
  const isRecent = phone.token_at !== null && phone.token_at > later(now, -tokenMs)
  if (isCurrent && isRecent) {
    return { phone, door, token }
  }
  const nextSecret = makeSecret()
  const { numUpdatedRows } = await update
    .where('hash', '=', phone.hash)
    .set({ hash: hashSecret(nextSecret), previous_hash: usedHash, token_at: at })
    .executeTakeFirstOrThrow()
  // If a simultaneous request has replaced `token`, it is now the previous token.
  return { phone, door, token: numUpdatedRows > 0n ? makeToken(id, nextSecret) : token }
}
