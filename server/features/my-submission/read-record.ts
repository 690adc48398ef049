import type { FormKind } from '../../../festival/api'
import type { DbOrTransaction } from '../../db/schema'
import { type ReviewedRecord, readRecords } from '../../reviews/records'

/** One record; undefined where it is gone. */
export const readRecord = async (
  db: DbOrTransaction,
  wanted: { record_id: string; kind: FormKind },
): Promise<ReviewedRecord | undefined> => (await readRecords(db, [wanted])).get(wanted.record_id)
