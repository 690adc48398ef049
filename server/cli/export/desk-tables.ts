import type { Transaction } from 'kysely'
import * as v from 'valibot'
import type { FormKind } from '../../../festival/api'
import type { Paise } from '../../../festival/bank/cells'
import { reasonKeys, reasonOf } from '../../../festival/desk/reasons'
import { decisionWords, groundWords, type MoneyOutcome, moneyWords, stateWords } from '../../../festival/desk/states'
import { formatRupees } from '../../../festival/fee'
import type { AuditEntryRow, DecisionRow, ReviewRow } from '../../db/desk-schema'
import type { Tables } from '../../db/schema'
import type { BankMatchRow, BankRefundRow, BankRow } from '../../db/statement-schema'
import { inIndia } from '../../lists/cells'
import { asStored, exportOf } from './export-of'

const inRupees = (paise: Paise | null) => paise && paise / 100

const kinds: Readonly<Record<FormKind, string>> = {
  registration: 'Registration',
  'delegate-pass': 'Delegate pass',
  accommodation: 'Accommodation',
}

const nameGround = (ground: ReviewRow['ground']) => ground && groundWords[ground]

/** How each submission stands. */
export const reviews = exportOf('review', 'created_at', asStored<ReviewRow>, {
  kind: ['Of', (kind) => kinds[kind]],
  event: 'Event',
  state: ['State', (state) => stateWords[state]],
  ground: ['Seen by', nameGround],
  // The registrations, passes and rooms say it.
  due: undefined,
  people: undefined,
  unread: undefined,
  cash_amount: ['Paid in cash', inRupees],
  cash_by: 'Cash taken by',
  created_at: ['Sent', inIndia],
  // The time says it.
  day: undefined,
  changed_at: ['Last change', inIndia],
  changed_by: 'By',
  version: null,
  prepared: undefined,
  corrected_at: ['Corrected', inIndia],
  // They stand on the record at the desk.
  earlier_values: undefined,
  // The record's own columns say it.
  lacks_utr: undefined,
  entered_by: 'Entered at the desk by',
  later_at: null,
  record_id: 'Record',
})

const storedReasons = v.array(v.object({ key: v.picklist(reasonKeys), difference: v.optional(v.nullable(v.number())) }))
const readReasons = (json: string) => v.parse(storedReasons, JSON.parse(json))

const tellReasons = (json: string): string =>
  readReasons(json)
    .map(({ key, difference }) => {
      const { label } = reasonOf(key)
      return typeof difference === 'number' ? `${label}, by ${formatRupees(difference)}` : label
    })
    .join('; ')

/** What was decided and not taken back. */
export const decisions = exportOf('decision', 'decided_at', asStored<DecisionRow>, {
  decided_at: ['Decided', inIndia],
  actor: 'By',
  decision: ['Decision', (decision) => decisionWords[decision]],
  ground: ['Seen by', nameGround],
  reasons: ['Reasons', tellReasons, readReasons],
  note: 'Note',
  money: ['The money', (money) => money && moneyWords[money]],
  from_state: ['Before', (state) => stateWords[state]],
  from_ground: null,
  to_state: ['After', (state) => stateWords[state]],
  version: null,
  record_id: 'Record',
  id: 'Decision ID',
  batch_id: null,
  message_id: null,
  // It stands on the record at the desk.
  replaced: undefined,
})

/** Who did what. */
export const audit = exportOf('audit_entry', 'at', asStored<AuditEntryRow>, {
  at: ['At', inIndia],
  actor: 'Who',
  action: 'Action',
  detail: ['Detail', undefined, (detail) => v.parse(v.record(v.string(), v.unknown()), JSON.parse(detail))],
  record_id: 'Record',
  decision_id: 'Decision ID',
  id: null,
})

/** What a row of the bank's statement says of a payment. */
interface PaymentItem extends BankMatchRow {
  paid_on: BankRow['day'] | null
  received: Paise | null
  narration: string
  bank_reference: string
}

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
  paid_on: 'Paid on',
  received: ['Received', inRupees],
  amount: ['For this record', inRupees],
  bank_reference: 'UTR',
  narration: 'Narration',
  reason: 'Why a difference was accepted',
  actor: 'Matched by',
  at: ['Matched', inIndia],
  freed_by: ['Taken back', yes],
  is_reversed: ['Reversed by the bank', yes],
  decision_id: 'Decision ID',
  record_id: 'Record',
  row_id: null,
  spending_id: null,
  id: null,
})

const outcomeWords: Readonly<Record<MoneyOutcome, string>> = { returned: 'Given back', kept: 'Kept' }

/** Money that was given back, or is kept. */
export const refunds = exportOf('bank_refund', 'at', asStored<BankRefundRow>, {
  at: ['Noted', inIndia],
  actor: 'By',
  kind: ['What', (kind) => outcomeWords[kind]],
  amount: ['Amount', inRupees],
  note: 'How, or why',
  record_id: 'Record',
  id: null,
})
