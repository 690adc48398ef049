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

export interface ExpectedEntry extends ShownExpected {
  paymentStatus: ExpectedPayment['paymentStatus']
  email: string
  event: string
  cash: Paise | null
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
  const pictures = await readPictureNumbers(db, ids)
  const flags = await listFlagKinds(db, ids)
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
    rows.flatMap(({ id, review, entry }): [string, ExpectedEntry][] => {
      if (!entry?.amount) {
        return []
      }
      const found = {
        pictureNumber: pictures.get(id),
        flags: flags.get(id),
        isShared: shared.has(id),
      }
      return [[id, toExpectedEntry(review, entry, found)]]
    }),
  )
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

const loadMoney = async (db: DbOrTransaction) => {
  const payments = await allocated(db)
    .innerJoin('bank_row', 'bank_row.id', 'row_id')
    .selectAll('bank_row')
    .select(['entry_id', 'allocation.amount as share'])
    .orderBy('bank_row.day')
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .select(['entry_id', 'amount as share', 'kind'])
    .execute()
  return {
    payments: groupByEntry(payments),
    returned: groupByEntry(refunds.filter(({ kind }) => kind === 'returned')),
    kept: groupByEntry(refunds.filter(({ kind }) => kind === 'kept')),
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

interface FoundMatches {
  matches: readonly Match[]
  rows: ReadonlyMap<string, StoredRow>
}

const makeUnallocatedFinder = async (db: DbOrTransaction, { matches, rows }: FoundMatches) => {
  const notAccepted = matches.filter(({ kind }) => kind === 'not-accepted')
  const ids = notAccepted.flatMap((match) => match.rows)
  const used = await db
    .selectFrom('allocated_row')
    .select('row_id')
    .where(isAmong(db, 'row_id', ids))
    .execute()
  const usedIds = new Set(used.map(({ row_id }) => row_id))
  const byEntry = groupBy(notAccepted, ({ expected }) => expected.slice(0, 1))
  return (entryId: string): StoredRow[] =>
    (byEntry.get(entryId) ?? [])
      .flatMap((match) => match.rows)
      .filter((row) => !usedIds.has(row))
      .flatMap((row) => rows.get(row) ?? [])
}

const findRefundReason = (entry: ExpectedEntry, cancelled: readonly string[]): Refund['why'] => {
  if (!isAccepted(entry)) {
    return 'not-accepted'
  }
  return cancelled.includes(entry.event) ? 'cancelled' : 'too-much'
}

/**
 * Lists unallocated payments last.
 * @param found must contain the matches of the kind `not-accepted`
 */
export const findDueRefunds = async (
  db: DbOrTransaction,
  found: FoundMatches,
  cancelled: readonly string[],
  loadedEntries?: ReadonlyMap<string, ExpectedEntry>,
): Promise<Refund[]> => {
  const expected = loadedEntries ?? (await readExpectedEntries(db))
  const money = await loadMoney(db)
  const moneyChoices = await loadMoneyChoices(db)
  const listUnallocated = await makeUnallocatedFinder(db, found)
  return [...expected.values()].flatMap((entry): Refund[] => {
    const { id, label, name, email, phone = '', due } = entry
    const why = findRefundReason(entry, cancelled)
    const cash = entry.cash ?? 0
    const payments = money.payments(id)
    const returned = money.returned(id).sum
    const kept = money.kept(id).sum
    const unallocated = why === 'too-much' ? [] : listUnallocated(id)
    const counted = payments.sum + cash + unallocated.reduce((sum, { amount }) => sum + amount, 0)
    const isUnseen = why === 'cancelled' && entry.state === 'verified' && counted === 0
    const received = isUnseen ? due : counted
    const amount = received - (why === 'too-much' ? due : 0) - returned - kept
    if (received === 0 || amount <= 0) {
      return []
    }
    const rows = payments.all
      .filter(({ share }) => share > 0)
      .map((row) => showRow(row, [{ id, label }]))
    return [
      {
        entryId: id,
        label,
        name,
        email,
        phone,
        received,
        cash,
        due,
        amount,
        returned,
        kept,
        isUnseen,
        rows: [...rows, ...unallocated.map((row) => showRow(row, []))],
        why,
        moneyChoice: why === 'not-accepted' ? (moneyChoices.get(id) ?? null) : null,
      },
    ]
  })
}

const groupByEntry = <Row extends { entry_id: string; share: number }>(rows: readonly Row[]) => {
  const groups = groupBy(rows, ({ entry_id }) => [entry_id])
  return (id: string) => {
    const all = groups.get(id) ?? []
    return { all, sum: all.reduce((sum, { share }) => sum + share, 0) }
  }
}
