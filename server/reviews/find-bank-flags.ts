import { writePaise } from '../../festival/bank/cells'
import type { ProposalState } from '../../festival/matching/proposal'
import type { DbOrTransaction } from '../db/schema'
import { readClaim } from './claims'
import type { FoundFlag } from './find-flags'
import type { ReviewedRecord } from './records'

const told = (rows: readonly { day: string; amount: number }[]) =>
  `${writePaise(rows.reduce((sum, { amount }) => sum + amount, 0))} of ${rows.map(({ day }) => day).join(' and ')}`

const reversedFlag = (detail: string | undefined): FoundFlag[] =>
  detail === undefined ? [] : [{ kind: 'payment-reversed', detail }]

/**
 * What the bank's rows say against a record: that a payment of it was taken back, or that another amount came than is due
 * (behaviour 15.24). Once a payment that stands was spent on it, neither is said any more,
 * but that the bank took a part of one back.
 */
export const findBankFlags = async (db: DbOrTransaction, { id }: Pick<ReviewedRecord, 'id'>): Promise<FoundFlag[]> => {
  const matches = await db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .leftJoin('bank_import', 'bank_import.id', 'bank_match.freed_by')
    .select(['bank_row.day', 'bank_match.amount', 'freed_by', 'is_reversed', 'row_id', 'dropped_at'])
    .where('bank_match.record_id', '=', id)
    .execute()
  const findings = await db
    .selectFrom('bank_finding')
    .innerJoin('bank_row', 'bank_row.id', 'bank_finding.row_id')
    .select(['bank_row.day', 'bank_row.amount', 'state', 'row_id'])
    .where('bank_finding.record_id', '=', id)
    .execute()
  const found = (wanted: ProposalState) => findings.filter(({ state }) => state === wanted)
  const partly = found('partly-reversed')
  const lessened = partly.length > 0 ? `The bank took a part of ${told(partly)} back.` : undefined
  if (matches.some(({ freed_by }) => freed_by === null)) return reversedFlag(lessened)
  const lost = matches.filter(({ is_reversed }) => is_reversed === 1)
  const reversed = [...lost, ...found('reversed').filter(({ row_id }) => !lost.some((one) => one.row_id === row_id))]
  // Whoever takes a file back does not clear a record with it: somebody looks and settles it anew.
  const isDropped = lost.length === reversed.length && lost.every(({ dropped_at }) => dropped_at !== null)
  const says = isDropped ? 'A file that was taken back since said that the bank took' : 'The bank took'
  const odd = found('wrong-amount')
  const claim = odd.length > 0 ? await readClaim(db, id) : undefined
  return [
    ...reversedFlag(reversed.length > 0 ? `${says} ${told(reversed)} back.` : lessened),
    ...(claim ? [{ kind: 'odd-amount' as const, detail: `${told(odd)} came; ${writePaise(claim.due)} are due.` }] : []),
  ]
}
