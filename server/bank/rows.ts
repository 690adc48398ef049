import { sql } from 'kysely'
import type { BankRow } from '../../festival/bank/match'
import { readNarration } from '../../festival/bank/narration'
import { isSameTransfer } from '../../festival/bank/payments'
import { identifyRow, type Payment } from '../../festival/bank/statement'
import type { ShownRow } from '../../festival/contract/bank'
import { isAmong, isPostgres } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import { readPages } from '../db/table-rows'
import { hashParts } from '../system/secret'

/** A row's id: the same in every file that has it (behaviour 15.10). */
export const fingerprint = (payment: Payment): string => hashParts(identifyRow(payment))

/** A row that was kept, with the records that it is allocated to: none where they were forgotten. */
export interface StoredRow extends BankRow {
  holders: readonly string[]
}

/** Allocations that hold: none that was taken back. */
export const allocated = (db: DbOrTransaction) =>
  db.selectFrom('allocation').where('freed_by', 'is', null)

/** All rows that were kept, by id; with `ids` only those. */
export const readRows = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, StoredRow>> => {
  const used = await db.selectFrom('allocated_row').select('row_id').execute()
  const holders = new Map(used.map(({ row_id }): [string, string[]] => [row_id, []]))
  const held = allocated(db).select(['row_id', 'entry_id']).orderBy('entry_id')
  for (const { row_id, entry_id } of await held.execute()) {
    holders.get(row_id)?.push(entry_id)
  }
  const stored = await readPages(
    (after, limit) =>
      db
        .selectFrom('bank_row')
        .innerJoin('bank_import', 'bank_import.id', 'import_id')
        .selectAll('bank_row')
        .select('at')
        .$if(ids !== undefined, (all) => all.where(isAmong(db, 'bank_row.id', ids ?? [])))
        .where('bank_row.id', '>', after)
        .orderBy('bank_row.id')
        .limit(limit)
        .execute(),
    ({ id }) => id,
  )
  return new Map(
    stored.map(({ import_id, at, balance, ...row }) => {
      const own = holders.get(row.id)
      const kept = {
        ...row,
        file: `${at} ${import_id}`,
        ...(balance !== null && { balance }),
        holders: own ?? [],
      }
      return [row.id, own ? { ...kept, allocatedTo: own[0] ?? '' } : kept]
    }),
  )
}

/** A row as the desk shows it. */
export const showRow = (
  { id, line, day, amount, narration, reference }: Omit<BankRow, 'file' | 'balance'>,
  allocatedTo: ShownRow['allocatedTo'],
  otherNarrations: string[] = [],
): ShownRow => ({
  ...{ id, line, day, amount, narration, reference, allocatedTo },
  ...(otherNarrations.length > 0 ? { otherNarrations } : {}),
})

/** Changes when a file or a reversal comes or goes: what was matched before may be wrong then. */
export const readRevision = async (db: DbOrTransaction): Promise<string> => {
  const { rows } = await sql<{ reversals: number; imports: number; newest: string | null }>`
    select (select count(*) from bank_row where amount < 0) as reversals, count(*) as imports, max(at) as newest from bank_import
  `.execute(db)
  return JSON.stringify(rows)
}

/** More rows than there are: with a limit both engines make each row's text once, and not anew for each word. */
const noRowLimit = sql.lit(1_000_000_000)

/** More rows than bear one number or code; what a search finds beyond them is nobody's answer. */
const mostRows = 1_000

/** Credits, or debits, in whose texts one of these numbers or codes stands; a spreadsheet may have eaten zeros at a number's beginning. */
export const findRowsContaining = async (
  db: DbOrTransaction,
  words: readonly (string | undefined)[],
  sign: 1 | -1 = 1,
) => {
  const like = isPostgres(db) ? sql`ilike` : sql`like`
  const patterns = words.flatMap((word) =>
    word ? word.replace(/^0+/, '').replace(/[\\%_]/g, '\\$&') : [],
  )
  if (patterns.length === 0) {
    return []
  }
  const conditions = patterns.map((pattern) => sql`text ${like} ${`%${pattern}%`} escape '\\'`)
  // A narrow column breaks a number by blanks or ends of lines.
  const texts = sql`
    select id, replace(replace(narration || '|' || reference, ' ', ''), ${'\n'}, '') as text from bank_row
    where amount * ${sql.lit(sign)} > 0 limit ${noRowLimit}`
  return withImports(db)
    .where(
      'bank_row.id',
      'in',
      sql<string>`(select id from (${texts}) as texts where ${sql.join(conditions, sql` or `)})`,
    )
    .limit(mostRows)
    .execute()
}

/** Rows with who imported each, and what allocated it, by day. */
export const withImports = (db: DbOrTransaction) =>
  db
    .selectFrom('bank_row')
    .innerJoin('bank_import', 'bank_import.id', 'bank_row.import_id')
    .leftJoin('allocated_row', 'allocated_row.row_id', 'bank_row.id')
    .selectAll('bank_row')
    .select(['bank_import.actor as importedBy', 'allocated_row.command_id as allocationId'])
    .orderBy('bank_row.day')
    .orderBy('bank_row.id')

/** How much of a credit was taken back: its number, or its longer number or code with the same amount, leaves the account on its day or later. */
export const findReversal = async (
  db: DbOrTransaction,
  {
    narration,
    reference,
    day,
    amount,
  }: Pick<BankRow, 'narration' | 'reference' | 'day' | 'amount'>,
) => {
  const payment = readNarration(narration, reference)
  const debits = await findRowsContaining(
    db,
    [...payment.numbers, ...payment.serials, ...payment.codes],
    -1,
  )
  const reversedAmounts = debits.flatMap((debit) => {
    if (debit.day < day) {
      return []
    }
    const read = readNarration(debit.narration, debit.reference)
    const hasNumber = read.numbers.some((number) => payment.numbers.includes(number))
    const isEqual = -debit.amount === amount && isSameTransfer(read, payment)
    return hasNumber || isEqual ? [-debit.amount] : []
  })
  if (reversedAmounts.includes(amount)) {
    return 'whole'
  }
  return reversedAmounts.some((reversedAmount) => reversedAmount < amount) ? 'part' : undefined
}
