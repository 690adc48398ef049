import type { DbOrTransaction } from '../../db/schema'

/** Rows of the bank that only the file that brought them has, and no other one (behaviour 15.49). */
export const ownRows = (db: DbOrTransaction) =>
  db
    .selectFrom('bank_row')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_import_row')
            .select('bank_import_row.id')
            .whereRef('bank_import_row.row_id', '=', 'bank_row.id')
            .whereRef('bank_import_row.import_id', '<>', 'bank_row.import_id'),
        ),
      ),
    )
