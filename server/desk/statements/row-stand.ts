import type { DbOrTransaction } from '../../db/schema'

/** Changes when a reversal is kept or a file is taken back: what was proposed before may be wrong then. */
export const readRowStand = async (db: DbOrTransaction): Promise<string> => {
  const { reversals } = await db
    .selectFrom('bank_row')
    .select(({ fn }) => fn.countAll().as('reversals'))
    .where('amount', '<', 0)
    .executeTakeFirstOrThrow()
  const { dropped } = await db
    .selectFrom('bank_import')
    .select(({ fn }) => fn.count('dropped_at').as('dropped'))
    .executeTakeFirstOrThrow()
  return `${reversals} ${dropped}`
}
