import type { Logger } from 'pino'
import type { Db } from '../../db/schema'

/** The test read: one id of the registrations. The result is logged (behaviour 12.2). */
export const testRead = async (db: Db, log: Logger): Promise<boolean> => {
  try {
    const row = await db.selectFrom('EventRegistration').select('id').limit(1).executeTakeFirst()
    log.info({ found: row !== undefined }, 'the table store answers')
    return true
  } catch (error) {
    log.error({ err: error }, 'the table store does not answer')
    return false
  }
}
