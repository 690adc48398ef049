import type { EntryDetails, UnsentMail } from '../../festival/contract/entry'
import { forReading, type OcrResultItem } from '../../festival/contract/ocr-result'
import { mayAct } from '../../festival/contract/organisers'
import { paymentFields } from '../../festival/forms/upload'
import { toRupees } from '../../festival/payment/money'
import { readBalance, sumRefunded } from '../bank/allocate'
import { listCashTaken } from '../bank/cash-book'
import { listEntryRows } from '../bank/entry-rows'
import { saveAudit } from '../db/audit'
import type { DbOrTransaction, MessageKind, MessageRow } from '../db/schema'
import { transact } from '../db/transact'
import { findEntryWithReview, noSuchEntry, type ReviewedEntry } from '../entries/entry'
import { lastDigits, listFlags, listLaterCopies } from '../entries/flags'
import { findStanding } from '../entries/places'
import { listProofs, proofAddress, reindexByProofs } from '../entries/proofs'
import { listRows } from '../entries/queue'
import { findByToken } from '../entries/search'
import { ApiError, tooManyRequests } from '../http/api-error'
import { isConfirmation, readOutcome } from '../mail/queries'
import { findDeliveredMailboxes } from '../mail/save-message'
import { saveRequestAgain } from '../messages/decision-email'
import { countLinkMail, saveStatusEmail } from '../messages/private-links'
import type { ReviewHandlers } from './deps'
import { readErasure } from './erasure'
import { listNotes } from './notes'
import { readEntryTicket } from './tickets'
import { listTimeline } from './timeline'

type Calls = 'readEntry' | 'sendAgain' | 'renewLink' | 'readProof' | 'listUnread' | 'postOcrResults'

const worstFirst = ['failed', 'refused', 'queued', 'sent'] as const

export const entryHandlers: ReviewHandlers<Calls> = ({
  db,
  clock,
  indexer,
  outbox,
  limits,
  sendFile,
  settings,
  festival,
}) => ({
  readEntry: async ({ params: { id } }): Promise<EntryDetails> => {
    await indexer.catchUp()
    const reviewed = await findEntryWithReview(db, id)
    const [row] = reviewed ? await listRows(db, [reviewed.review]) : []
    if (!reviewed || !row) {
      throw noSuchEntry()
    }
    const { review, entry } = reviewed
    const now = clock()
    const message = await findConfirmation(db, id)
    const unsent = await listUnsent(db, id, now)
    const cash = review.cash_amount
    return {
      ...row,
      phone: entry.phone,
      college: entry.college,
      facts: entry.facts,
      answers: entry.answers,
      members: entry.members,
      coupon: entry.coupon,
      utr: entry.utr,
      enteredBy: review.entered_by,
      cash: cash === null ? null : { amount: toRupees(cash), by: review.cash_by ?? '' },
      cashTaken: await listCashTaken(db, id),
      refunded: await sumRefunded(db, id),
      held: await readBalance(db, id, cash ?? 0),
      paymentReference: entry.reference,
      ticket: await readEntryTicket(db, id),
      standing: await findStanding(db, review, festival().subjects, now),
      ...(await listProofs(db, id)),
      bankRows: await listEntryRows(db, id),
      flagList: await listFlags(db, id),
      laterCopies: await listLaterCopies(db, id),
      notes: await listNotes(db, id),
      erasure: await readErasure(db, id),
      timeline: await listTimeline(db, entry, { review, message, now }),
      samePerson: await listSamePerson(db, entry),
      confirmation: readConfirmationOutcome(message),
      isReached: (await findDeliveredMailboxes(db, [entry.email])).size > 0,
      unsent: unsent.map(({ id: _id, ...mail }) => mail),
    }
  },

  sendAgain: async ({ params: { id: entryId }, organiser: { email: actor } }) => {
    const message = await findConfirmation(db, entryId)
    const reviewed = await findEntryWithReview(db, entryId)
    if (!message || !reviewed) {
      throw noSuchEntry()
    }
    const unsent = (await listUnsent(db, entryId, clock())).filter(({ canSend }) => canSend)
    if (unsent.length === 0 && message.state === 'cancelled') {
      throw new ApiError('illegal', 'No e-mail is waiting to be sent.')
    }
    const ids = unsent.map(({ id }) => id)
    if (ids.length === 0 && message.state === 'sent') {
      const seconds = await countLinkMail(limits, reviewed.entry.email)
      if (seconds !== undefined) {
        throw tooManyRequests(seconds)
      }
      // The text of a sent confirmation is deleted.
      const mail = { publicUrl: settings.publicUrl, now: clock() }
      ids.push(
        await transact(db, (transaction) => saveStatusEmail(transaction, reviewed.entry, [], mail)),
      )
    }
    const outcomes = await Promise.all(ids.map((id) => outbox.deliver(id, 'organiser')))
    const confirmation =
      worstFirst.find((outcome) => outcomes.includes(outcome)) ?? readOutcome(message)
    await saveAudit(db, {
      at: clock(),
      actor,
      action: 'confirmation-sent-again',
      entryId,
      detail: { confirmation },
    })
    return { confirmation }
  },

  renewLink: async ({ params: { id: entryId }, organiser: { email: actor } }) => {
    const now = clock()
    const messageId = await transact(db, async (transaction) => {
      const reviewed = await findEntryWithReview(transaction, entryId)
      if (!reviewed) {
        throw noSuchEntry()
      }
      const emailId = await saveRequestAgain(transaction, reviewed, { ...settings, now })
      if (!emailId) {
        throw new ApiError('illegal', 'No correction is requested at the moment.')
      }
      await saveAudit(transaction, { at: now, actor, action: 'correction-link-sent', entryId })
      return emailId
    })
    return { confirmation: await outbox.deliver(messageId) }
  },

  readProof: async ({ context, params: { id, proof }, organiser: { email, role } }) => {
    const files = db
      .selectFrom('proof')
      .innerJoin('upload', 'upload.secure_url', 'proof.url')
      .selectAll('upload')
    const upload = await files
      .where('proof.id', '=', proof)
      .where('proof.entry_id', '=', id)
      .executeTakeFirst()
    if (!upload) {
      throw new ApiError('not-found', 'There is no such file.')
    }
    // Viewers' browsers never read pictures, so their requests count as views.
    const isReading = context.req.query('for') === forReading && mayAct(role, 'verifier')
    const action = isReading ? 'proof-read' : 'proof-viewed'
    await saveAudit(db, { at: clock(), actor: email, action, entryId: id, detail: { proof } })
    if (upload.location === 'image-host') {
      return context.redirect(upload.secure_url, 302)
    }
    const answer = await sendFile(context, upload)
    if (!answer) {
      throw new ApiError('gone', 'This file is no longer stored.')
    }
    return answer
  },

  listUnread: async () => {
    const unread = await selectPictures(db)
      .select(['proof.entry_id as entryId', 'proof.id as proof', 'upload.format'])
      .where('ocr_result.proof', 'is', null)
      .orderBy('proof.created_at')
      .limit(mostUnread)
      .execute()
    const counts = await selectPictures(db)
      .select(({ fn }) => [fn.countAll().as('pictures'), fn.count('ocr_result.proof').as('read')])
      .executeTakeFirstOrThrow()
    const proofs = unread.map((picture) => ({
      ...picture,
      address: proofAddress(picture.entryId, picture.proof),
    }))
    return { proofs, pictures: Number(counts.pictures), read: Number(counts.read) }
  },

  postOcrResults: async ({ body: { items }, organiser: { email: actor } }) => ({
    kept: await transact(db, (transaction) => saveOcrResults(transaction, items, actor, clock())),
  }),
})

const findConfirmation = (db: DbOrTransaction, entryId: string): Promise<MessageRow | undefined> =>
  db
    .selectFrom('message')
    .innerJoin('idempotency_key', 'idempotency_key.message_id', 'message.id')
    .selectAll('message')
    .where('idempotency_key.entry_id', '=', entryId)
    .executeTakeFirst()

const readConfirmationOutcome = (message: MessageRow | undefined): EntryDetails['confirmation'] => {
  if (!message) {
    return 'failed'
  }
  return message.state === 'cancelled' ? 'cancelled' : readOutcome(message)
}

const nameKind = (kind: MessageKind): UnsentMail['what'] => {
  if (kind === 'decision' || kind === 'refund') {
    return kind
  }
  if (kind === 'announcement') {
    return 'message'
  }
  return isConfirmation(kind) ? 'confirmation' : 'link'
}

const listUnsent = async (
  db: DbOrTransaction,
  entryId: string,
  now: Date,
): Promise<(UnsentMail & { id: string })[]> => {
  const messages = db
    .selectFrom('message')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('state', '<>', 'sent')
  const unsent = await messages.where('state', '<>', 'cancelled').orderBy('created_at').execute()
  return unsent.map((row) => {
    const { id, kind, next_attempt_at, attempts } = row
    const outcome = readOutcome(row)
    const isWaiting = outcome !== 'queued' || next_attempt_at > now.toISOString()
    const isGivenUp = row.state === 'failed'
    const mayRetry = isConfirmation(kind) || attempts > 0 || isGivenUp
    const nextAt = isGivenUp ? null : next_attempt_at
    return {
      id,
      what: nameKind(kind),
      state: outcome === 'sent' ? 'queued' : outcome,
      nextAt,
      canSend: row.state !== 'sending' && isWaiting && mayRetry,
    }
  })
}

const maxSamePerson = 20

/** Compares e-mail address, phone and Delegate Pass ID. Lists the newest first. */
const listSamePerson = async (db: DbOrTransaction, entry: ReviewedEntry) => {
  const tokens = [entry.email.toLowerCase().slice(0, 40), lastDigits(entry.phone), entry.delegateId]
  const words = tokens.filter((token) => token !== '')
  return listRows(db, await findByToken(db, entry, words, maxSamePerson))
}

const mostUnread = 50

/** Browsers read only current payment pictures in our own store. */
const selectPictures = (db: DbOrTransaction) =>
  db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .leftJoin('ocr_result', 'ocr_result.proof', 'proof.id')
    .where('proof.field', 'in', paymentFields)
    .where('proof.replaced_at', 'is', null)
    .where('upload.format', '<>', 'pdf')
    .where('upload.location', '=', 'file-store')

/**
 * Keeps the first result for each picture.
 * @returns the number of new results
 */
const saveOcrResults = async (
  db: DbOrTransaction,
  items: readonly OcrResultItem[],
  actor: string,
  now: Date,
): Promise<number> => {
  const proofIds = items.map(({ proof }) => proof)
  const existing = await db.selectFrom('proof').select('id').where('id', 'in', proofIds).execute()
  const rows = items
    .filter(({ proof }) => existing.some(({ id }) => id === proof))
    .map(({ proof, ...read }) => ({
      proof,
      data: JSON.stringify(read),
      actor,
      created_at: now.toISOString(),
    }))
  if (rows.length === 0) {
    return 0
  }
  const saved = await db
    .insertInto('ocr_result')
    .values(rows)
    .onConflict((conflict) => conflict.column('proof').doNothing())
    .returning('proof')
    .execute()
  if (saved.length === 0) {
    return 0
  }
  await reindexByProofs(
    db,
    saved.map(({ proof }) => proof),
  )
  await saveAudit(db, { at: now, actor, action: 'evidence-posted', detail: { kept: saved.length } })
  return saved.length
}
