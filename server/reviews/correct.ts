import { sql, type Transaction } from 'kysely'
import { findSubject } from '../../festival/catalogue'
import { type Corrected, correctedSchema } from '../../festival/correction'
import type { EarlierValue, OwnChange } from '../../festival/desk/record'
import { amountDue, tellAmount } from '../../festival/fee'
import { deskWords } from '../../festival/help-desk'
import { toPaise } from '../../festival/money'
import type { CorrectMine } from '../../festival/my-submission'
import { type FieldError, parseBody } from '../../festival/problem'
import type { PrivateLinkRow, ReviewRow } from '../db/desk-schema'
import { recordTables, type Tables } from '../db/schema'
import { type ApiError, refuseFields } from '../http/api-error'
import type { Availability } from '../submissions/availability'
import { addEarlierValues, limitOwnChanges } from '../submissions/earlier-values'
import { replaceProof } from '../submissions/proofs'
import { findReviewed, type ReviewedRecord, readTeam } from '../submissions/record'
import { changeReview, readReview } from '../submissions/review'
import { attachUploads } from '../submissions/submit'
import { refuseStale } from './apply-decision'
import { saveTeamChangeEmail } from './decision-email'
import { goneSubmission, readAskedFor, readOwnTeam, refuseCorrection } from './my-submission'

/** To its registrant: no organiser is named. */
const refuseChanged = (review: ReviewRow) =>
  refuseStale(
    { ...review, changed_by: null },
    'This submission has changed since you opened it. Please look at it again.',
  )

interface CorrectionSettings {
  now: Date
  availability: Pick<Availability, 'lateness'>
  /** The site's address, without a slash at the end. */
  publicUrl: string
}

/**
 * Takes a correction: only what was asked for, checked as the form checks it. The record keeps its id, the earlier proofs stay, and
 * the submission waits for a check again (behaviours 14.43 and 14.44).
 * @throws ApiError `stale`, `illegal`, `registration-closed`, `invalid`, `gone`, or `too-many-changes` if the participant has changed the team too often
 */
export const saveCorrection = async (
  transaction: Transaction<Tables>,
  link: PrivateLinkRow,
  { version, fields = {}, proofs = {} }: Omit<CorrectMine, 'secret'>,
  { now, availability, publicUrl }: CorrectionSettings,
): Promise<void> => {
  const reviewed = await findReviewed(transaction, link.record_id)
  if (!reviewed) throw goneSubmission()
  const { review, record } = reviewed
  if (review.version !== version) throw refuseChanged(review)
  const team = readOwnTeam(record, review, availability)
  const correction = (await readAskedFor(transaction, record, review)) ?? team
  if (!correction) throw refuseCorrection(record, review, availability)

  const names = correction.fields.map(({ name }) => name)
  const parsed = parseBody(correctedSchema(names, correction.teamSize), fields)
  const files = correction.proofs.map((proof) => ({
    ...proof,
    url: proofs[proof.field] ?? '',
    before: record.proofs.find(({ field }) => field === proof.field)?.url ?? '',
  }))
  const missing = files
    .filter(({ url, before }) => url === '' || url === before)
    .map(({ field }) => ({ path: field, message: 'Please choose a new file and send it.' }))
  const errors = [...(parsed.ok ? [] : parsed.errors), ...missing]
  if (!parsed.ok || errors.length > 0) throw refuseFields(errors)
  const columns = toColumns(record, parsed.value)
  if (team && columns.team_members === JSON.stringify(record.members)) return
  if (team) requireSameLeader(record, parsed.value.members)
  if (team && (columns.amount ?? record.amount) !== record.amount) throw refuseNumber(columns)
  if (team) limitOwnChanges(review, now)

  const at = now.toISOString()
  const { state, ground } = review
  const own: OwnChange = {
    version: version + 1,
    changedBefore: review.changed_at,
    wasVerified: state === 'verified',
  }
  const replaced = correction.fields.map(({ name, value }): EarlierValue => {
    const earlier: EarlierValue = { at, field: name, value }
    return team ? { ...earlier, own } : earlier
  })
  const earlier_values = addEarlierValues(review, replaced)
  const waiting = { state: 'submitted', ground: null, corrected_at: at, later_at: null } as const
  const next = { ...(team ? { state, ground } : waiting), prepared: 0, earlier_values }
  const detail = {
    fields: [...names, ...files.map(({ field }) => field)].join(' '),
    version: version + 1,
  }
  const line = { at: now, actor: 'registrant', action: 'corrected', detail } as const
  // It takes the row's lock, so of two corrections at once the second finds another version.
  if (!(await changeReview(transaction, review, next, line)))
    throw refuseChanged((await readReview(transaction, review.record_id)) ?? review)
  const attachments = files.map((file) => ({ ...file, isFresh: true }))
  await attachUploads(transaction, attachments, at)
  const { id: recordId, sentAt } = record
  // One whose time was over has left a note in the place of its address.
  for (const { field, before: url } of files)
    if (URL.canParse(url)) await replaceProof(transaction, { recordId, field, url, sentAt }, now)
  const urls = Object.fromEntries(files.map(({ field, url }) => [field, url]))
  await writeColumns(transaction, record, { ...columns, ...urls })
  if (team && state === 'verified')
    await saveTeamChangeEmail(
      transaction,
      { ...record, members: parsed.value.members ?? [] },
      { now, publicUrl },
    )
}

/** Participants do not hand their place to another leader; a phone that the desk left out may be filled in. */
const requireSameLeader = (record: ReviewedRecord, after: Corrected['members']) => {
  const leader = record.members[0] ?? record
  const next = after?.[0]
  if (!next) return
  const call = `Call ${deskWords}, to change`
  const errors: FieldError[] = []
  if (next.name !== leader.name)
    errors.push({ path: 'members.0.name', message: `${call} the leader’s name.` })
  if (leader.phone !== '' && next.phone !== leader.phone)
    errors.push({ path: 'members.0.phone', message: `${call} the leader’s phone.` })
  if (errors.length > 0) throw refuseFields(errors)
}

/** What is due does not change behind a payment: the help desk takes what is missing, or gives back what is too much. */
const refuseNumber = ({ amount }: Columns): ApiError => {
  const message = `A team of this size pays ${tellAmount(Number(amount))}. Call ${deskWords}, to change the size of your team.`
  return refuseFields([{ path: 'members', message }])
}

/** What somebody corrects: a team, and texts by their columns. */
interface Changed extends Readonly<Record<string, unknown>> {
  name?: string | undefined
  phone?: string | undefined
  members?: Corrected['members']
}

/** A team's own changes: its leader's name and phone stand in the record too, and what is due follows its size (behaviour 3.3). */
const changeTeam = (
  { event, coupon, members: before }: ReviewedRecord,
  { name, phone, members }: Changed,
) => {
  const [leader, ...rest] = members ?? before
  if (!leader) return {}
  const first = { ...leader, name: name ?? leader.name, phone: phone ?? leader.phone }
  const team = [first, ...rest]
  const fee = findSubject(event)?.fee
  const amount =
    fee && team.length !== before.length ? amountDue(fee, team.length, coupon !== '') : undefined
  return { ...first, ...(amount !== undefined && { amount }), team_members: JSON.stringify(team) }
}

type Columns = Readonly<Record<string, string | number | null>>

/** The columns that a correction writes; a record's ids, its times and whatever was not asked for stay. */
export const toColumns = (record: ReviewedRecord, changed: Changed): Columns => {
  const all = { ...changed, ...(record.kind === 'registration' && changeTeam(record, changed)) }
  const isStored = (entry: [string, unknown]): entry is [string, string | number] =>
    typeof entry[1] === 'string' || typeof entry[1] === 'number'
  return Object.fromEntries(Object.entries<unknown>(all).filter(isStored))
}

type Named = Pick<ReviewedRecord, 'id' | 'kind'>

/** What stands in some columns of a record. */
export const readColumns = async (
  transaction: Transaction<Tables>,
  { id, kind }: Named,
  names: string[],
) => {
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const query = sql<Columns>`select ${columns} from ${sql.table(recordTables[kind])} where id = ${id}`
  return (await query.execute(transaction)).rows[0] ?? {}
}

export const writeColumns = async (
  transaction: Transaction<Tables>,
  { id, kind }: Named,
  columns: Columns,
) => {
  const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (set.length > 0)
    await sql`update ${sql.table(recordTables[kind])} set ${sql.join(set)} where id = ${id}`.execute(
      transaction,
    )
  const { team_members: team, amount } = columns
  if (typeof team === 'string')
    await transaction
      .updateTable('review')
      .set({
        people: readTeam(team).length,
        ...(typeof amount === 'number' ? { due: toPaise(amount) } : {}),
      })
      .where('record_id', '=', id)
      .execute()
}
