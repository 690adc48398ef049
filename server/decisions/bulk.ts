import { sql } from 'kysely'
import type { Selection, Skipped, SkipReason, Verdict } from '../../festival/contract/decision'
import { fitsEntry } from '../../festival/contract/reasons'
import { isLegal } from '../../festival/contract/states'
import { groupBy } from '../../festival/group-by'
import { type Paise, toRupees } from '../../festival/payment/money'
import { matchesAmountDue } from '../../festival/picture/read-payment-picture'
import { sumBy } from '../../festival/sum-by'
import { selectAllocations } from '../bank/rows'
import type { ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { readEntries, readEntryNames } from '../entries/entry'
import { findEntriesWithSharedPayment, listFlagKinds } from '../entries/flags'
import { readWaitingNumbers } from '../entries/places'
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
const maxNames = 5

/** Reasons that are listed in the preview and again after the decision. */
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
  const { db, clock, settings, matcher, indexer, festival } = deps

  /** Returns all selected rows or one page of a filter. */
  const checkSelection = async (
    selection: Selection,
    verdict: Verdict,
    page: { after: string | undefined; limit: number },
  ): Promise<{ checked: CheckedEntry[]; next: string | null }> => {
    if (selection.by === 'rows') {
      return { checked: await checkRows(deps, selection.rows, verdict), next: null }
    }
    const { filter, seenAt, except } = selection
    const conditions = await findConditions(db, await matcher.resolve(filter))
    if (except?.length) {
      conditions.push(sql`review.entry_id not in (${sql.join(except)})`)
    }
    const { reviews, next } = await listReviews(db, conditions, { order: 'oldest', ...page })
    const isChanged = (review: ReviewRow) =>
      findRelevantChange(review, verdict.decision).changed_at > seenAt
    return { checked: await checkEntries(deps, reviews, verdict, isChanged), next }
  }

  const toSkipped = async (checked: readonly CheckedEntry[]): Promise<Skipped[]> => {
    const firstEntries = checked.slice(0, maxSkipped)
    const nameOf = await readEntryNames(
      db,
      firstEntries.map(({ id }) => id),
    )
    return firstEntries.flatMap(({ id, why }) => (why ? [{ id, ...nameOf(id), why }] : []))
  }

  const joinFirstNames = async (entries: readonly CheckedEntry[]): Promise<string> => {
    const ids = entries.slice(0, maxNames).map(({ id }) => id)
    const nameOf = await readEntryNames(db, ids)
    const names = ids.map((id) => nameOf(id).name)
    if (entries.length > maxNames) {
      names.push('…')
    }
    return names.join(', ')
  }

  /** Counts entries whose event has no place left for them. */
  const countWaiting = async (entries: readonly CheckedEntry[]): Promise<number> => {
    const reviews = entries.flatMap(({ review }) => review ?? [])
    const numbers = await readWaitingNumbers(db, reviews, festival().subjects, clock())
    return reviews.filter(({ entry_id }) => numbers.has(entry_id)).length
  }

  const decideTogether = (
    entries: readonly CheckedEntry[],
    verdict: Verdict,
    batch: { batchId: string; actor: string; now: Date },
  ) =>
    transact(db, async (transaction) => {
      const outcomes: { entry: CheckedEntry; outcome: DecisionOutcome }[] = []
      for (const entry of entries) {
        const { id: entryId, version, review } = entry
        const id = deriveUuid(batch.batchId, entryId)
        const command = { ...verdict, ...batch, id, entryId, version }
        if (review?.due === 0) {
          command.money = undefined
        }
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
        const page = await checkSelection(selected, verdict, { after, limit: previewPageSize })
        checked.push(...page.checked)
        after = page.next
      }
      const decidable = checked.filter(({ why }) => why === undefined)
      const skippedEntries = checked.filter(({ why }) => why !== undefined)
      const skipped = await toSkipped(skippedEntries)
      return {
        willDecide: decidable.length,
        sum: toRupees(sumBy(decidable, ({ review }) => review?.due ?? 0)),
        names: await joinFirstNames(decidable),
        unopened: decidable.filter(({ isOpened }) => !isOpened).length,
        unreached: verdict.decision === 'reject' ? await countUnreached(db, decidable) : 0,
        waiting: verdict.decision === 'verify' ? await countWaiting(decidable) : 0,
        isFree: decidable.every(({ review }) => review?.due === 0),
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
      const earlierIds = new Set(earlier.map(({ entry_id }) => entry_id))
      const page = { after, limit: entriesPerCall }
      const { checked, next } = await checkSelection(selection, verdict, page)
      const undecided = checked.filter(({ id }) => !earlierIds.has(id))
      const decidable = undecided.filter(({ why }) => why === undefined)
      const skippedEntries =
        selection.by === 'rows'
          ? undecided.filter(({ why }) => why !== undefined)
          : await listSkippedSincePreview(db, batchId, undecided)
      const decided = earlier.map(toDecided)
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
      return { id: batchId, decided, skipped: await toSkipped(skippedEntries), next, undoUntil }
    },
  }
}

/** The preview has already listed the other skipped entries. */
const listSkippedSincePreview = async (
  db: Db,
  batchId: string,
  checked: readonly CheckedEntry[],
): Promise<CheckedEntry[]> => {
  const changedIds = checked.flatMap(({ id, isChanged }) => (isChanged ? [id] : []))
  const decidedIds = await listDecidedIds(db, batchId, changedIds)
  return checked.filter(({ id, why, isChanged }) =>
    isChanged ? !decidedIds.has(id) : why !== undefined && repeatedReasons.includes(why),
  )
}

const listDecidedIds = async (
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

type CheckDeps = Pick<ReviewDeps, 'db' | 'settings'>

/** Keeps the order of the rows. */
const checkRows = async (
  deps: CheckDeps,
  rows: readonly { id: string; version: number }[],
  verdict: Verdict,
): Promise<CheckedEntry[]> => {
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const reviews = await readReviews(deps.db, [...versions.keys()])
  const isChanged = (review: ReviewRow) =>
    !isCurrentVersion(review, versions.get(review.entry_id), verdict.decision)
  const checked = await checkEntries(deps, reviews, verdict, isChanged)
  const byId = new Map(checked.map((entry) => [entry.id, entry]))
  return rows.map(
    ({ id, version }) => byId.get(id) ?? { id, version, why: 'missing', isOpened: false },
  )
}

const checkEntries = async (
  { db, settings }: CheckDeps,
  reviews: readonly ReviewRow[],
  { decision, reasons }: Verdict,
  isChanged: (review: ReviewRow) => boolean,
): Promise<CheckedEntry[]> => {
  const isVerifying = decision === 'verify'
  const cancelledEvents = isVerifying ? settings.listCancelled() : []
  const evidence = isVerifying ? await loadPaymentEvidence(db, reviews) : undefined
  const findSkipReason = (review: ReviewRow): SkipReason | undefined => {
    // The flags of an entry are unknown until it is indexed.
    if (isChanged(review) || (isVerifying && review.is_indexed === 0)) {
      return 'stale'
    }
    if (!isLegal(decision, review.state)) {
      return 'illegal'
    }
    if (isVerifying && review.state === 'unconfirmed') {
      return 'unconfirmed'
    }
    if (!reasons.every(({ key }) => fitsEntry(key, review.kind, review.due === 0))) {
      return 'reason'
    }
    if (review.cash_amount === null && cancelledEvents.includes(review.event)) {
      return 'cancelled'
    }
    return evidence && findPaymentProblem(review, evidence)
  }
  return reviews.map((review) => ({
    id: review.entry_id,
    version: review.version,
    review,
    why: findSkipReason(review),
    isChanged: isChanged(review),
    isOpened: evidence === undefined || review.due === 0 || isPictureOpened(review, evidence),
  }))
}

const loadPaymentEvidence = async (db: Db, reviews: readonly ReviewRow[]) => {
  const ids = reviews.map(({ entry_id }) => entry_id)
  const among = ids.length > 0 ? ids : ['']
  const views = await db
    .selectFrom('audit_line')
    .where('action', '=', 'proof-viewed')
    .where('entry_id', 'in', among)
    .groupBy('entry_id')
    .select(({ fn }) => ['entry_id', fn.max('at').as('at')])
    .execute()
  const payments = await selectAllocations(db)
    .select('entry_id')
    .where('entry_id', 'in', among)
    .execute()
  const proofs = await readProofs(db, ids)
  return {
    flags: await listFlagKinds(db, ids),
    sharedPayments: await findEntriesWithSharedPayment(db, ids),
    /** Includes replaced pictures. */
    pictures: groupBy(proofs, ({ entry_id, isPayment }) => (isPayment ? [entry_id] : [])),
    lastViewed: new Map(views.map(({ entry_id, at }) => [entry_id, at])),
    paidByBank: new Set(payments.map(({ entry_id }) => entry_id)),
  }
}

type PaymentEvidence = Awaited<ReturnType<typeof loadPaymentEvidence>>

const isPictureOpened = (
  { entry_id }: ReviewRow,
  { pictures, lastViewed }: PaymentEvidence,
): boolean => {
  const replacements = pictures.get(entry_id)?.map(({ replacedAt }) => replacedAt ?? '') ?? []
  const viewedAt = lastViewed.get(entry_id)
  return viewedAt !== undefined && replacements.every((replacedAt) => viewedAt > replacedAt)
}

/** Evidence is an opened picture, the amount due read from a picture, a bank row or cash. */
const findPaymentProblem = (
  review: ReviewRow,
  evidence: PaymentEvidence,
): SkipReason | undefined => {
  const { entry_id: id, cash_amount } = review
  const due: Paise = review.due ?? 0
  const isFree = review.due === 0
  const pictures = evidence.pictures.get(id)?.filter(({ replacedAt }) => replacedAt === null) ?? []
  if (evidence.flags.has(id)) {
    return 'flagged'
  }
  if (isFree) {
    return undefined
  }
  if (due > 0 && cash_amount === null && pictures.length === 0) {
    return 'no-picture'
  }
  if (evidence.sharedPayments.has(id)) {
    return 'shared'
  }
  const showsAmountDue = pictures.some(
    ({ ocrResult: { amount } }) => amount !== undefined && matchesAmountDue(amount, toRupees(due)),
  )
  const hasEvidence =
    isPictureOpened(review, evidence) ||
    cash_amount !== null ||
    evidence.paidByBank.has(id) ||
    showsAmountDue
  return hasEvidence ? undefined : 'unseen'
}
