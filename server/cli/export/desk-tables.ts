import * as v from 'valibot'
import type { FormKind } from '../../../festival/api'
import { reasonKeys, reasonOf } from '../../../festival/desk/reasons'
import { decisionWords, groundWords, moneyWords, stateWords } from '../../../festival/desk/states'
import { formatRupees } from '../../../festival/fee'
import type { AuditEntryRow, DecisionRow, ReviewRow } from '../../db/desk-schema'
import { inRupees } from './bank-tables'
import { inIndia } from './cell'
import { asStored, exportOf } from './export-of'

const kinds: Readonly<Record<FormKind, string>> = {
  registration: 'Registration',
  'delegate-pass': 'Delegate pass',
  accommodation: 'Accommodation',
}

const nameGround = (ground: ReviewRow['ground']) => ground && groundWords[ground]

/** How each submission stands. */
export const reviews = exportOf('review', 'created_at', asStored<ReviewRow>, {
  kind: { head: 'Of', show: (kind) => kinds[kind] },
  event: { head: 'Event' },
  state: { head: 'State', show: (state) => stateWords[state] },
  ground: { head: 'Seen by', show: nameGround },
  cash_amount: { head: 'Paid in cash', show: inRupees },
  cash_by: { head: 'Cash taken by' },
  created_at: { head: 'Sent', show: inIndia },
  // The time says it.
  day: undefined,
  changed_at: { head: 'Last change', show: inIndia },
  changed_by: { head: 'By' },
  version: {},
  prepared: undefined,
  corrected_at: { head: 'Corrected', show: inIndia },
  // They stand on the record at the desk.
  earlier_values: undefined,
  record_id: { head: 'Record' },
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
  decided_at: { head: 'Decided', show: inIndia },
  actor: { head: 'By' },
  decision: { head: 'Decision', show: (decision) => decisionWords[decision] },
  ground: { head: 'Seen by', show: nameGround },
  reasons: { head: 'Reasons', show: tellReasons, json: readReasons },
  note: { head: 'Note' },
  money: { head: 'The money', show: (money) => money && moneyWords[money] },
  from_state: { head: 'Before', show: (state) => stateWords[state] },
  from_ground: {},
  to_state: { head: 'After', show: (state) => stateWords[state] },
  version: {},
  record_id: { head: 'Record' },
  id: { head: 'Decision ID' },
  batch_id: {},
  message_id: {},
})

/** Who did what. */
export const audit = exportOf('audit_entry', 'at', asStored<AuditEntryRow>, {
  at: { head: 'At', show: inIndia },
  actor: { head: 'Who' },
  action: { head: 'Action' },
  detail: { head: 'Detail', json: (detail) => v.parse(v.record(v.string(), v.unknown()), JSON.parse(detail)) },
  record_id: { head: 'Record' },
  decision_id: { head: 'Decision ID' },
  id: {},
})
