import { refundWords } from '../../festival/contract/bank'
import { type Cell, maxListed } from '../../festival/contract/lists'
import type { MoneyOutcome } from '../../festival/contract/states'
import { toRupees } from '../../festival/payment/money'
import { listRefunds } from '../bank/refunds'
import { saveAudit } from '../db/audit'
import type { Db } from '../db/schema'
import type { DeskContext } from '../organisers/guard'
import { makeFile, toIndianTime } from './cells'
import type { ListHandlers } from './queue'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const sendFile = async (
  db: Db,
  file: {
    context: DeskContext
    name: string
    /** The name in the audit log. The default is `name`. */
    table?: string
    format: 'csv' | 'xlsx'
    heads: readonly string[]
    rows: readonly (readonly Cell[])[]
    at: Date
    actor: string
    detail?: Readonly<Record<string, string>>
  },
): Promise<Response> => {
  const { context, format, at, actor } = file
  const body = await makeFile(format, file.heads, file.rows)
  await saveAudit(db, {
    at,
    actor,
    action: 'exported',
    detail: { table: file.table ?? file.name, format, rows: file.rows.length, ...file.detail },
  })
  return context.body(typeof body === 'string' ? body : new Uint8Array(body), 200, {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="${file.name}-${at.toISOString().slice(0, 10)}.${format}"`,
    'Cache-Control': 'no-store',
  })
}

const outcomeWords: Readonly<Record<MoneyOutcome, string>> = {
  returned: 'Refunded',
  kept: 'Not refunded',
}

export const fileHandlers: ListHandlers<'exportRefunds' | 'exportAudit'> = ({
  db,
  clock,
  matcher,
}) => ({
  exportRefunds: async ({ context, organiser: { email: actor } }) => {
    const { refunds, recorded } = await listRefunds(db, matcher, maxListed.csv)
    const heads = [
      'What',
      'Amount',
      'Registration ID',
      'Name',
      'E-mail',
      'Phone',
      'UPI ID',
      'How or why',
      'By',
      'Recorded',
    ]
    const open = refunds.map(({ amount, label, name, email, phone, upiId, why }) => [
      'Still to refund',
      toRupees(amount),
      label,
      name,
      email,
      phone,
      upiId,
      refundWords[why],
      null,
      null,
    ])
    const done = recorded.map(({ outcome, amount, label, name, note, by, at }) => [
      outcomeWords[outcome],
      toRupees(amount),
      label,
      name,
      null,
      null,
      null,
      note,
      by,
      toIndianTime(at),
    ])
    return sendFile(db, {
      context,
      name: 'refunds',
      format: 'csv',
      heads,
      rows: [...open, ...done],
      at: clock(),
      actor,
    })
  },

  exportAudit: async ({ context, organiser: { email: actor } }) => {
    const newest = db
      .selectFrom('audit_line')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
    const entries = await newest.limit(maxListed.csv).execute()
    const heads = ['At', 'Who', 'Action', 'Detail', 'Record', 'Decision ID']
    const rows = entries.map((line) => [
      toIndianTime(line.at),
      line.actor,
      line.action,
      line.detail,
      line.entry_id,
      line.decision_id,
    ])
    return sendFile(db, { context, name: 'audit', format: 'csv', heads, rows, at: clock(), actor })
  },
})
