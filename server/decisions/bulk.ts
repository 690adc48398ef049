import type { Selection, Skipped, SkipReason, Verdict } from '../../festival/contract/decision'
import { fitsKind } from '../../festival/contract/reasons'
import { isLegal } from '../../festival/contract/states'
import { type Paise, toRupees } from '../../festival/payment/money'
import { matchesAmountDue } from '../../festival/picture/read-payment-picture'
import { allocated } from '../bank/rows'
import type { ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { nameEntries, readEntries } from '../entries/entry'
import { findEntriesWithSharedPayment, listFlagKinds } from '../entries/flags'
import { readProofs } from '../entries/proofs'
import { findConditions, listReviews, readReviews } from '../entries/queue'
import { findDeliveredMailboxes, normalizeMailbox } from '../mail/save-message'
import { deriveUuid } from '../system/secret'
import { findRelevantChange, isCurrentVersion, toDecided, toSkipReason } from './apply-decision'
import { continueBatch, findDecisions, readUndoUntil } from './batch'
import { decide, requireVerdict } from './decide'
import type { ReviewDeps, ReviewHandlers } from './deps'

/** Looked at in one call, of a filter. */
const entriesPerCall = 200
/** Records of one transaction: others want to write too. */
const batchSize = 25
/** Looked at together for the preview. */
const pageSize = 500
/** So many are named of those that are left alone, and of those that would be decided. */
const [maxSkipped, maxNamed] = [100, 5]

/** Reasons that every call names again. */
const repeatedReasons: readonly SkipReason[] = [
  'reason',
  'unseen',
  'shared',
  'cancelled',
  'no-picture',
]

/** A record that was selected, as it is now. */
interface CheckedEntry {
  id: string
  version: number
  /** Absent where it is gone. */
  review?: ReviewRow
  /** Why it is left alone; absent: it is decided. */
  why?: SkipReason | undefined
  /** The entry was changed after it was selected. */
  isChanged?: boolean
  /** With `verify`: an organiser has looked at the picture that counts. */
  isOpened: boolean
}

/** Decides many records at once (behaviour 14.13). */
export const bulkHandlers: ReviewHandlers<'previewBulk' | 'decideBulk'> = (deps) => {
  const { db, clock, settings, matcher, indexer } = deps

  /** What is selected, or so many of a filter after the end of a page, and whether each can be decided. */
  const select = async (
    selection: Selection,
    verdict: Verdict,
    page: { after: string | undefined; limit: number },
  ): Promise<{ checked: CheckedEntry[]; next: string | null }> => {
    if (selection.by === 'rows') {
      const versions = new Map(selection.rows.map(({ id, version }) => [id, version]))
      const reviews = await readReviews(db, [...versions.keys()])
      const isChanged = (review: ReviewRow) =>
        !isCurrentVersion(review, versions.get(review.entry_id), verdict.decision)
      const checked = await checkEntries(deps, reviews, verdict, isChanged)
      const byId = new Map(checked.map((one) => [one.id, one]))
      const missing = { why: 'missing', isOpened: false } as const
      return {
        checked: selection.rows.map((row) => byId.get(row.id) ?? { ...row, ...missing }),
        next: null,
      }
    }
    const { filter, seenAt } = selection
    const conditions = await findConditions(db, await matcher.resolve(filter))
    const { reviews, next } = await listReviews(db, conditions, { order: 'oldest', ...page })
    const isChanged = (review: ReviewRow) =>
      findRelevantChange(review, verdict.decision).changed_at > seenAt
    return { checked: await checkEntries(deps, reviews, verdict, isChanged), next }
  }

  const nameSkipped = async (checked: readonly CheckedEntry[]): Promise<Skipped[]> => {
    const skippedEntries = checked.slice(0, maxSkipped)
    const ids = skippedEntries.map(({ id }) => id)
    const name = await nameEntries(db, ids)
    return skippedEntries.flatMap(({ id, why }) =>
      why === undefined ? [] : [{ id, ...name(id), why }],
    )
  }

  return {
    previewBulk: async ({ body: { selection, ...verdict } }) => {
      requireVerdict(verdict)
      await indexer.catchUp()
      const seenAt = clock().toISOString()
      const selected = selection.by === 'rows' ? selection : { ...selection, seenAt }
      const checked: CheckedEntry[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await select(selected, verdict, { after, limit: pageSize })
        checked.push(...page.checked)
        after = page.next
      }
      const decidable = checked.filter(({ why }) => why === undefined)
      const skippedEntries = checked.filter(({ why }) => why !== undefined)
      const skipped = await nameSkipped(skippedEntries)
      const first = decidable.slice(0, maxNamed).map(({ id }) => id)
      const name = await nameEntries(db, first)
      return {
        willDecide: decidable.length,
        sum: toRupees(decidable.reduce((sum, { review }) => sum + (review?.due ?? 0), 0)),
        names: [
          ...first.map((id) => name(id).name),
          ...(decidable.length > maxNamed ? ['…'] : []),
        ].join(', '),
        unopened: decidable.filter(({ isOpened }) => !isOpened).length,
        unreached: verdict.decision === 'reject' ? await countUnreached(db, decidable) : 0,
        skipped,
        moreSkipped: skippedEntries.length - skipped.length,
        seenAt,
      }
    },

    decideBulk: async ({
      body: { id: batchId, selection, after, ...verdict },
      organiser: { email: actor },
    }) => {
      requireVerdict(verdict)
      await indexer.catchUp()
      const now = clock()
      await continueBatch(db, { id: batchId, actor, decision: verdict.decision }, now)
      // What was decided when this was sent the first time. Whoever goes on was told already: telling it with each call
      // would cost more with each call.
      const earlier = after === undefined ? await findDecisions(db, batchId) : []
      const decided = earlier.map(toDecided)
      const before = new Set(earlier.map(({ entry_id }) => entry_id))
      const { checked, next } = await select(selection, verdict, { after, limit: entriesPerCall })
      const fresh = checked.filter((one) => !before.has(one.id))
      const changedIds = fresh.flatMap(({ id, isChanged }) => (isChanged ? [id] : []))
      const decidedBefore = await listDecidedBy(db, batchId, changedIds)
      // Of a filter those that the preview named are not named again.
      const isNamed = ({ id, why, isChanged }: CheckedEntry) => {
        if (why === undefined) {
          return false
        }
        if (selection.by === 'rows') {
          return true
        }
        return isChanged ? !decidedBefore.has(id) : repeatedReasons.includes(why)
      }
      const skippedEntries = fresh.filter(isNamed)
      const decidable = fresh.filter(({ why }) => why === undefined)
      for (let start = 0; start < decidable.length; start += batchSize) {
        const some = decidable.slice(start, start + batchSize)
        const outcomes = await transact(db, async (transaction) => {
          const all = []
          for (const one of some) {
            const { id: entryId, version } = one
            const command = {
              id: deriveUuid(batchId, entryId),
              batchId,
              entryId,
              version,
              actor,
              now,
            }
            all.push({
              one,
              outcome: await decide(transaction, { ...verdict, ...command }, settings),
            })
          }
          return all
        })
        for (const { one, outcome } of outcomes) {
          if (outcome.is === 'taken') {
            decided.push(toDecided(outcome.row))
          } else {
            skippedEntries.push({ ...one, why: toSkipReason(outcome) })
          }
        }
      }
      const undoUntil = await readUndoUntil(db, batchId, now)
      return { id: batchId, decided, skipped: await nameSkipped(skippedEntries), next, undoUntil }
    },
  }
}

/** Which of these records the batch has already decided in an earlier attempt at the same call. */
const listDecidedBy = async (
  db: Db,
  batchId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) {
    return new Set()
  }
  const decisions = db.selectFrom('decision').select('entry_id').where('batch_id', '=', batchId)
  const rows = await decisions.where('entry_id', 'in', ids).execute()
  return new Set(rows.map(({ entry_id }) => entry_id))
}

/** How many of these no e-mail ever reached. */
const countUnreached = async (db: Db, checked: readonly CheckedEntry[]): Promise<number> => {
  const reviews = checked.flatMap(({ review }) => review ?? [])
  const emails = [...(await readEntries(db, reviews)).values()].map(({ email }) => email)
  const reached = await findDeliveredMailboxes(db, emails)
  return emails.filter((email) => !reached.has(normalizeMailbox(email))).length
}

/** Why each of these is left alone, if it is; at most 500 at once. */
const checkEntries = async (
  { db, settings }: Pick<ReviewDeps, 'db' | 'settings'>,
  reviews: readonly ReviewRow[],
  { decision, reasons }: Verdict,
  isChanged: (review: ReviewRow) => boolean,
): Promise<CheckedEntry[]> => {
  const isVerifying = decision === 'verify'
  const cancelled = isVerifying ? settings.listCancelled() : []
  const checkPayment = isVerifying
    ? await loadPaymentEvidence(db, reviews)
    : () => ({ isOpened: true })
  return reviews.map((review) => {
    const checked: CheckedEntry = {
      id: review.entry_id,
      version: review.version,
      review,
      ...checkPayment(review),
    }
    if (isChanged(review)) {
      return { ...checked, why: 'stale', isChanged: true }
    }
    // Of one that was not indexed yet nobody knows its flags.
    if (isVerifying && review.is_indexed === 0) {
      return { ...checked, why: 'stale' }
    }
    if (!isLegal(decision, review.state)) {
      return { ...checked, why: 'illegal' }
    }
    if (!reasons.every(({ key }) => fitsKind(key, review.kind))) {
      return { ...checked, why: 'reason' }
    }
    if (review.cash_amount === null && cancelled.includes(review.event)) {
      return { ...checked, why: 'cancelled' }
    }
    return checked
  })
}

/** Judges these payments. One is seen where its picture was opened or read as due, a bank's row is its own, or cash was taken. */
const loadPaymentEvidence = async (db: Db, reviews: readonly ReviewRow[]) => {
  const ids = reviews.map(({ entry_id }) => entry_id)
  const flags = await listFlagKinds(db, ids)
  const shared = await findEntriesWithSharedPayment(db, ids)
  const proofs = await readProofs(db, ids)
  const among = ids.length > 0 ? ids : ['']
  const lines = db
    .selectFrom('audit_line')
    .where('action', '=', 'proof-viewed')
    .where('entry_id', 'in', among)
  const newest = lines.groupBy('entry_id').select(({ fn }) => ['entry_id', fn.max('at').as('at')])
  const lastViewed = new Map((await newest.execute()).map(({ entry_id, at }) => [entry_id, at]))
  const payments = await allocated(db).select('entry_id').where('entry_id', 'in', among).execute()
  const paidByBank = new Set(payments.map(({ entry_id }) => entry_id))
  return ({
    entry_id: id,
    cash_amount,
    due: owed,
  }: ReviewRow): Pick<CheckedEntry, 'isOpened' | 'why'> => {
    const due: Paise = owed ?? 0
    const own = proofs.filter(({ entry_id, isPayment }) => isPayment && entry_id === id)
    const counted = own.filter(({ replacedAt }) => replacedAt === null)
    const isReadAsDue = counted.some(
      ({ ocrResult: { amount } }) =>
        amount !== undefined && matchesAmountDue(amount, toRupees(due)),
    )
    // A look at a picture that a correction replaced since is no look at this one.
    const since = own.reduce(
      (last, { replacedAt }) => (replacedAt && replacedAt > last ? replacedAt : last),
      '',
    )
    const isOpened = (lastViewed.get(id) ?? '') > since
    const hasPaymentEvidence = isOpened || cash_amount !== null || paidByBank.has(id) || isReadAsDue
    const lacksPicture = due > 0 && cash_amount === null && counted.length === 0
    if (lacksPicture && !flags.has(id)) {
      return { isOpened, why: 'no-picture' }
    }
    // Each flag deserves a look, and nobody is verified whose payment nobody has seen in any way.
    return {
      isOpened,
      why: flags.has(id)
        ? 'flagged'
        : shared.has(id)
          ? 'shared'
          : hasPaymentEvidence
            ? undefined
            : 'unseen',
    }
  }
}
