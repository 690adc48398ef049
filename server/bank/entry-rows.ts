import { formatPaise } from '../../festival/bank/cells'
import { distinctiveLength, looksLikeReference, readNarration } from '../../festival/bank/narration'
import { groupCopies } from '../../festival/bank/payments'
import { compareRow } from '../../festival/bank/signals'
import type { EntryRow, ShownRow } from '../../festival/contract/bank'
import { referenceLength } from '../../festival/payment/upi'
import { isAmong } from '../db/engines'
import { markForIndexing } from '../db/mark-for-indexing'
import type { DbOrTransaction } from '../db/schema'
import { nameEntries } from '../entries/entry'
import type { FoundFlag } from '../entries/flags'
import { sumRefunded } from './allocate'
import { type ExpectedEntry, readExpectedEntries } from './expected'
import { allocated, findReversal, findRowsContaining, showRow, withImports } from './rows'

/** A record's payments: those allocated to it, those that the bank took back, and those that name it. */
const loadEntryRows = async (db: DbOrTransaction, expected: ExpectedEntry) => {
  const allocations = await withImports(db)
    .innerJoin('allocation', 'allocation.row_id', 'bank_row.id')
    .select([
      'allocation.reason',
      'allocation.amount as share',
      'allocation.command_id',
      'freed_by',
    ])
    .where('entry_id', '=', expected.id)
    .where(({ or, eb }) => or([eb('freed_by', 'is', null), eb('is_reversed', '=', 1)]))
    .orderBy('freed_by', (order) => order.desc().nullsLast())
    .execute()
  const own = new Map(allocations.map((row) => [row.id, row]))
  const { number, pictureNumber, reference } = expected
  const naming = (
    await findRowsContaining(db, [number, pictureNumber, reference?.slice(0, distinctiveLength)])
  ).filter(({ id }) => !own.has(id))
  const rows = []
  for (const row of [...own.values(), ...naming]) {
    const equal = compareRow(row, expected)
    const match = own.get(row.id)
    if (match ? match.share === 0 : !equal.number && !equal.reference) {
      continue
    }
    const reversal = await findReversal(db, row)
    const paymentStatus: EntryRow['paymentStatus'] =
      match && match.freed_by === null
        ? 'allocated'
        : match || reversal === 'whole'
          ? 'reversed'
          : 'names-it'
    // The same payment in other files' words has no share.
    const isOtherNarration = (one: (typeof allocations)[number]) =>
      one.share === 0 && one.command_id === match?.command_id
    const otherNarrations = allocations.filter(isOtherNarration).map(({ narration }) => narration)
    rows.push({ row, match, equal, paymentStatus, reversal, otherNarrations })
  }
  return rows
}

/** The bank's rows that a record was verified by, and those that name it (behaviour 15.26). */
export const listEntryRows = async (db: DbOrTransaction, entryId: string): Promise<EntryRow[]> => {
  const expected = (await readExpectedEntries(db, [entryId])).get(entryId)
  const own = expected ? await loadEntryRows(db, expected) : []
  const ids = own.map(({ row }) => row.id)
  const listAllocatedEntries = await loadAllocatedEntries(db, ids)
  return own.map(({ row, match, paymentStatus, otherNarrations }) => {
    const reason = match?.reason && { reason: match.reason }
    const shown = showRow(row, listAllocatedEntries(row.id), otherNarrations)
    return { ...shown, paymentStatus, importedBy: row.importedBy, ...reason }
  })
}

/** Which submissions each of these rows is allocated to. */
const loadAllocatedEntries = async (db: DbOrTransaction, rowIds: readonly string[]) => {
  const holders = allocated(db).select(['row_id', 'entry_id as id'])
  const allocatedRows = await holders.where(isAmong(db, 'row_id', rowIds)).execute()
  const entryIds = allocatedRows.map(({ id }) => id)
  const name = await nameEntries(db, entryIds)
  return (rowId: string) =>
    allocatedRows
      .filter(({ row_id }) => row_id === rowId)
      .map(({ id }) => ({ id, label: name(id).label }))
}

/** A search by less than this finds most rows, and of what it finds so many are shown. */
const [minSearchLength, maxFound] = [4, 5]

/** The credits whose payer, UTR or reference a search names, blanks aside, as a narrow column breaks them (behaviour 15.74). */
export const findPayments = async (db: DbOrTransaction, search: string): Promise<ShownRow[]> => {
  const text = search.replace(/\s/g, '').replace(/^0+/, '')
  const rows =
    text.length < minSearchLength ? [] : (await findRowsContaining(db, [text])).slice(0, maxFound)
  const ids = rows.map(({ id }) => id)
  const listAllocatedEntries = await loadAllocatedEntries(db, ids)
  return rows.map((row) => showRow(row, listAllocatedEntries(row.id)))
}

/** The ids of credits that name one of these submissions, though nobody has said so yet. */
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
  `${formatPaise(rows.reduce((sum, { row }) => sum + row.amount, 0))} of ${rows.map(({ row }) => row.day).join(' and ')}`

/** Another open submission that names one of these payments by its UTR, the one on its picture or its whole payment code. */
const findRival = async (db: DbOrTransaction, id: string, rows: readonly LoadedRow[]) => {
  const read = rows.map(({ row }) => readNarration(row.narration, row.reference))
  const numbers = read.flatMap((narration) => narration.numbers)
  // What follows the reference in a field is a merchant's transaction reference, or a word that was glued to it.
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

/** Whoever was verified by a payment that another one names now is looked at anew. */
const reindexAllocatedEntries = async (
  db: DbOrTransaction,
  rows: readonly LoadedRow[],
): Promise<void> => {
  const allocatedIds = rows.flatMap(({ row }) => (row.allocationId === null ? [] : row.id))
  if (allocatedIds.length === 0) {
    return
  }
  const affectedEntries = allocated(db)
    .select('entry_id')
    .where(isAmong(db, 'row_id', allocatedIds))
  await markForIndexing(db, affectedEntries)
}

/**
 * What the bank's rows say against a record: that a payment of it, or a part, was taken back, that another amount came than is due (in
 * cash, too), unless one that stands is allocated to it, or that another submission names what verified it (behaviour 15.24).
 */
export const findBankFlags = async (
  db: DbOrTransaction,
  { id }: { id: string },
): Promise<FoundFlag[]> => {
  const expected = (await readExpectedEntries(db, [id])).get(id)
  if (!expected) {
    return []
  }
  const { cash, due } = expected
  const all = await loadEntryRows(db, expected)
  const allocated = all.filter(({ paymentStatus }) => paymentStatus === 'allocated')
  const certain = all.filter(({ match, equal }) => match || equal.number || equal.hasWholeReference)
  const own = allocated.length > 0 ? allocated : certain
  const reversed = own.filter(({ paymentStatus }) => paymentStatus === 'reversed')
  const partlyReversed = own.filter(({ reversal }) => reversal === 'part')
  const flags: FoundFlag[] = []
  const flag = (kind: FoundFlag['kind'], detail: string) => flags.push({ kind, detail })
  if (reversed.length > 0) {
    flag('payment-reversed', `The bank reversed ${describePayments(reversed)}.`)
  } else if (partlyReversed.length > 0) {
    flag('payment-reversed', `The bank reversed part of ${describePayments(partlyReversed)}.`)
  }
  const received = allocated.reduce((sum, { match }) => sum + (match?.share ?? 0), cash ?? 0)
  if (cash !== null && received < due && expected.paymentStatus !== 'closed') {
    flag('odd-amount', `${formatPaise(cash)} was collected in cash; ${formatPaise(due)} is due.`)
  }
  const returned = await sumRefunded(db, id)
  // What neither bank nor cash shows came as it was due.
  if (returned > 0 && expected.state === 'verified' && (received || due) - returned < due) {
    flag('given-back', `${formatPaise(returned)} was refunded.`)
  }
  const other = await findRival(db, id, allocated)
  if (other) {
    flags.push({
      kind: 'payment-contested',
      detail: `Another entry names ${describePayments(allocated)}.`,
      other,
    })
  }
  const naming = all.filter(({ paymentStatus }) => paymentStatus === 'names-it')
  if (expected.paymentStatus === 'open') {
    await reindexAllocatedEntries(db, naming)
  }
  if (allocated.length > 0 || cash !== null) {
    return flags
  }
  const open = naming.filter((named) => own.includes(named) && named.row.allocationId === null)
  // A payment that several files have counts once.
  const copies = groupCopies(
    open.map(({ row }) => ({ ...row, file: row.import_id, balance: row.balance ?? undefined })),
  )
  const openPayments = copies.flatMap(([first]) => open.filter(({ row }) => row.id === first?.id))
  const sum = openPayments.reduce((paise, { row }) => paise + row.amount, 0)
  if (
    openPayments.length > 0 &&
    sum !== due &&
    openPayments.every(({ row }) => row.amount !== due)
  ) {
    flag('odd-amount', `Received: ${describePayments(openPayments)}; due: ${formatPaise(due)}.`)
  }
  return flags
}
