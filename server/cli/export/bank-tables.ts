import type { Transaction } from 'kysely'
import type { Paise } from '../../../festival/bank/cells'
import type { MoneyOutcome } from '../../../festival/desk/states'
import type { Tables } from '../../db/schema'
import type { BankMatchRow, BankRefundRow, BankRow } from '../../db/statement-schema'
import { inIndia } from './cell'
import { asStored, exportOf } from './export-of'

/** What a row of the bank's statement says of a payment. */
interface PaymentItem extends BankMatchRow {
  paid_on: BankRow['day'] | null
  received: Paise | null
  narration: string
  bank_reference: string
}

export const inRupees = (paise: Paise | null) => paise && paise / 100
const yes = (is: unknown) => (is ? 'yes' : 'no')

const readPayments = async (snapshot: Transaction<Tables>) => {
  const rows = await snapshot
    .selectFrom('bank_row')
    .selectAll()
    .where('id', 'in', snapshot.selectFrom('bank_match').select('row_id'))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (match: BankMatchRow): PaymentItem[] => {
    const row = byId.get(match.row_id)
    const { day: paid_on = null, amount: received = null, narration = '', reference: bank_reference = '' } = row ?? {}
    return [{ ...match, paid_on, received, narration, bank_reference }]
  }
}

/** Which payment of the bank was taken for which submission, those included that were taken back. */
export const payments = exportOf('bank_match', 'at', readPayments, {
  paid_on: { head: 'Paid on' },
  received: { head: 'Received', show: inRupees },
  amount: { head: 'For this record', show: inRupees },
  bank_reference: { head: 'UTR' },
  narration: { head: 'Narration' },
  reason: { head: 'Why a difference was accepted' },
  actor: { head: 'Matched by' },
  at: { head: 'Matched', show: inIndia },
  freed_by: { head: 'Taken back', show: yes },
  is_reversed: { head: 'Reversed by the bank', show: yes },
  decision_id: { head: 'Decision ID' },
  record_id: { head: 'Record' },
  row_id: {},
  spending_id: {},
  id: {},
})

const outcomeWords: Readonly<Record<MoneyOutcome, string>> = { returned: 'Given back', kept: 'Kept' }

/** Money that was given back, or is kept. */
export const refunds = exportOf('bank_refund', 'at', asStored<BankRefundRow>, {
  at: { head: 'Noted', show: inIndia },
  actor: { head: 'By' },
  kind: { head: 'What', show: (kind) => outcomeWords[kind] },
  amount: { head: 'Amount', show: inRupees },
  note: { head: 'How, or why' },
  record_id: { head: 'Record' },
  id: {},
})
