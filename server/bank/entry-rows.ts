import { formatPaise } from '../../festival/bank/cells'
import { distinctiveLength, looksLikeReference, readNarration } from '../../festival/bank/narration'
import { groupCopies } from '../../festival/bank/payments'
import { compareRow } from '../../festival/bank/signals'
import { formatShortDay } from '../../festival/content/slot'
import type { EntryRow, RowView } from '../../festival/contract/bank'
import { referenceLength } from '../../festival/payment/upi'
import { sumBy } from '../../festival/sum-by'
import { isAmong } from '../db/engines'
import { markForIndexing } from '../db/mark-for-indexing'
import type { DbOrTransaction } from '../db/schema'
import { readEntryNames } from '../entries/entry'
import type { NewFlag } from '../entries/flags'
import { sumRefunded } from './allocate'
import { type ExpectedEntry, readExpectedEntries } from './expected'
import { findReversal, findRowsContaining, selectAllocations, toRowView, withImports } from './rows'

/** Lists active allocations last. */
const loadAllocations = (db: DbOrTransaction, entryId: string) =>
  withImports(db)
    .innerJoin('allocation', 'allocation.row_id', 'bank_row.id')
    .select([
      'allocation.reason',
      'allocation.amount as share',
      'allocation.command_id',
      'freed_by',
    ])
    .where('entry_id', '=', entryId)
    .where(({ or, eb }) => or([eb('freed_by', 'is', null), eb('is_reversed', '=', 1)]))
    .orderBy('freed_by', (order) => order.desc().nullsLast())
    .execute()

type LoadedAllocation = Awaited<ReturnType<typeof loadAllocations>>[number]

const findPaymentStatus = (
  allocation: LoadedAllocation | undefined,
  reversal: 'whole' | 'part' | undefined,
): EntryRow['paymentStatus'] => {
  if (allocation && allocation.freed_by === null) {
    return 'allocated'
  }
  return allocation || reversal === 'whole' ? 'reversed' : 'names-it'
}

const loadEntryRows = async (db: DbOrTransaction, expected: ExpectedEntry) => {
  const { id: entryId, number, pictureNumber, reference } = expected
  const allocations = await loadAllocations(db, entryId)
  const allocationsByRow = new Map(allocations.map((row) => [row.id, row]))
  const codes = [number, pictureNumber, reference?.slice(0, distinctiveLength)]
  const namingRows = (await findRowsContaining(db, codes)).filter(
    ({ id }) => !allocationsByRow.has(id),
  )
  const loaded = []
  for (const row of [...allocationsByRow.values(), ...namingRows]) {
    const allocation = allocationsByRow.get(row.id)
    const equal = compareRow(row, expected)
    // A share of 0 marks a copy of an allocated row.
    const isOwn = allocation ? allocation.share !== 0 : equal.number || equal.reference
    if (!isOwn) {
      continue
    }
    const reversal = await findReversal(db, row)
    const otherNarrations = allocations
      .filter(({ share, command_id }) => share === 0 && command_id === allocation?.command_id)
      .map(({ narration }) => narration)
    const paymentStatus = findPaymentStatus(allocation, reversal)
    loaded.push({ row, allocation, equal, paymentStatus, reversal, otherNarrations })
  }
  return loaded
}

export const listEntryRows = async (db: DbOrTransaction, entryId: string): Promise<EntryRow[]> => {
  const expected = (await readExpectedEntries(db, [entryId])).get(entryId)
  const loaded = expected ? await loadEntryRows(db, expected) : []
  const ids = loaded.map(({ row }) => row.id)
  const listAllocatedEntries = await loadAllocatedEntries(db, ids)
  return loaded.map(({ row, allocation, paymentStatus, otherNarrations }) => {
    const view: EntryRow = {
      ...toRowView(row, listAllocatedEntries(row.id), otherNarrations),
      paymentStatus,
      importedBy: row.importedBy,
    }
    if (allocation?.reason) {
      view.reason = allocation.reason
    }
    return view
  })
}

const loadAllocatedEntries = async (db: DbOrTransaction, rowIds: readonly string[]) => {
  const allocations = selectAllocations(db).select(['row_id', 'entry_id as id'])
  const allocatedRows = await allocations.where(isAmong(db, 'row_id', rowIds)).execute()
  const entryIds = allocatedRows.map(({ id }) => id)
  const name = await readEntryNames(db, entryIds)
  return (rowId: string) =>
    allocatedRows
      .filter(({ row_id }) => row_id === rowId)
      .map(({ id }) => ({ id, label: name(id).label }))
}

const minSearchLength = 4
const maxFound = 5

/** Ignores blanks, because narrow columns break texts apart. */
export const findPayments = async (db: DbOrTransaction, search: string): Promise<RowView[]> => {
  const text = search.replace(/\s/g, '').replace(/^0+/, '')
  const rows =
    text.length < minSearchLength ? [] : (await findRowsContaining(db, [text])).slice(0, maxFound)
  const ids = rows.map(({ id }) => id)
  const listAllocatedEntries = await loadAllocatedEntries(db, ids)
  return rows.map((row) => toRowView(row, listAllocatedEntries(row.id)))
}

export const findEntryRowIds = async (
  db: DbOrTransaction,
  entryIds: readonly string[],
): Promise<string[]> => {
  const rows: string[] = []
  for (const expected of (await readExpectedEntries(db, entryIds)).values()) {
    rows.push(...(await loadEntryRows(db, expected)).map(({ row }) => row.id))
  }
  return rows
}

type LoadedRow = Awaited<ReturnType<typeof loadEntryRows>>[number]

const describePayments = (rows: readonly LoadedRow[]) =>
  `${formatPaise(sumBy(rows, ({ row }) => row.amount))} paid on ${rows.map(({ row }) => formatShortDay(row.day)).join(' and ')}`

/** Finds another open entry that names one of the payments by UTR, picture or reference. */
const findRival = async (db: DbOrTransaction, id: string, rows: readonly LoadedRow[]) => {
  const read = rows.map(({ row }) => readNarration(row.narration, row.reference))
  const numbers = read.flatMap((narration) => narration.numbers)
  // Only the start of a field is used; a merchant's reference or a word may follow.
  const references = read.flatMap(({ fields }) =>
    fields.filter(looksLikeReference).map((field) => field.slice(0, referenceLength)),
  )
  const tokens = [...numbers, ...references].map((word) => word.toLowerCase())
  const naming = db
    .selectFrom('search_token')
    .select('entry_id')
    .where(isAmong(db, 'token', tokens))
  const others = db.selectFrom('review').select('entry_id').where('entry_id', 'in', naming)
  const open = others
    .where('state', 'in', ['submitted', 'needs-correction'])
    .where('entry_id', '<>', id)
  return (await open.orderBy('entry_id').executeTakeFirst())?.entry_id
}

const reindexAllocatedEntries = async (
  db: DbOrTransaction,
  rows: readonly LoadedRow[],
): Promise<void> => {
  const allocatedIds = rows.flatMap(({ row }) => (row.allocationId === null ? [] : row.id))
  if (allocatedIds.length === 0) {
    return
  }
  const affectedEntries = selectAllocations(db)
    .select('entry_id')
    .where(isAmong(db, 'row_id', allocatedIds))
  await markForIndexing(db, affectedEntries)
}

const listWithStatus = (rows: readonly LoadedRow[], status: EntryRow['paymentStatus']) =>
  rows.filter(({ paymentStatus }) => paymentStatus === status)

/**
 * Returns the allocated payments or, if there are none, those that certainly belong to the entry.
 */
const listOwnRows = (rows: readonly LoadedRow[]) => {
  const allocatedRows = listWithStatus(rows, 'allocated')
  return allocatedRows.length > 0
    ? allocatedRows
    : rows.filter(({ allocation, equal }) => allocation || equal.number || equal.hasWholeReference)
}

const flagReversal = (rows: readonly LoadedRow[]): NewFlag[] => {
  const own = listOwnRows(rows)
  const reversed = listWithStatus(own, 'reversed')
  const partlyReversed = own.filter(({ reversal }) => reversal === 'part')
  if (reversed.length > 0) {
    const detail = `The bank reversed ${describePayments(reversed)}.`
    return [{ kind: 'payment-reversed', detail }]
  }
  if (partlyReversed.length > 0) {
    const detail = `The bank reversed part of ${describePayments(partlyReversed)}.`
    return [{ kind: 'payment-reversed', detail }]
  }
  return []
}

const flagShortCash = (
  { cash, due, paymentStatus }: ExpectedEntry,
  received: number,
): NewFlag[] => {
  if (cash === null || received >= due || paymentStatus === 'closed') {
    return []
  }
  const detail = `${formatPaise(cash)} was collected in cash; ${formatPaise(due)} is due.`
  return [{ kind: 'odd-amount', detail }]
}

const flagRefund = async (
  db: DbOrTransaction,
  { id, state, due }: ExpectedEntry,
  received: number,
): Promise<NewFlag[]> => {
  const returned = await sumRefunded(db, id)
  // Without a known payment, the entry was verified by picture.
  if (returned === 0 || state !== 'verified' || (received || due) - returned >= due) {
    return []
  }
  return [{ kind: 'given-back', detail: `${formatPaise(returned)} was refunded.` }]
}

const flagRival = async (
  db: DbOrTransaction,
  { id }: ExpectedEntry,
  allocatedRows: readonly LoadedRow[],
): Promise<NewFlag[]> => {
  const other = await findRival(db, id, allocatedRows)
  if (!other) {
    return []
  }
  const detail = `Another entry claims ${describePayments(allocatedRows)}.`
  return [{ kind: 'payment-contested', detail, other }]
}

/** Flags open payments if neither one of them nor the sum is the amount due. */
const flagOpenAmount = (rows: readonly LoadedRow[], due: number): NewFlag[] => {
  const open = listWithStatus(listOwnRows(rows), 'names-it').filter(
    ({ row }) => row.allocationId === null,
  )
  const copies = groupCopies(
    open.map(({ row }) => ({ ...row, file: row.import_id, balance: row.balance ?? undefined })),
  )
  const payments = copies.flatMap(([first]) => open.filter(({ row }) => row.id === first?.id))
  const sum = sumBy(payments, ({ row }) => row.amount)
  if (payments.length === 0 || sum === due || payments.some(({ row }) => row.amount === due)) {
    return []
  }
  const detail = `Received: ${describePayments(payments)}; due: ${formatPaise(due)}.`
  return [{ kind: 'odd-amount', detail }]
}

/** Also marks other entries that name the same payment for indexing. */
export const findBankFlags = async (
  db: DbOrTransaction,
  { id }: { id: string },
): Promise<NewFlag[]> => {
  const expected = (await readExpectedEntries(db, [id])).get(id)
  if (!expected) {
    return []
  }
  const rows = await loadEntryRows(db, expected)
  const allocatedRows = listWithStatus(rows, 'allocated')
  const { cash, due, paymentStatus } = expected
  const received = (cash ?? 0) + sumBy(allocatedRows, ({ allocation }) => allocation?.share ?? 0)
  const flags = [
    ...flagReversal(rows),
    ...flagShortCash(expected, received),
    ...(await flagRefund(db, expected, received)),
    ...(await flagRival(db, expected, allocatedRows)),
  ]
  if (paymentStatus === 'open') {
    await reindexAllocatedEntries(db, listWithStatus(rows, 'names-it'))
  }
  if (allocatedRows.length === 0 && cash === null) {
    flags.push(...flagOpenAmount(rows, due))
  }
  return flags
}
