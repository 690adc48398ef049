import type { RecordRow } from '../../../festival/desk/statement'
import type { BankPayment } from '../../../festival/matching/claim'
import { compareRow } from '../../../festival/matching/compare-row'
import { firmStates, type ProposalState } from '../../../festival/matching/proposal'
import type { DbOrTransaction } from '../../db/schema'
import { readRecordMatches, toPayment } from '../../reviews/bank-rows'
import { type ClaimedRecord, isAccepted, readClaim } from '../../reviews/claims'

/** What the newest import proposes of a record, and nothing that was spent on it. */
const readFindings = (db: DbOrTransaction, recordId: string) =>
  db
    .selectFrom('bank_finding')
    .innerJoin('bank_row', 'bank_row.id', 'bank_finding.row_id')
    .innerJoin('bank_import', 'bank_import.id', 'bank_row.import_id')
    .selectAll('bank_row')
    .select(['bank_import.actor as importedBy', 'bank_finding.state'])
    .where('bank_finding.record_id', '=', recordId)
    .orderBy('bank_row.day')
    .execute()

/** Whom rows were spent on. */
const readHolders = async (db: DbOrTransaction, rowIds: readonly string[]) => {
  if (rowIds.length === 0) return []
  return db
    .selectFrom('bank_match')
    .select(['row_id', 'record_id'])
    .where('row_id', 'in', rowIds)
    .where('freed_by', 'is', null)
    .execute()
}

/** A payment that is firmly of somebody who isn't accepted any more is to be given back or kept. */
const standingOf = (state: ProposalState, claim: ClaimedRecord | undefined): ProposalState =>
  claim && !isAccepted(claim) && firmStates.some((firm) => firm === state) ? 'not-accepted' : state

/** The bank’s rows that a record was verified by, or that the newest import sees beside it (behaviour 15.26). */
export const listBankRows = async (db: DbOrTransaction, recordId: string): Promise<RecordRow[]> => {
  const claim = await readClaim(db, recordId)
  const spent = await readRecordMatches(db, recordId)
  const own = new Set(spent.map(({ id }) => id))
  const proposed = (await readFindings(db, recordId)).filter(({ id }) => !own.has(id))
  const holders = await readHolders(
    db,
    [...spent, ...proposed].map(({ id }) => id),
  )
  const labels = new Map<string, string>()
  for (const { record_id } of holders)
    if (!labels.has(record_id)) labels.set(record_id, (await readClaim(db, record_id))?.label ?? '')
  const show = ({ balance: _balance, ...payment }: BankPayment): Omit<RecordRow, 'standing' | 'importedBy'> => ({
    ...payment,
    isNew: false,
    spentOn: holders
      .filter(({ row_id }) => row_id === payment.id)
      .map(({ record_id: id }) => ({ id, label: labels.get(id) ?? '' })),
    equal: claim ? compareRow(payment, claim) : { amount: false, number: false },
  })
  return [
    ...spent.map(
      (row): RecordRow => ({
        ...show(toPayment(row, undefined)),
        standing: 'spent',
        importedBy: row.importedBy,
        ...(row.reason === '' ? {} : { reason: row.reason }),
      }),
    ),
    ...proposed.map(
      (row): RecordRow => ({
        ...show(toPayment(row, undefined)),
        standing: standingOf(row.state, claim),
        importedBy: row.importedBy,
      }),
    ),
  ]
}
