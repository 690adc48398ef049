import type { Transaction } from 'kysely'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { EarlierValue, OwnChange } from '../../festival/contract/entry'
import type { CorrectMyEntry } from '../../festival/contract/my-entry'
import { type FieldError, parseBody } from '../../festival/contract/problem'
import { type Corrected, correctedSchema } from '../../festival/forms/correction'
import { formatAmountDue } from '../../festival/payment/fee'
import type { PrivateLinkRow, ReviewRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import { refuseStale } from '../decisions/apply-decision'
import { type Columns, toColumns, writeColumns } from '../entries/columns'
import { addEarlierValues, limitOwnChanges } from '../entries/earlier-values'
import { findReviewed, type ReviewedEntry } from '../entries/entry'
import { replaceProof } from '../entries/proofs'
import { changeReview, readReview } from '../entries/review'
import { attachUploads } from '../forms/attach-uploads'
import type { Availability } from '../forms/availability'
import { type ApiError, refuseFields } from '../http/api-error'
import { saveTeamChangeEmail } from '../messages/decision-email'
import { goneEntry, readOwnTeam, readRequestedCorrection, refuseCorrection } from './my-entry'

const refuseChanged = (review: ReviewRow) =>
  refuseStale(
    { ...review, changed_by: null },
    'Your registration has changed since you opened this page. Please check it again.',
  )

interface CorrectionSettings {
  now: Date
  availability: Pick<Availability, 'lateness'>
  /** Has no slash at the end. */
  publicUrl: string
}

/**
 * A requested correction returns the entry to the queue. A change of the team keeps the state.
 * @throws ApiError `stale`, `illegal`, `registration-closed`, `invalid`, `gone` or
 * `too-many-changes`
 */
export const saveCorrection = async (
  transaction: Transaction<Tables>,
  link: PrivateLinkRow,
  { version, fields = {}, proofs = {} }: Omit<CorrectMyEntry, 'secret'>,
  { now, availability, publicUrl }: CorrectionSettings,
): Promise<void> => {
  const reviewed = await findReviewed(transaction, link.entry_id)
  if (!reviewed) {
    throw goneEntry()
  }
  const { review, entry } = reviewed
  if (review.version !== version) {
    throw refuseChanged(review)
  }
  const team = readOwnTeam(entry, review, availability)
  const correction = (await readRequestedCorrection(transaction, entry, review)) ?? team
  if (!correction) {
    throw refuseCorrection(entry, review, availability)
  }

  const names = correction.fields.map(({ name }) => name)
  const parsed = parseBody(correctedSchema(names, correction.teamSize), fields)
  const files = correction.proofs.map((proof) => ({
    ...proof,
    url: proofs[proof.field] ?? '',
    before: entry.proofs.find(({ field }) => field === proof.field)?.url ?? '',
  }))
  const missing = files
    .filter(({ url, before }) => url === '' || url === before)
    .map(({ field }) => ({ path: field, message: 'Please choose a new file and send it.' }))
  if (!parsed.ok) {
    throw refuseFields([...parsed.errors, ...missing])
  }
  if (missing.length > 0) {
    throw refuseFields(missing)
  }
  const columns = toColumns(entry, parsed.value)
  if (team) {
    if (columns.team_members === JSON.stringify(entry.members)) {
      return
    }
    requireSameLeader(entry, parsed.value.members)
    if ((columns.amount ?? entry.amount) !== entry.amount) {
      throw refuseTeamSize(columns)
    }
    limitOwnChanges(review, now)
  }

  const at = now.toISOString()
  const { state, source } = review
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
  const unchanged = { state, source }
  const pending = { state: 'submitted', source: null, corrected_at: at, later_at: null } as const
  const nextState = team ? unchanged : pending
  const next = { ...nextState, reindex: true, earlier_values }
  const detail = {
    fields: [...names, ...files.map(({ field }) => field)].join(' '),
    version: version + 1,
  }
  const line = { at: now, actor: 'registrant', action: 'corrected', detail } as const
  // The update locks the row, so a concurrent correction fails.
  if (!(await changeReview(transaction, review, next, line))) {
    throw refuseChanged((await readReview(transaction, review.entry_id)) ?? review)
  }
  const attachments = files.map((file) => ({ ...file, isFresh: true }))
  await attachUploads(transaction, attachments, at)
  const { id: entryId, sentAt } = entry
  for (const { field, before: url } of files) {
    if (URL.canParse(url)) {
      await replaceProof(transaction, { entryId, field, url, sentAt }, now)
    }
  }
  const urls = Object.fromEntries(files.map(({ field, url }) => [field, url]))
  await writeColumns(transaction, entry, { ...columns, ...urls })
  if (team && state === 'verified') {
    await saveTeamChangeEmail(
      transaction,
      { ...entry, members: parsed.value.members ?? [] },
      { now, publicUrl },
    )
  }
}

/** Participants cannot pass their place to another leader, but they may add a missing phone. */
const requireSameLeader = (entry: ReviewedEntry, after: Corrected['members']) => {
  const leader = entry.members[0] ?? entry
  const next = after?.[0]
  if (!next) {
    return
  }
  const errors: FieldError[] = []
  if (next.name !== leader.name) {
    errors.push({
      path: 'members.0.name',
      message: `To change the leader’s name, call ${helpDeskContact}.`,
    })
  }
  if (leader.phone !== '' && next.phone !== leader.phone) {
    errors.push({
      path: 'members.0.phone',
      message: `To change the leader’s phone, call ${helpDeskContact}.`,
    })
  }
  if (errors.length > 0) {
    throw refuseFields(errors)
  }
}

/** The amount due is fixed after the payment. The help desk collects or refunds any difference. */
const refuseTeamSize = ({ amount }: Columns): ApiError => {
  const message = `A team of this size pays ${formatAmountDue(Number(amount))}. To change the size of your team, call ${helpDeskContact}.`
  return refuseFields([{ path: 'members', message }])
}
