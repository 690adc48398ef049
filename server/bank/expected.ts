import type { ExpectedPayment, Match } from '../../festival/bank/match'
import type { Day } from '../../festival/content/slot'
import type { ExpectedView, Refund } from '../../festival/contract/bank'
import type { FlagKind } from '../../festival/contract/flags'
import type { MoneyOutcome } from '../../festival/contract/states'
import { groupBy } from '../../festival/group-by'
import { type Paise, toPaise } from '../../festival/payment/money'
import { sumBy } from '../../festival/sum-by'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import { readPages } from '../db/table-rows'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { findEntriesWithSharedPayment, lastDigits, listFlagKinds } from '../entries/flags'
import { readUtrs } from '../entries/proofs'
import { type StoredRow, selectAllocations, toRowView } from './rows'

export interface ExpectedEntry extends ExpectedView {
  paymentStatus: ExpectedPayment['paymentStatus']
  email: string
  event: string
  cash: Paise | null
  /** Whether the event began before the entry got a place. */
  hasLostPlace: boolean
}

export const isAccepted = ({ state }: Pick<ExpectedEntry, 'state'>): boolean =>
  state !== 'rejected' && state !== 'withdrawn'

/** Includes rejected and withdrawn entries. */
export const readExpectedEntries = async (
  db: DbOrTransaction,
  ids?: readonly string[],
): Promise<Map<string, ExpectedEntry>> => {
  if (ids?.length === 0) {
    return new Map()
  }
  const pictureNumbers = await readPictureNumbers(db, ids)
  const flags = await listFlagKinds(db, ids)
  const shared = await findEntriesWithSharedPayment(db, ids)
  const query = db
    .selectFrom('review')
    .selectAll()
    .orderBy('entry_id')
    .$if(ids !== undefined, (all) => all.where(isAmong(db, 'entry_id', ids ?? [])))
  const expected = await readPages(
    async (after, limit) => {
      const reviews = await query.where('entry_id', '>', after).limit(limit).execute()
      const entries = await readEntries(db, reviews)
      return reviews.map((review) => ({
        id: review.entry_id,
        review,
        entry: entries.get(review.entry_id),
      }))
    },
    ({ id }) => id,
  )
  const result = new Map<string, ExpectedEntry>()
  for (const { id, review, entry } of expected) {
    if (entry?.amount) {
      const evidence = {
        pictureNumber: pictureNumbers.get(id),
        flags: flags.get(id),
        isShared: shared.has(id),
      }
      result.set(id, toExpectedEntry(review, entry, evidence))
    }
  }
  return result
}

const findPaymentStatus = ({
  state,
  source,
  cash_amount,
}: Pick<ReviewRow, 'state' | 'source' | 'cash_amount'>): ExpectedEntry['paymentStatus'] => {
  if (!isAccepted({ state })) {
    return 'closed'
  }
  const isVerifiedByBank = state === 'verified' && source === 'bank'
  return cash_amount !== null || isVerifiedByBank ? 'settled' : 'open'
}

const toExpectedEntry = (
  review: ReviewRow,
  { id, kind, label, name, email, phone, event, eventName, amount, reference, utr }: ReviewedEntry,
  {
    pictureNumber,
    flags = [],
    isShared,
  }: { pictureNumber: string | undefined; flags: FlagKind[] | undefined; isShared: boolean },
): ExpectedEntry => {
  const { version, state, source, day, is_indexed, cash_amount: cash } = review
  const digits = lastDigits(phone)
  const expected: ExpectedEntry = {
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
    hasLostPlace: state === 'verified' && review.waitlist === 'lost',
    flags,
    pictureNumber,
    due: toPaise(amount ?? 0),
    day: day as Day,
    reference: reference || undefined,
    number: /^\d{12}$/.exec(utr)?.[0],
    phone: digits.length === 10 ? digits : undefined,
    paymentStatus: findPaymentStatus(review),
  }
  if (isShared) {
    expected.isShared = true
  }
  if (is_indexed === 0) {
    expected.isUnindexed = true
  }
  return expected
}

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

const loadMoney = async (db: DbOrTransaction, ids?: readonly string[]) => {
  const payments = await selectAllocations(db)
    .innerJoin('bank_row', 'bank_row.id', 'row_id')
    .selectAll('bank_row')
    .select(['entry_id', 'allocation.amount as share'])
    .$if(ids !== undefined, (all) => all.where(isAmong(db, 'entry_id', ids ?? [])))
    .orderBy('bank_row.day')
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .select(['entry_id', 'amount as share', 'kind'])
    .$if(ids !== undefined, (all) => all.where(isAmong(db, 'entry_id', ids ?? [])))
    .execute()
  const paymentsByEntry = groupBy(payments, ({ entry_id }) => [entry_id])
  const refundsByEntry = groupBy(refunds, ({ entry_id }) => [entry_id])
  return (entryId: string) => {
    const ownPayments = paymentsByEntry.get(entryId) ?? []
    const ownRefunds = refundsByEntry.get(entryId) ?? []
    const sumRefunds = (outcome: MoneyOutcome) =>
      sumBy(ownRefunds, ({ kind, share }) => (kind === outcome ? share : 0))
    return {
      rows: ownPayments.filter(({ share }) => share > 0),
      allocated: sumBy(ownPayments, ({ share }) => share),
      returned: sumRefunds('returned'),
      kept: sumRefunds('kept'),
    }
  }
}

/** The latest rejection counts. */
const loadMoneyChoices = async (db: DbOrTransaction) => {
  const rejections = await db
    .selectFrom('decision')
    .select(['entry_id', 'money'])
    .where('decision', '=', 'reject')
    .orderBy('version')
    .execute()
  return new Map(rejections.map(({ entry_id, money }) => [entry_id, money]))
}

const loadUpiIds = async (db: DbOrTransaction) => {
  const rows = await db.selectFrom('refund_upi_id').selectAll().execute()
  const upiIds = new Map(rows.map(({ entry_id, upi_id }) => [entry_id, upi_id]))
  const byUpiId = groupBy(rows, ({ upi_id }) => [upi_id])
  return (entryId: string): Pick<Refund, 'upiId' | 'sameUpiId'> => {
    const upiId = upiIds.get(entryId) ?? ''
    const given = byUpiId.get(upiId) ?? []
    return { upiId, sameUpiId: Math.max(0, given.length - 1) }
  }
}

interface MatchesWithRows {
  matches: readonly Pick<Match, 'kind' | 'expected' | 'rows'>[]
  rows: ReadonlyMap<string, StoredRow>
}

const makeUnallocatedFinder = async (db: DbOrTransaction, { matches, rows }: MatchesWithRows) => {
  const notAccepted = matches.filter(({ kind }) => kind === 'not-accepted')
  const ids = notAccepted.flatMap((match) => match.rows)
  const allocatedRows = await db
    .selectFrom('allocated_row')
    .select('row_id')
    .where(isAmong(db, 'row_id', ids))
    .execute()
  const allocatedIds = new Set(allocatedRows.map(({ row_id }) => row_id))
  const matchesByEntry = groupBy(notAccepted, ({ expected }) => expected.slice(0, 1))
  return (entryId: string): StoredRow[] =>
    (matchesByEntry.get(entryId) ?? [])
      .flatMap((match) => match.rows)
      .filter((row) => !allocatedIds.has(row))
      .flatMap((row) => rows.get(row) ?? [])
}

const findRefundReason = (entry: ExpectedEntry, cancelled: readonly string[]): Refund['why'] => {
  if (!isAccepted(entry)) {
    return 'not-accepted'
  }
  if (cancelled.includes(entry.event)) {
    return 'cancelled'
  }
  return entry.hasLostPlace ? 'no-place' : 'too-much'
}

/**
 * Lists unallocated payments last.
 * @param details must contain the matches of the kind `not-accepted`
 */
export const findDueRefunds = async (
  db: DbOrTransaction,
  details: MatchesWithRows,
  cancelled: readonly string[],
  loadedEntries?: ReadonlyMap<string, ExpectedEntry>,
): Promise<Refund[]> => {
  const entries = loadedEntries ?? (await readExpectedEntries(db))
  const readMoney = await loadMoney(db, loadedEntries && [...loadedEntries.keys()])
  const moneyChoices = await loadMoneyChoices(db)
  const readUpiId = await loadUpiIds(db)
  const findUnallocated = await makeUnallocatedFinder(db, details)

  const toRefund = (entry: ExpectedEntry): Refund => {
    const { id, label, name, email, phone = '', due, eventName } = entry
    const why = findRefundReason(entry, cancelled)
    const cash = entry.cash ?? 0
    const { rows, allocated, returned, kept } = readMoney(id)
    const unallocated = why === 'too-much' ? [] : findUnallocated(id)
    const counted = allocated + cash + sumBy(unallocated, ({ amount }) => amount)
    const isForEvent = why === 'cancelled' || why === 'no-place'
    const isUnseen = isForEvent && entry.state === 'verified' && counted === 0
    const received = isUnseen ? due : counted
    return {
      entryId: id,
      label,
      name,
      eventName,
      email,
      phone,
      received,
      cash,
      due,
      amount: received - (why === 'too-much' ? due : 0) - returned - kept,
      returned,
      kept,
      isUnseen,
      rows: [
        ...rows.map((row) => toRowView(row, [{ id, label }])),
        ...unallocated.map((row) => toRowView(row, [])),
      ],
      why,
      moneyChoice: why === 'not-accepted' ? (moneyChoices.get(id) ?? null) : null,
      ...readUpiId(id),
    }
  }
  return [...entries.values()]
    .map(toRefund)
    .filter(({ received, amount }) => received !== 0 && amount > 0)
}
