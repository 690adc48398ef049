import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './schema'

/** All processes of an installation share the key. */
export const createSenderHash = (db: Db): ((address: string) => Promise<string>) => {
  let key: string | undefined
  return async (address) => {
    if (key === undefined) {
      const { rows } = await sql<{ value: string }>`select value from sender_key`.execute(db)
      key = rows[0]?.value
    }
    if (key === undefined) {
      throw new Error('The database has no key for the hashes of senders')
    }
    return createHmac('sha256', key).update(address).digest('base64url')
  }
}
