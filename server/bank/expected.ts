import type { ExpectedPayment, Match } from '../../festival/bank/match'
import type { Day } from '../../festival/content/slot'
import type { Refund, ShownExpected } from '../../festival/contract/bank'
import type { FlagKind } from '../../festival/contract/flags'
import { groupBy } from '../../festival/group-by'
import { type Paise, toPaise } from '../../festival/payment/money'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import { readPages } from '../db/table-rows'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { findEntriesWithSharedPayment, lastDigits, listFlagKinds } from '../entries/flags'
import { readUtrs } from '../entries/proofs'
import { allocated, type StoredRow, showRow } from './rows'

/** A submission with an amount due, as it is matched with the bank's rows and shown beside them. */
export interface ExpectedEntry extends ShownExpected {
  paymentStatus: ExpectedPayment['paymentStatus']
  email: string
  event: string
  /** What was taken in cash; no bank shows that. */
  cash: Paise | null
}

/** Whether something is due: whoever was rejected or has withdrawn owes nothing. */
export const isAccepted = ({ state }: Pick<ExpectedEntry, 'state'>): boolean =>
  state !== 'rejected' && state !== 'withdrawn'

/** Everybody from whom money is due or may have come, by id, whatever became of them; with `ids` only those. */
export const readExpectedEntries = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, ExpectedEntry>> => {
  if (ids?.length === 0) {
    return new Map()
  }
  const [pictures, flags] = [await readPictureNumbers(db, ids), await listFlagKinds(db, ids)]
  const shared = await findEntriesWithSharedPayment(db, ids)
  const all = db.selectFrom('review').selectAll().orderBy('entry_id')
  const wanted = all.$if(ids !== undefined, (selection) =>
    selection.where(isAmong(db, 'entry_id', ids ?? [])),
  )
  const rows = await readPages(
    async (after, limit) => {
      const reviews = await wanted.where('entry_id', '>', after).limit(limit).execute()
      const entries = await readEntries(db, reviews)
      return reviews.map((review) => ({
        id: review.entry_id,
        review,
        entry: entries.get(review.entry_id),
      }))
    },
    ({ id }) => id,
  )
  return new Map(
    rows.flatMap(({ id, review, entry }) =>
      entry?.amount
        ? [[id, toExpectedEntry(review, entry, pictures.get(id), flags.get(id), shared.has(id))]]
        : [],
    ),
  )
}

const toExpectedEntry = (
  { version, state, source, day, is_indexed, cash_amount: cash }: ReviewRow,
  { id, kind, label, name, email, phone, event, eventName, amount, reference, utr }: ReviewedEntry,
  pictureNumber: string | undefined,
  flags: FlagKind[] = [],
  isShared: boolean,
): ExpectedEntry => {
  const digits = lastDigits(phone)
  const isSettled = cash !== null || (state === 'verified' && source === 'bank')
  return {
    ...{
      id,
      kind,
      label,
      name,
      email,
      event,
      eventName,
      version,
      state,
      source,
      cash,
      flags,
      pictureNumber,
    },
    due: toPaise(amount ?? 0),
    day: day as Day,
    reference: reference || undefined,
    number: /^\d{12}$/.test(utr) ? utr : undefined,
    phone: digits.length === 10 ? digits : undefined,
    paymentStatus: !isAccepted({ state }) ? 'closed' : isSettled ? 'settled' : 'open',
    ...(isShared && { isShared }),
    ...(is_indexed === 0 && { isUnindexed: true }),
  }
}

/** The UTR that was read from each record's payment picture, as it stands now. */
const readPictureNumbers = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, string>> => {
  const query = db
    .selectFrom('ocr_result')
    .innerJoin('proof', 'proof.id', 'ocr_result.proof')
    .select(['ocr_result.proof', 'proof.entry_id', 'ocr_result.data'])
    .where('proof.replaced_at', 'is', null)
    .$if(ids !== undefined, (all) => all.where(isAmong(db, 'proof.entry_id', ids ?? [])))
  const rows = await readPages(
    (after, limit) =>
      query
        .where('ocr_result.proof', '>', after)
        .orderBy('ocr_result.proof')
        .limit(limit)
        .execute(),
    ({ proof }) => proof,
  )
  return new Map(
    rows.flatMap((row) => readUtrs(row).map((utr): [string, string] => [row.entry_id, utr])),
  )
}

/**
 * Whose money is to be given back or kept (behaviours 15.25, 15.60, 16.24). `found` has the matches of the kind `not-accepted`; of their rows those
 * that are nobody's stand last in `rows`. `cancelled` are the
 * keys of what does not take place; `everybody` is what `readExpected` gives, where somebody has read it.
 */
export const findDueRefunds = async (
  db: DbOrTransaction,
  found: { matches: readonly Match[]; rows: ReadonlyMap<string, StoredRow> },
  cancelled: readonly string[],
  loadedEntries?: ReadonlyMap<string, ExpectedEntry>,
): Promise<Refund[]> => {
  const expected = loadedEntries ?? (await readExpectedEntries(db))
  const held = allocated(db).innerJoin('bank_row', 'bank_row.id', 'row_id').selectAll('bank_row')
  const shares = held.select(['entry_id', 'allocation.amount as share']).orderBy('bank_row.day')
  const payments = groupByEntry(await shares.execute())
  const refundRows = await db
    .selectFrom('refund')
    .select(['entry_id', 'amount as share', 'kind'])
    .execute()
  const returned = groupByEntry(refundRows.filter(({ kind }) => kind === 'returned'))
  const kept = groupByEntry(refundRows.filter(({ kind }) => kind === 'kept'))
  const rejections = db
    .selectFrom('decision')
    .select(['entry_id', 'money'])
    .where('decision', '=', 'reject')
  const moneyChoices = new Map(
    (await rejections.orderBy('version').execute()).map((one) => [one.entry_id, one.money]),
  )
  const notAcceptedMatches = found.matches.filter(({ kind }) => kind === 'not-accepted')
  const ids = notAcceptedMatches.flatMap((match) => match.rows)
  const keys = db.selectFrom('allocated_row').select('row_id')
  const used = new Set(
    (await keys.where(isAmong(db, 'row_id', ids)).execute()).map(({ row_id }) => row_id),
  )
  const open = groupBy(notAcceptedMatches, (match) => match.expected.slice(0, 1))
  return [...expected.values()].flatMap((one): Refund[] => {
    const { id, label, name, email, phone = '', due } = one
    const cash = one.cash ?? 0
    const own = payments(id)
    const isCancelled = isAccepted(one) && cancelled.includes(one.event)
    const isDue = isAccepted(one) && !isCancelled
    const unallocatedIds = (isDue ? [] : (open.get(id) ?? [])).flatMap((match) =>
      match.rows.filter((row) => !used.has(row)),
    )
    const unallocatedRows = unallocatedIds.flatMap((row) => found.rows.get(row) ?? [])
    const counted = own.sum + cash + unallocatedRows.reduce((sum, { amount }) => sum + amount, 0)
    const isUnseen = isCancelled && one.state === 'verified' && counted === 0
    const received = isUnseen ? due : counted
    const amount = received - (isDue ? due : 0) - returned(id).sum - kept(id).sum
    if (received === 0 || amount <= 0) {
      return []
    }
    const rows = own.all
      .filter(({ share }) => share > 0)
      .map((row) => showRow(row, [{ id, label }]))
    const refund = {
      ...{ entryId: id, label, name, email, phone, received, cash, due, amount },
      ...{ returned: returned(id).sum, kept: kept(id).sum, isUnseen },
      rows: [...rows, ...unallocatedRows.map((row) => showRow(row, []))],
    }
    if (isDue || isCancelled) {
      return [{ ...refund, why: isDue ? 'too-much' : 'cancelled', moneyChoice: null }]
    }
    return [{ ...refund, why: 'not-accepted', moneyChoice: moneyChoices.get(id) ?? null }]
  })
}

/** What came or went, for each record. */
const groupByEntry = <Row extends { entry_id: string; share: number }>(rows: readonly Row[]) => {
  const groups = groupBy(rows, ({ entry_id }) => [entry_id])
  return (id: string) => {
    const all = groups.get(id) ?? []
    return { all, sum: all.reduce((sum, { share }) => sum + share, 0) }
  }
}
