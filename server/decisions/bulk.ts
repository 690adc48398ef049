import type { Selection, Skipped, SkipReason, Verdict } from '../../festival/contract/decision'
import { fitsKind } from '../../festival/contract/reasons'
import { isLegal } from '../../festival/contract/states'
import { type Paise, toRupees } from '../../festival/payment/money'
import { agreesWithDue } from '../../festival/picture/read-payment-picture'
import { allocated } from '../bank/rows'
import type { ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { nameEntries, readEntries } from '../entries/entry'
import { findShared, listFlagKinds } from '../entries/flags'
import { readProofs } from '../entries/proofs'
import { findConditions, listReviews, readReviews } from '../entries/queue'
import { findReached, normalizeMailbox } from '../mail/save-message'
import { deriveUuid } from '../system/secret'
import { findRelevantChange, isSeenVersion, skipReason, toDecided } from './apply-decision'
import { continueBatch, findDecisions, readUndoUntil } from './batch'
import { decide, requireVerdict } from './decide'
import type { ReviewDeps, ReviewHandlers } from './deps'

/** Looked at in one call, of a filter. */
const atOnce = 200
/** Records of one transaction: others want to write too. */
const batchSize = 25
/** Looked at together for the preview. */
const pageSize = 500
/** So many are named of those that are left alone, and of those that would be decided. */
const [mostSkipped, mostNamed] = [100, 5]

/** Reasons that every call names again. */
const namedAgain: readonly SkipReason[] = ['reason', 'unseen', 'shared', 'cancelled', 'no-picture']

/** A record that was selected, as it is now. */
interface Judged {
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
  ): Promise<{ judged: Judged[]; next: string | null }> => {
    if (selection.by === 'rows') {
      const versions = new Map(selection.rows.map(({ id, version }) => [id, version]))
      const reviews = await readReviews(db, [...versions.keys()])
      const isChanged = (review: ReviewRow) =>
        !isSeenVersion(review, versions.get(review.entry_id), verdict.decision)
      const judged = await judge(deps, reviews, verdict, isChanged)
      const byId = new Map(judged.map((one) => [one.id, one]))
      const missing = { why: 'missing', isOpened: false } as const
      return {
        judged: selection.rows.map((row) => byId.get(row.id) ?? { ...row, ...missing }),
        next: null,
      }
    }
    const { filter, seenAt } = selection
    const conditions = await findConditions(db, await matcher.resolve(filter))
    const { reviews, next } = await listReviews(db, conditions, { order: 'oldest', ...page })
    const isChanged = (review: ReviewRow) =>
      findRelevantChange(review, verdict.decision).changed_at > seenAt
    return { judged: await judge(deps, reviews, verdict, isChanged), next }
  }

  const nameSkipped = async (judged: readonly Judged[]): Promise<Skipped[]> => {
    const left = judged.slice(0, mostSkipped)
    const ids = left.map(({ id }) => id)
    const name = await nameEntries(db, ids)
    return left.flatMap(({ id, why }) => (why === undefined ? [] : [{ id, ...name(id), why }]))
  }

  return {
    previewBulk: async ({ body: { selection, ...verdict } }) => {
      requireVerdict(verdict)
      await indexer.catchUp()
      const seenAt = clock().toISOString()
      const selected = selection.by === 'rows' ? selection : { ...selection, seenAt }
      const judged: Judged[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await select(selected, verdict, { after, limit: pageSize })
        judged.push(...page.judged)
        after = page.next
      }
      const decidable = judged.filter(({ why }) => why === undefined)
      const left = judged.filter(({ why }) => why !== undefined)
      const skipped = await nameSkipped(left)
      const first = decidable.slice(0, mostNamed).map(({ id }) => id)
      const name = await nameEntries(db, first)
      return {
        willDecide: decidable.length,
        sum: toRupees(decidable.reduce((sum, { review }) => sum + (review?.due ?? 0), 0)),
        names: [
          ...first.map((id) => name(id).name),
          ...(decidable.length > mostNamed ? ['…'] : []),
        ].join(', '),
        unopened: decidable.filter(({ isOpened }) => !isOpened).length,
        untold: verdict.decision === 'reject' ? await countUntold(db, decidable) : 0,
        skipped,
        skippedMore: left.length - skipped.length,
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
      const { judged, next } = await select(selection, verdict, { after, limit: atOnce })
      const fresh = judged.filter((one) => !before.has(one.id))
      const changedIds = fresh.flatMap(({ id, isChanged }) => (isChanged ? [id] : []))
      const decidedBefore = await listDecidedBy(db, batchId, changedIds)
      // Of a filter those that the preview named are not named again.
      const isNamed = ({ id, why, isChanged }: Judged) => {
        if (why === undefined) return false
        if (selection.by === 'rows') return true
        return isChanged ? !decidedBefore.has(id) : namedAgain.includes(why)
      }
      const left = fresh.filter(isNamed)
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
        for (const { one, outcome } of outcomes)
          if (outcome.is === 'taken') decided.push(toDecided(outcome.row))
          else left.push({ ...one, why: skipReason(outcome) })
      }
      const undoUntil = await readUndoUntil(db, batchId, now)
      return { id: batchId, decided, skipped: await nameSkipped(left), next, undoUntil }
    },
  }
}

/** Which of these records the batch has already decided in an earlier attempt at the same call. */
const listDecidedBy = async (
  db: Db,
  batchId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const decisions = db.selectFrom('decision').select('entry_id').where('batch_id', '=', batchId)
  const rows = await decisions.where('entry_id', 'in', ids).execute()
  return new Set(rows.map(({ entry_id }) => entry_id))
}

/** How many of these no e-mail ever reached. */
const countUntold = async (db: Db, judged: readonly Judged[]): Promise<number> => {
  const reviews = judged.flatMap(({ review }) => review ?? [])
  const emails = [...(await readEntries(db, reviews)).values()].map(({ email }) => email)
  const reached = await findReached(db, emails)
  return emails.filter((email) => !reached.has(normalizeMailbox(email))).length
}

/** Why each of these is left alone, if it is; at most 500 at once. */
const judge = async (
  { db, settings }: Pick<ReviewDeps, 'db' | 'settings'>,
  reviews: readonly ReviewRow[],
  { decision, reasons }: Verdict,
  isChanged: (review: ReviewRow) => boolean,
): Promise<Judged[]> => {
  const isVerifying = decision === 'verify'
  const cancelled = isVerifying ? settings.listCancelled() : []
  const judgePayment = isVerifying ? await readPayments(db, reviews) : () => ({ isOpened: true })
  return reviews.map((review) => {
    const judged: Judged = {
      id: review.entry_id,
      version: review.version,
      review,
      ...judgePayment(review),
    }
    if (isChanged(review)) return { ...judged, why: 'stale', isChanged: true }
    // Of one that was not indexed yet nobody knows its flags.
    if (isVerifying && review.is_indexed === 0) return { ...judged, why: 'stale' }
    if (!isLegal(decision, review.state)) return { ...judged, why: 'illegal' }
    if (!reasons.every(({ key }) => fitsKind(key, review.kind))) return { ...judged, why: 'reason' }
    if (review.cash_amount === null && cancelled.includes(review.event))
      return { ...judged, why: 'cancelled' }
    return judged
  })
}

/** Judges these payments. One is seen where its picture was opened or read as due, a bank's row is its own, or cash was taken. */
const readPayments = async (db: Db, reviews: readonly ReviewRow[]) => {
  const ids = reviews.map(({ entry_id }) => entry_id)
  const flags = await listFlagKinds(db, ids)
  const shared = await findShared(db, ids)
  const proofs = await readProofs(db, ids)
  const among = ids.length > 0 ? ids : ['']
  const lines = db
    .selectFrom('audit_line')
    .where('action', '=', 'proof-viewed')
    .where('entry_id', 'in', among)
  const newest = lines.groupBy('entry_id').select(({ fn }) => ['entry_id', fn.max('at').as('at')])
  const lookedAt = new Map((await newest.execute()).map(({ entry_id, at }) => [entry_id, at]))
  const payments = await allocated(db).select('entry_id').where('entry_id', 'in', among).execute()
  const byBank = new Set(payments.map(({ entry_id }) => entry_id))
  return ({
    entry_id: id,
    cash_amount,
    due: owed,
  }: ReviewRow): Pick<Judged, 'isOpened' | 'why'> => {
    const due: Paise = owed ?? 0
    const own = proofs.filter(({ entry_id, isPayment }) => isPayment && entry_id === id)
    const counted = own.filter(({ replacedAt }) => replacedAt === null)
    const isReadAsDue = counted.some(
      ({ ocrResult: { amount } }) => amount !== undefined && agreesWithDue(amount, toRupees(due)),
    )
    // A look at a picture that a correction replaced since is no look at this one.
    const since = own.reduce(
      (last, { replacedAt }) => (replacedAt && replacedAt > last ? replacedAt : last),
      '',
    )
    const isOpened = (lookedAt.get(id) ?? '') > since
    const isSeen = isOpened || cash_amount !== null || byBank.has(id) || isReadAsDue
    const isWithoutPicture = due > 0 && cash_amount === null && counted.length === 0
    if (isWithoutPicture && !flags.has(id)) return { isOpened, why: 'no-picture' }
    // Each flag deserves a look, and nobody is verified whose payment nobody has seen in any way.
    return {
      isOpened,
      why: flags.has(id) ? 'flagged' : shared.has(id) ? 'shared' : isSeen ? undefined : 'unseen',
    }
  }
}
