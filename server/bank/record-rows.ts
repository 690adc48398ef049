import { type SqlBool, sql } from 'kysely'
import { writePaise } from '../../festival/bank/cells'
import { readNarration, tellingLength } from '../../festival/bank/narration'
import { compareRow } from '../../festival/bank/signals'
import type { RecordRow } from '../../festival/desk/bank'
import { isPostgres } from '../db/is-postgres'
import type { DbOrTransaction } from '../db/schema'
import type { BankRow as KeptRow } from '../db/statement-schema'
import type { FoundFlag } from '../reviews/find-flags'
import { type ExpectedRecord, readExpected } from './expected'
import { toBankRow } from './rows'

/** Rows in whose texts one of these words stands. A word is a pattern in which nothing stands for something else. */
const findWith = async (
  db: DbOrTransaction,
  words: readonly string[],
): Promise<(KeptRow & { importedBy: string })[]> => {
  if (words.length === 0) return []
  const like = isPostgres(db) ? sql`ilike` : sql`like`
  const holds = words.flatMap((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return [sql`narration`, sql`bank_row.reference`].map(
      (column) => sql<SqlBool>`${column} ${like} ${pattern} escape '\\'`,
    )
  })
  return db
    .selectFrom('bank_row')
    .innerJoin('bank_import', 'bank_import.id', 'bank_row.import_id')
    .selectAll('bank_row')
    .select('bank_import.actor as importedBy')
    .where(({ or }) => or(holds))
    .orderBy('bank_row.day')
    .orderBy('bank_row.id')
    .execute()
}

/** Zeros at its beginning may have been eaten by a spreadsheet. */
const bare = (number: string) => number.replace(/^0+/, '')

/** Credits that name a submission by its number, the one on its picture, or its payment code. */
const findNaming = async (db: DbOrTransaction, expected: ExpectedRecord) => {
  const { number, pictureNumber, reference } = expected
  const words = [number && bare(number), pictureNumber && bare(pictureNumber), reference?.slice(0, tellingLength)]
  const rows = await findWith(
    db,
    words.filter((word): word is string => word !== undefined && word !== ''),
  )
  return rows.flatMap((row) => {
    const equal = compareRow(row, expected)
    return row.amount > 0 && (equal.number || equal.reference) ? [{ ...row, equal }] : []
  })
}

/** What took (a part of) a credit back: its number leaves the account on its day or later. */
const findReversal = async (db: DbOrTransaction, { narration, reference, day, amount }: KeptRow) => {
  const { numbers } = readNarration(narration, reference)
  const rows = (await findWith(db, numbers.map(bare))).filter((row) => row.amount < 0 && row.day >= day)
  const isWhole = rows.some((row) => row.amount === -amount)
  return isWhole ? 'whole' : rows.some((row) => -row.amount < amount) ? 'part' : undefined
}

/** A record's allocations that hold, each with its row; of a payment that files word differently the other words. */
const readAllocated = async (db: DbOrTransaction, recordId: string) => {
  const all = await db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .innerJoin('bank_import', 'bank_import.id', 'bank_row.import_id')
    .selectAll('bank_row')
    .select(['bank_import.actor as importedBy', 'bank_match.reason', 'bank_match.amount as share', 'spending_id'])
    .where('record_id', '=', recordId)
    .where('freed_by', 'is', null)
    .orderBy('bank_row.day')
    .execute()
  const otherWords = (one: string) =>
    all.flatMap(({ share, spending_id, narration }) => (share === 0 && spending_id === one ? narration : []))
  return all.flatMap((row) => (row.share > 0 ? [{ ...row, otherWords: otherWords(row.spending_id) }] : []))
}

/** The bank's rows that a record was verified by, and those that name it (behaviour 15.26). */
export const listRecordRows = async (db: DbOrTransaction, recordId: string): Promise<RecordRow[]> => {
  const expected = (await readExpected(db, [recordId])).get(recordId)
  const allocated = await readAllocated(db, recordId)
  const own = new Set(allocated.map(({ id }) => id))
  const words = new Set(allocated.flatMap(({ otherWords }) => otherWords))
  const naming = (expected ? await findNaming(db, expected) : []).filter(
    ({ id, narration }) => !own.has(id) && !words.has(narration),
  )
  const ids = [...allocated, ...naming].map(({ id }) => id)
  const holders = await db
    .selectFrom('bank_match')
    .select(['row_id', 'record_id'])
    .where('row_id', 'in', ids.length > 0 ? ids : [''])
    .where('freed_by', 'is', null)
    .execute()
  const records = await readExpected(db, [...new Set(holders.map(({ record_id }) => record_id))])
  const show = (row: KeptRow & { importedBy: string }) => {
    const { file: _file, balance: _balance, ...shown } = toBankRow(row)
    return {
      ...shown,
      isNew: false,
      allocatedTo: holders
        .filter(({ row_id }) => row_id === row.id)
        .map(({ record_id: id }) => ({ id, label: records.get(id)?.label ?? '' })),
      importedBy: row.importedBy,
      equal: expected ? compareRow(row, expected) : { amount: false, number: false },
    }
  }
  const shown: RecordRow[] = []
  for (const row of allocated)
    shown.push({
      ...show(row),
      standing: 'allocated',
      ...(row.otherWords.length > 0 ? { otherWords: row.otherWords } : {}),
      ...(row.reason === '' ? {} : { reason: row.reason }),
    })
  for (const row of naming)
    shown.push({ ...show(row), standing: (await findReversal(db, row)) === 'whole' ? 'reversed' : 'names-it' })
  return shown
}

const tell = (rows: readonly { day: string; amount: number }[]) =>
  `${writePaise(rows.reduce((sum, { amount }) => sum + amount, 0))} of ${rows.map(({ day }) => day).join(' and ')}`

/**
 * What the bank's rows say against a record: that a payment of it was taken back, or that another amount came than is due
 * (behaviour 15.24). Once a payment that stands was allocated to it, neither is said any more, but that the bank took a part of one back.
 */
export const findBankFlags = async (db: DbOrTransaction, { id }: { id: string }): Promise<FoundFlag[]> => {
  const expected = (await readExpected(db, [id])).get(id)
  if (!expected) return []
  const allocated = await readAllocated(db, id)
  const naming = allocated.length > 0 ? allocated : await findFirm(db, expected)
  const standing: KeptRow[] = []
  const reversed: { id: string; day: string; amount: number }[] = []
  const parts: KeptRow[] = []
  for (const row of naming) {
    const reversal = await findReversal(db, row)
    if (reversal === 'part') parts.push(row)
    ;(reversal === 'whole' ? reversed : standing).push(row)
  }
  const partly = parts.length > 0 ? `The bank took a part of ${tell(parts)} back.` : undefined
  const flag = (detail: string): FoundFlag => ({ kind: 'payment-reversed', detail })
  if (allocated.length > 0) return partly ? [flag(partly)] : []
  const lost = await db
    .selectFrom('bank_match')
    .innerJoin('bank_row', 'bank_row.id', 'bank_match.row_id')
    .select(['bank_row.id', 'bank_row.day', 'bank_match.amount'])
    .where('record_id', '=', id)
    .where('is_reversed', '=', 1)
    .where('bank_match.amount', '>', 0)
    .execute()
  const gone = [...lost, ...reversed.filter((row) => !lost.some((one) => one.id === row.id))]
  const said = gone.length > 0 ? `The bank took ${tell(gone)} back.` : partly
  const sum = standing.reduce((all, { amount }) => all + amount, 0)
  const isOdd = standing.length > 0 && sum !== expected.due && standing.every(({ amount }) => amount !== expected.due)
  return [
    ...(said ? [flag(said)] : []),
    ...(isOdd
      ? [{ kind: 'odd-amount' as const, detail: `${tell(standing)} came; ${writePaise(expected.due)} are due.` }]
      : []),
  ]
}

/** Credits that are firmly a submission's, and not allocated to another one. */
const findFirm = async (db: DbOrTransaction, expected: ExpectedRecord) => {
  const rows = (await findNaming(db, expected)).filter(({ equal }) => equal.number || equal.reference === 'whole')
  if (rows.length === 0) return []
  const used = await db
    .selectFrom('bank_spending')
    .select('row_id')
    .where(
      'row_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const isUsed = new Set(used.map(({ row_id }) => row_id))
  const seen = new Set<string>()
  return rows.filter(({ id, day, amount, narration, reference }) => {
    // The same payment in another file's words.
    const key = [day, amount, ...readNarration(narration, reference).numbers].join(' ')
    return !isUsed.has(id) && seen.size < seen.add(key).size
  })
}

/** The ids of credits that hold a number of these submissions: theirs, though nobody has said so yet. */
export const findOwnRows = async (db: DbOrTransaction, recordIds: readonly string[]): Promise<string[]> => {
  const rows: string[] = []
  for (const expected of (await readExpected(db, recordIds)).values())
    rows.push(
      ...(await findNaming(db, expected)).flatMap(({ id, equal }) => (equal.number || equal.reference ? id : [])),
    )
  return rows
}
