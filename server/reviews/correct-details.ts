import type { Transaction } from 'kysely'
import { checkDetails } from '../../festival/desk/person'
import { type EarlierValue, nameField } from '../../festival/desk/record'
import { undoUntil } from '../../festival/desk/states'
import { formatMembers } from '../../festival/registration'
import { saveAudit } from '../db/audit'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { saveLetter } from '../mail/save-message'
import { endLinks, rewriteLetters } from '../submissions/correct-email'
import { findReviewed, noSuchSubmission, type ReviewedRecord } from '../submissions/record'
import { changeReview, readReview } from '../submissions/review'
import { columnsOf, readColumns, writeColumns } from './correct'
import { toDecided } from './decide'
import { type DecisionPayload, saveRequestAgain } from './decision-letter'
import type { ReviewHandlers } from './parts'

interface Correction {
  /** The press's. */
  id: string
  recordId: string
  version: number
  details: Readonly<Record<string, unknown>>
  actor: string
  now: Date
  publicUrl: string
}

/** Lets the desk correct who a submission is of (behaviours 14.130 and 14.131). */
export const detailsHandlers: ReviewHandlers<'correctDetails'> = ({ db, clock, settings }) => ({
  correctDetails: async ({ parts: { id: recordId }, body, organiser: { email: actor } }) => {
    const wanted = { ...body, ...settings, recordId, actor, now: clock() }
    return toDecided(await transact(db, (transaction) => correct(transaction, wanted)))
  },
})

const correct = async (transaction: Transaction<Tables>, wanted: Correction): Promise<DecisionRow> => {
  const { id, recordId, version, actor, now, publicUrl } = wanted
  const earlier = await findEarlierTry(transaction, wanted)
  if (earlier) return earlier
  const found = await findReviewed(transaction, recordId)
  if (!found) throw noSuchSubmission()
  const { review, record } = found
  if (review.version !== version) throw refuseStale(review)
  const checked = checkDetails(record, wanted.details)
  if (!checked.ok) throw refuseFields(checked.errors)
  const columns = columnsOf(record, checked.value)
  const stood = await readColumns(transaction, record, Object.keys(columns))
  const given = Object.entries({ ...checked.value, members: JSON.stringify(checked.value.members) })
  const at = now.toISOString()
  const changes = given.flatMap(([field, value]): EarlierValue[] => {
    const before = field === 'members' ? JSON.stringify(record.members) : String(stood[field])
    return value === undefined || value === before ? [] : [{ at, press: id, field, value: before }]
  })
  if (changes.length === 0) throw new ApiError('illegal', 'Nothing was changed.')
  const { state, ground, earlier_values } = review
  const isWaiting = state === 'submitted' || state === 'needs-correction'
  if (!isWaiting && (columns.amount ?? record.amount) !== record.amount) throw refuseAmount()

  const values = JSON.stringify([...JSON.parse(earlier_values), ...changes])
  const next = { state, ground, changed_by: actor, prepared: 0, earlier_values: values }
  if (!(await changeReview(transaction, review, next, now))) {
    const meanwhile = await findEarlierTry(transaction, wanted)
    if (meanwhile) return meanwhile
    throw refuseStale((await readReview(transaction, recordId)) ?? review)
  }
  await writeColumns(transaction, record, columns)
  const fields = changes.map(({ field }) => field)
  const line = { at: now, actor, action: 'corrected', recordId, decisionId: id } as const
  await saveAudit(transaction, { ...line, detail: { fields: fields.join(' '), version: version + 1 } })
  await tell(transaction, { review, earlier: record, fields, now, publicUrl })
  const row: DecisionRow = {
    ...{ id, record_id: recordId, actor, batch_id: null, decided_at: at, decision: 'correct' },
    ...{ from_state: state, from_ground: ground, to_state: state, ground, version: version + 1 },
    ...{ reasons: '[]', note: '', money: null, message_id: null, replaced: null },
  }
  await transaction.insertInto('decision').values(row).execute()
  return row
}

/** What the same press did before. */
const findEarlierTry = async (transaction: Transaction<Tables>, { id, recordId }: Correction) => {
  const row = await transaction.selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.record_id === recordId && row.decision === 'correct') return row
  if (row) throw new ApiError('illegal', 'This was already recorded. Refresh the record.')
  return undefined
}

const refuseStale = ({ state, version, changed_by: by, changed_at: at }: ReviewRow) =>
  new ApiError('stale', 'It was changed since you looked.', { current: { state, version, by, at } })

/** Who is verified is so for what was due: that does not change behind a decision. */
const refuseAmount = () => {
  const message = 'With so many the fee is another one. Put it back to waiting first, then change the team.'
  return refuseFields([{ path: 'members', message }])
}

/**
 * Tells the registrant, after a minute, and an earlier address that we write to another one, unless it refused
 * what we sent. Letters that wait say what is corrected; with the address its links end, and a request that stands is made anew.
 */
const tell = async (
  transaction: Transaction<Tables>,
  given: { review: ReviewRow; earlier: ReviewedRecord; fields: readonly string[]; now: Date; publicUrl: string },
): Promise<void> => {
  const { review, earlier, fields, now, publicUrl } = given
  const found = await findReviewed(transaction, earlier.id)
  if (!found) throw noSuchSubmission()
  const { record } = found
  const values = valuesOf(record)
  const notBefore = undoUntil(now.toISOString())
  const isMoved = fields.includes('email')
  const { id: recordId, kind, label, name, email, eventName: what } = record
  const refused = transaction.selectFrom('message').select('id').where('record_id', '=', recordId)
  const wasRefused = refused.where('recipient', '=', earlier.email).where('refused_at', 'is not', null)
  const isNew = earlier.email.toLowerCase() !== email.toLowerCase()
  const isToldThere = isNew && !(await wasRefused.executeTakeFirst())
  const kept = await rewriteLetters(transaction, recordId, values, { isMoved, notBefore })
  if (isMoved) await endLinks(transaction, recordId, kept)
  const send = (payload: Pick<DecisionPayload, 'email' | 'name' | 'decision' | 'facts'>) => {
    const whole: DecisionPayload = { ...payload, label, what, kind, site: publicUrl, reasons: [], note: '' }
    return saveLetter(transaction, { kind: 'decision', recordId, payload: whole, now, notBefore, isCopied: false })
  }
  const facts = fields.map((field) => ({ label: nameField(field), value: String(values[field]) }))
  await send({ email, name, decision: 'correct', facts })
  if (isToldThere) await send({ email: earlier.email, name: '', decision: 'move', facts: [] })
  if (isMoved && kept.length === 0)
    await saveRequestAgain(transaction, { review, record }, { now, notBefore, publicUrl })
}

/** What is corrected, by the names that letters have for it. */
const valuesOf = ({ name, email, phone, college, amount, members }: ReviewedRecord) => {
  const team = formatMembers(members)
  const year = members[0]?.year
  return {
    name,
    email,
    phone,
    amount,
    college,
    institution: college,
    members: team,
    team_members: team,
    year,
  } as Record<string, unknown> & { email: string }
}
