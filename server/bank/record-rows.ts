import { writePaise } from '../../festival/bank/cells'
import { looksLikeReference, readNarration, tellingLength } from '../../festival/bank/narration'
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
    .select(['bank_match.reason', 'bank_match.amount as share', 'bank_match.spending_id', 'freed_by'])
    .where('record_id', '=', expected.id)
    .where(({ or, eb }) => or([eb('freed_by', 'is', null), eb('is_reversed', '=', 1)]))
    .orderBy('freed_by', (order) => order.desc().nullsLast())
    .execute()
  const own = new Map(held.map((row) => [row.id, row]))
  const { number, pictureNumber, reference } = expected
  const naming = (await findWith(db, [number, pictureNumber, reference?.slice(0, tellingLength)])).filter(
    ({ id }) => !own.has(id),
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
    rows.push({
      row,
      share: match?.share ?? 0,
      equal,
      standing,
      isOwn: match !== undefined,
      isPart: reversal === 'part',
      reason,
      otherWords,
    })
  }
  return rows
}

/** The bank's rows that a record was verified by, and those that name it (behaviour 15.26). */
export const listRecordRows = async (db: DbOrTransaction, recordId: string): Promise<RecordRow[]> => {
  const expected = (await readExpected(db, [recordId])).get(recordId)
  const own = expected ? await readOwn(db, expected) : []
  const rows = new Set(own.map(({ row }) => row.id))
  const live = db.selectFrom('bank_match').select(['row_id', 'record_id']).where('freed_by', 'is', null)
  const held = await live.where(isAmong(db, 'row_id', [...rows])).execute()
  const records = await readExpected(db, [...new Set(held.map(({ record_id }) => record_id))])
  return own.map(({ row, standing, reason, otherWords }) => {
    const holders = held.filter(({ row_id }) => row_id === row.id).map(({ record_id: id }) => id)
    const allocatedTo = holders.map((id) => ({ id, label: records.get(id)?.label ?? '' }))
    const shown = { ...showRow(row, allocatedTo, otherWords), standing, importedBy: row.importedBy }
    return reason === '' ? shown : { ...shown, reason }
  })
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

/** Another open submission that names one of these payments by its UTR, the one on its picture or its whole payment code. */
const findRival = async (db: DbOrTransaction, id: string, rows: readonly KeptRow[]): Promise<string | undefined> => {
  const read = rows.map(({ narration, reference }) => readNarration(narration, reference))
  const words = read.flatMap(({ numbers, fields }) => [...numbers, ...fields.filter(looksLikeReference)])
  const { record_id } =
    (await db
      .selectFrom('review')
      .innerJoin('search_token', 'search_token.record_id', 'review.record_id')
      .select('review.record_id')
      .where(isAmong(db, 'token', [...new Set(words.map((word) => word.toLowerCase()))]))
      .where('state', 'in', ['submitted', 'needs-correction'])
      .where('review.record_id', '<>', id)
      .orderBy('review.record_id')
      .limit(1)
      .executeTakeFirst()) ?? {}
  return record_id
}

/** Whoever was verified by a payment that another one names now is looked at anew. */
const flagHolders = async (db: DbOrTransaction, rows: readonly string[]): Promise<void> => {
  const holders = db.selectFrom('bank_match').select('record_id').where('freed_by', 'is', null)
  await db
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', holders.where(isAmong(db, 'row_id', rows)))
    .execute()
}

/**
 * What the bank's rows say against a record: that a payment of it was taken back, that another amount came than is due (in cash, too),
 * or that another submission names what verified it (behaviour 15.24). Once a payment that stands is allocated to it, the first two are not said any
 * more, but that the bank took a part of one back.
 */
export const findBankFlags = async (db: DbOrTransaction, { id }: { id: string }): Promise<FoundFlag[]> => {
  const expected = (await readExpected(db, [id])).get(id)
  const all = expected ? await readOwn(db, expected) : []
  const allocated = all.filter(({ standing }) => standing === 'allocated')
  const own =
    allocated.length > 0
      ? allocated
      : all.filter(({ isOwn, equal }) => isOwn || equal.number || equal.hasWholeReference)
  const gone = own.filter(({ standing }) => standing === 'reversed')
  const parts = own.filter(({ isPart }) => isPart)
  const back = gone.length > 0 ? `The bank took ${tell(gone)} back.` : `The bank took a part of ${tell(parts)} back.`
  const flags: FoundFlag[] = gone.length + parts.length > 0 ? [{ kind: 'payment-reversed', detail: back }] : []
  if (!expected) return flags
  const { cash, due, standing: ofRecord } = expected
  const received = (cash ?? 0) + allocated.reduce((sum, { share }) => sum + share, 0)
  if (cash !== null && received < due && ofRecord !== 'closed')
    flags.push({ kind: 'odd-amount', detail: `${writePaise(cash)} were taken in cash; ${writePaise(due)} are due.` })
  const other = await findRival(
    db,
    id,
    allocated.map(({ row }) => row),
  )
  if (other) flags.push({ kind: 'payment-contested', detail: `Another submission names ${tell(allocated)}.`, other })
  const spent = all.filter(({ row, standing }) => standing === 'names-it' && row.spentBy !== null)
  if (ofRecord === 'open' && spent.length > 0)
    await flagHolders(
      db,
      spent.map(({ row }) => row.id),
    )
  if (allocated.length > 0 || cash !== null) return flags
  // Each payment once, in whichever file's words.
  const wordsOf = ({ amount, narration, reference }: KeptRow) =>
    [amount, ...readNarration(narration, reference).numbers].join(' ')
  const open = own.filter(({ row, standing }) => standing === 'names-it' && row.spentBy === null)
  const came = [...new Map(open.map((one) => [wordsOf(one.row), one])).values()]
  const sum = came.reduce((paise, { row }) => paise + row.amount, 0)
  if (came.length > 0 && sum !== expected.due && came.every(({ row }) => row.amount !== expected.due))
    flags.push({ kind: 'odd-amount', detail: `${tell(came)} came; ${writePaise(expected.due)} are due.` })
  return flags
}
