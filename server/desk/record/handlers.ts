import { forReading } from '../../../festival/desk/evidence'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { listRecordRows } from '../../bank/record-rows'
import type { Db } from '../../db/schema'
import { ApiError } from '../../http/api-error'
import { noteAudit } from '../../reviews/audit'
import type { Indexer } from '../../reviews/index-records'
import { readRecords } from '../../reviews/records'
import { readReview } from '../../reviews/review'
import { showRows } from '../../reviews/show-rows'
import type { Clock } from '../../system/clock'
import type { Downloads } from '../../uploads/downloads'
import type { DeskHandlers } from '../desk-handlers'
import { findConfirmation, listUnsent, tellConfirmation } from './confirmation'
import { listEvidence } from './evidence'
import { listFlags } from './flags'
import { findProof, listProofs } from './proofs'
import { listSamePerson } from './same-person'
import { tellTimeline } from './timeline'

export interface RecordParts {
  db: Db
  sendFile: Downloads['send']
  clock: Clock
  indexer: Pick<Indexer, 'catchUp'>
}

const missing = () => new ApiError('not-found', 'There is no such submission.')

/** One submission with all that is known of it, and its files (behaviour 14.18). */
export const recordHandlers = ({
  db,
  sendFile,
  clock,
  indexer,
}: RecordParts): Pick<DeskHandlers, 'readRecord' | 'readProof'> => ({
  readRecord: async (context) => {
    await indexer.catchUp()
    const review = await readReview(db, context.req.param('id') ?? '')
    const record = review && (await readRecords(db, [review])).get(review.record_id)
    const [row] = review ? await showRows(db, [review]) : []
    if (!review || !record || !row) throw missing()
    const now = clock()
    const message = await findConfirmation(db, record.id)
    const unsent = await listUnsent(db, record.id, now)
    const answer: SubmissionRecord = {
      ...row,
      phone: record.phone,
      facts: record.facts,
      members: record.members,
      due: record.amount,
      cash: review.cash_amount === null ? null : { amount: review.cash_amount / 100, by: review.cash_by ?? '' },
      coupon: record.coupon,
      paymentReference: record.reference,
      utr: record.utr,
      proofs: await listProofs(db, record.id),
      evidence: await listEvidence(db, record.id),
      bankRows: await listRecordRows(db, record.id),
      flagList: await listFlags(db, record.id),
      timeline: await tellTimeline(db, record, { review, message, now }),
      samePerson: await listSamePerson(db, record),
      confirmation: tellConfirmation(message),
      unsent: unsent.map(({ id: _id, ...mail }) => mail),
    }
    return context.json(answer)
  },

  readProof: async (context, { email }) => {
    const { id = '', proof = '' } = context.req.param()
    const upload = await findProof(db, id, proof)
    if (!upload) throw new ApiError('not-found', 'There is no such file.')
    const action = context.req.query('for') === forReading ? 'proof-read' : 'proof-viewed'
    await noteAudit(db, { at: clock(), actor: email, action, recordId: id, detail: { proof } })
    if (upload.location === 'image-host') return context.redirect(upload.secure_url, 302)
    const answer = await sendFile(context, upload)
    if (!answer) throw new ApiError('gone', 'This file is not here any more.')
    return answer
  },
})
