import type { Selection, Skipped, SkipReason, Verdict } from '../../festival/contract/decision'
import { fitsKind } from '../../festival/contract/reasons'
import { isLegal } from '../../festival/contract/states'
import { type Paise, toRupees } from '../../festival/payment/money'
import { matchesAmountDue } from '../../festival/picture/read-payment-picture'
import { selectAllocations } from '../bank/rows'
import type { ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { nameEntries, readEntries } from '../entries/entry'
import { findEntriesWithSharedPayment, listFlagKinds } from '../entries/flags'
import { readProofs } from '../entries/proofs'
import { findConditions, listReviews, readReviews } from '../entries/queue'
import { findDeliveredMailboxes, normalizeMailbox } from '../mail/save-message'
import { deriveUuid } from '../system/secret'
import {
  type DecisionOutcome,
  findRelevantChange,
  isCurrentVersion,
  toDecided,
  toSkipReason,
} from './apply-decision'
import { continueBatch, findDecisions, readUndoUntil } from './batch'
import { decide, requireVerdict } from './decide'
import type { ReviewDeps, ReviewHandlers } from './deps'

const entriesPerCall = 200
/** Entries per transaction. A small number, so that other writers do not wait. */
const batchSize = 25
const previewPageSize = 500
const maxSkipped = 100
const maxNamed = 5

/** Reasons that are shown in the preview and again after the decision. */
const repeatedReasons: readonly SkipReason[] = [
  'reason',
  'unseen',
  'shared',
  'cancelled',
  'no-picture',
]

interface CheckedEntry {
  id: string
  version: number
  /** Absent if the entry no longer exists. */
  review?: ReviewRow
  why?: SkipReason | undefined
  isChanged?: boolean
  /** Whether an organiser has opened the current picture. Set only for `verify`. */
  isOpened: boolean
}

export const bulkHandlers: ReviewHandlers<'previewBulk' | 'decideBulk'> = (deps) => {
  const { db, clock, settings, matcher, indexer } = deps

  /** Returns all selected rows or one page of a filter. */
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
      const byId = new Map(checked.map((entry) => [entry.id, entry]))
      const inOrder = selection.rows.map(
        ({ id, version }): CheckedEntry =>
          byId.get(id) ?? { id, version, why: 'missing', isOpened: false },
      )
      return { checked: inOrder, next: null }
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

  const nameFirst = async (entries: readonly CheckedEntry[]): Promise<string> => {
    const ids = entries.slice(0, maxNamed).map(({ id }) => id)
    const name = await nameEntries(db, ids)
    const names = ids.map((id) => name(id).name)
    if (entries.length > maxNamed) {
      names.push('…')
    }
    return names.join(', ')
  }

  const decideTogether = (
    entries: readonly CheckedEntry[],
    verdict: Verdict,
    batch: { batchId: string; actor: string; now: Date },
  ) =>
    transact(db, async (transaction) => {
      const outcomes: { entry: CheckedEntry; outcome: DecisionOutcome }[] = []
      for (const entry of entries) {
        const { id: entryId, version } = entry
        const id = deriveUuid(batch.batchId, entryId)
        const command = { ...verdict, ...batch, id, entryId, version }
        outcomes.push({ entry, outcome: await decide(transaction, command, settings) })
      }
      return outcomes
    })

  return {
    previewBulk: async ({ body: { selection, ...verdict } }) => {
      requireVerdict(verdict)
      await indexer.catchUp()
      const seenAt = clock().toISOString()
      const selected = selection.by === 'rows' ? selection : { ...selection, seenAt }
      const checked: CheckedEntry[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await select(selected, verdict, { after, limit: previewPageSize })
        checked.push(...page.checked)
        after = page.next
      }
      const decidable = checked.filter(({ why }) => why === undefined)
      const skippedEntries = checked.filter(({ why }) => why !== undefined)
      const skipped = await nameSkipped(skippedEntries)
      return {
        willDecide: decidable.length,
        sum: toRupees(decidable.reduce((sum, { review }) => sum + (review?.due ?? 0), 0)),
        names: await nameFirst(decidable),
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
      // Only the first call returns earlier results. Otherwise responses would grow with each page.
      const earlier = after === undefined ? await findDecisions(db, batchId) : []
      const decided = earlier.map(toDecided)
      const decidedEarlier = new Set(earlier.map(({ entry_id }) => entry_id))
      const { checked, next } = await select(selection, verdict, { after, limit: entriesPerCall })
      const fresh = checked.filter(({ id }) => !decidedEarlier.has(id))
      const changedIds = fresh.flatMap(({ id, isChanged }) => (isChanged ? [id] : []))
      const decidedBefore = await listDecidedBy(db, batchId, changedIds)
      // The preview has already listed most skipped entries of a filter.
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
        const entries = decidable.slice(start, start + batchSize)
        const outcomes = await decideTogether(entries, verdict, { batchId, actor, now })
        for (const { entry, outcome } of outcomes) {
          if (outcome.is === 'taken') {
            decided.push(toDecided(outcome.row))
          } else {
            skippedEntries.push({ ...entry, why: toSkipReason(outcome) })
          }
        }
      }
      const undoUntil = await readUndoUntil(db, batchId, now)
      return { id: batchId, decided, skipped: await nameSkipped(skippedEntries), next, undoUntil }
    },
  }
}

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

/** Counts addresses that have received no e-mail. */
const countUnreached = async (db: Db, checked: readonly CheckedEntry[]): Promise<number> => {
  const reviews = checked.flatMap(({ review }) => review ?? [])
  const emails = [...(await readEntries(db, reviews)).values()].map(({ email }) => email)
  const reached = await findDeliveredMailboxes(db, emails)
  return emails.filter((email) => !reached.has(normalizeMailbox(email))).length
}

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
    // The flags of an entry are unknown until it is indexed.
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

/** Evidence is an opened picture, the amount due read from a picture, a bank row or cash. */
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
  const payments = await selectAllocations(db)
    .select('entry_id')
    .where('entry_id', 'in', among)
    .execute()
  const paidByBank = new Set(payments.map(({ entry_id }) => entry_id))
  return ({
    entry_id: id,
    cash_amount,
    due: owed,
  }: ReviewRow): Pick<CheckedEntry, 'isOpened' | 'why'> => {
    const due: Paise = owed ?? 0
    const pictures = proofs.filter(({ entry_id, isPayment }) => isPayment && entry_id === id)
    const current = pictures.filter(({ replacedAt }) => replacedAt === null)
    const isReadAsDue = current.some(
      ({ ocrResult: { amount } }) =>
        amount !== undefined && matchesAmountDue(amount, toRupees(due)),
    )
    const since = pictures.reduce(
      (last, { replacedAt }) => (replacedAt && replacedAt > last ? replacedAt : last),
      '',
    )
    const isOpened = (lastViewed.get(id) ?? '') > since
    const hasPaymentEvidence = isOpened || cash_amount !== null || paidByBank.has(id) || isReadAsDue
    const lacksPicture = due > 0 && cash_amount === null && current.length === 0
    if (flags.has(id)) {
      return { isOpened, why: 'flagged' }
    }
    if (lacksPicture) {
      return { isOpened, why: 'no-picture' }
    }
    if (shared.has(id)) {
      return { isOpened, why: 'shared' }
    }
    return { isOpened, why: hasPaymentEvidence ? undefined : 'unseen' }
  }
}
