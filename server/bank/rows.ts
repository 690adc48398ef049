import { sql } from 'kysely'
import type { BankRow } from '../../festival/bank/match'
import { readNarration } from '../../festival/bank/narration'
import { isSameTransfer } from '../../festival/bank/payments'
import { identifyRow, type Payment } from '../../festival/bank/statement'
import type { RowView } from '../../festival/contract/bank'
import { isAmong, isPostgres } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import { readPages } from '../db/table-rows'
import { hashParts } from '../system/secret'

/** The same row has the same id in every file. */
export const fingerprint = (payment: Payment): string => hashParts(identifyRow(payment))

export interface StoredRow extends BankRow {
  /** Empty after the entries were forgotten. */
  allocatedEntries: readonly string[]
}

export const selectAllocations = (db: DbOrTransaction) =>
  db.selectFrom('allocation').where('freed_by', 'is', null)

export const readRows = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, StoredRow>> => {
  const used = await db.selectFrom('allocated_row').select('row_id').execute()
  const entriesByRow = new Map(used.map(({ row_id }): [string, string[]] => [row_id, []]))
  const allocations = selectAllocations(db).select(['row_id', 'entry_id']).orderBy('entry_id')
  for (const { row_id, entry_id } of await allocations.execute()) {
    entriesByRow.get(row_id)?.push(entry_id)
  }
  const rows = await readPages(
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
    rows.map(({ import_id, at, balance, ...row }) => {
      const allocatedEntries = entriesByRow.get(row.id)
      const stored: StoredRow = {
        ...row,
        file: `${at} ${import_id}`,
        allocatedEntries: allocatedEntries ?? [],
      }
      if (balance !== null) {
        stored.balance = balance
      }
      if (allocatedEntries) {
        stored.allocatedTo = allocatedEntries[0] ?? ''
      }
      return [row.id, stored]
    }),
  )
}

export const toRowView = (
  { id, line, day, amount, narration, reference }: Omit<BankRow, 'file' | 'balance'>,
  allocatedTo: RowView['allocatedTo'],
  otherNarrations: string[] = [],
): RowView => {
  const view: RowView = { id, line, day, amount, narration, reference, allocatedTo }
  if (otherNarrations.length > 0) {
    view.otherNarrations = otherNarrations
  }
  return view
}

/** Changes with every file and reversal. */
export const readBankRevision = async (db: DbOrTransaction): Promise<string> => {
  const { rows } = await sql<{ reversals: number; imports: number; newest: string | null }>`
    select (select count(*) from bank_row where amount < 0) as reversals, count(*) as imports, max(at) as newest from bank_import
  `.execute(db)
  return JSON.stringify(rows)
}

/** The limit makes databases compute each row's text once, not once per word. */
const noRowLimit = sql.lit(1_000_000_000)

const maxRows = 1_000

/** Ignores leading zeros, because spreadsheets remove them. */
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
  // Narrow columns break numbers apart with blanks or line ends.
  const texts = sql`
    select id, replace(replace(narration || '|' || reference, ' ', ''), ${'\n'}, '') as text from bank_row
    where amount * ${sql.lit(sign)} > 0 limit ${noRowLimit}`
  return withImports(db)
    .where(
      'bank_row.id',
      'in',
      sql<string>`(select id from (${texts}) as texts where ${sql.join(conditions, sql` or `)})`,
    )
    .limit(maxRows)
    .execute()
}

export const withImports = (db: DbOrTransaction) =>
  db
    .selectFrom('bank_row')
    .innerJoin('bank_import', 'bank_import.id', 'bank_row.import_id')
    .leftJoin('allocated_row', 'allocated_row.row_id', 'bank_row.id')
    .selectAll('bank_row')
    .select(['bank_import.actor as importedBy', 'allocated_row.command_id as allocationId'])
    .orderBy('bank_row.day')
    .orderBy('bank_row.id')

/** @returns undefined if no debit reverses the credit */
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
