import { writePaise } from '../../festival/bank/cells'
import { readNarration, tellingLength } from '../../festival/bank/narration'
import { compareRow } from '../../festival/bank/signals'
import type { RecordRow } from '../../festival/desk/bank'
import { isAmong } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import type { BankRow as KeptRow } from '../db/statement-schema'
import type { FoundFlag } from '../reviews/flags'
import { type ExpectedRecord, readExpected } from './expected'
import { findReversal, findWith, showRow, withImports } from './rows'

/** A record's payments: those allocated to it, those that the bank took back, and those that name it. */
const readOwn = async (db: DbOrTransaction, expected: ExpectedRecord) => {
  const held = await withImports(db)
    .innerJoin('bank_match', 'bank_match.row_id', 'bank_row.id')
    .select(['bank_match.reason', 'bank_match.amount as share', 'spending_id', 'freed_by'])
    .where('record_id', '=', expected.id)
    .where(({ or, eb }) => or([eb('freed_by', 'is', null), eb('is_reversed', '=', 1)]))
    .orderBy('freed_by', (order) => order.desc().nullsLast())
    .execute()
  const own = new Map(held.map((row) => [row.id, row]))
  const { number, pictureNumber, reference } = expected
  const naming = (await findWith(db, [number, pictureNumber, reference?.slice(0, tellingLength)])).filter(
    ({ id, amount }) => amount > 0 && !own.has(id),
  )
  const rows = []
  for (const row of [...own.values(), ...naming]) {
    const equal = compareRow(row, expected)
    const match = own.get(row.id)
    if (match ? match.share === 0 : !equal.number && !equal.reference) continue
    const reversal = await findReversal(db, row)
    const standing: RecordRow['standing'] =
      match && match.freed_by === null ? 'allocated' : match || reversal === 'whole' ? 'reversed' : 'names-it'
    // The same payment in other files' words has no share.
    const isOther = (one: (typeof held)[number]) => one.share === 0 && one.spending_id === match?.spending_id
    const otherWords = held.filter(isOther).map(({ narration }) => narration)
    const reason = match?.reason ?? ''
    rows.push({ row, equal, standing, isOwn: match !== undefined, isPart: reversal === 'part', reason, otherWords })
  }
  return rows
}

/** The bank's rows that a record was verified by, and those that name it (behaviour 15.26). */
export const listRecordRows = async (db: DbOrTransaction, recordId: string): Promise<RecordRow[]> => {
  const expected = (await readExpected(db, [recordId])).get(recordId)
  const own = expected ? await readOwn(db, expected) : []
  const ids = own.map(({ row }) => row.id)
  const live = db.selectFrom('bank_match').select(['row_id', 'record_id as id']).where('freed_by', 'is', null)
  const holders = await live.where(isAmong(db, 'row_id', ids)).execute()
  const records = await readExpected(
    db,
    holders.map(({ id }) => id),
  )
  const holdersOf = (rowId: string) =>
    holders.filter(({ row_id }) => row_id === rowId).map(({ id }) => ({ id, label: records.get(id)?.label ?? '' }))
  return own.map(({ row, equal, standing, reason, otherWords }) => ({
    ...showRow(row, holdersOf(row.id), otherWords),
    ...{ standing, equal, importedBy: row.importedBy },
    ...(reason === '' ? {} : { reason }),
  }))
}

/** The ids of credits that name one of these submissions, though nobody has said so yet. */
export const findOwnRows = async (db: DbOrTransaction, recordIds: readonly string[]): Promise<string[]> => {
  const rows: string[] = []
  for (const expected of (await readExpected(db, recordIds)).values())
    rows.push(...(await readOwn(db, expected)).map(({ row }) => row.id))
  return rows
}

const tell = (rows: readonly { row: KeptRow }[]) =>
  `${writePaise(rows.reduce((sum, { row }) => sum + row.amount, 0))} of ${rows.map(({ row }) => row.day).join(' and ')}`

/**
 * What the bank's rows say against a record: that a payment of it was taken back, or that another amount came than is due
 * (behaviour 15.24). Once a payment that stands is allocated to it, neither is said any more, but that the bank took a part of one back.
 */
export const findBankFlags = async (db: DbOrTransaction, { id }: { id: string }): Promise<FoundFlag[]> => {
  const expected = (await readExpected(db, [id])).get(id)
  const all = expected ? await readOwn(db, expected) : []
  const allocated = all.filter(({ standing }) => standing === 'allocated')
  const own =
    allocated.length > 0
      ? allocated
      : all.filter(({ isOwn, equal }) => isOwn || equal.number || equal.reference === 'whole')
  const gone = own.filter(({ standing }) => standing === 'reversed')
  const parts = own.filter(({ isPart }) => isPart)
  const flags: FoundFlag[] = []
  if (gone.length > 0) flags.push({ kind: 'payment-reversed', detail: `The bank took ${tell(gone)} back.` })
  else if (parts.length > 0)
    flags.push({ kind: 'payment-reversed', detail: `The bank took a part of ${tell(parts)} back.` })
  if (allocated.length > 0 || !expected) return flags
  const ids = own.map(({ row }) => row.id)
  const used = await db
    .selectFrom('bank_spending')
    .select('row_id')
    .where(isAmong(db, 'row_id', ids))
    .execute()
  const isUsed = new Set(used.map(({ row_id }) => row_id))
  // Each payment once, in whichever file's words.
  const open = new Map(
    own
      .filter(({ row, standing }) => standing === 'names-it' && !isUsed.has(row.id))
      .map((one) => [[one.row.amount, ...readNarration(one.row.narration, one.row.reference).numbers].join(' '), one]),
  )
  const came = [...open.values()]
  const sum = came.reduce((paise, { row }) => paise + row.amount, 0)
  if (came.length > 0 && sum !== expected.due && came.every(({ row }) => row.amount !== expected.due))
    flags.push({ kind: 'odd-amount', detail: `${tell(came)} came; ${writePaise(expected.due)} are due.` })
  return flags
}
