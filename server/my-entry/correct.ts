import type { Transaction } from 'kysely'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { EarlierValue, OwnChange } from '../../festival/contract/entry'
import type { CorrectMyEntry, MyEntry } from '../../festival/contract/my-entry'
import { type FieldError, parseBody } from '../../festival/contract/problem'
import { type Corrected, correctedSchema } from '../../festival/forms/correction'
import { formatAmountDue } from '../../festival/payment/fee'
import type { PrivateLinkRow, ReviewRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import { refuseStale } from '../decisions/apply-decision'
import { type Columns, toColumns, writeColumns } from '../entries/columns'
import { addEarlierValues, limitOwnChanges } from '../entries/earlier-values'
import { findEntryWithReview, type ReviewedEntry } from '../entries/entry'
import { replaceProof } from '../entries/proofs'
import { changeReview, readReview } from '../entries/review'
import { attachUploads } from '../forms/attach-uploads'
import type { Availability } from '../forms/availability'
import { type ApiError, refuseFields } from '../http/api-error'
import { saveTeamChangeEmail } from '../messages/decision-email'
import { goneEntry, offerTeamChange, readRequestedCorrection, refuseCorrection } from './my-entry'

export const refuseChanged = (review: ReviewRow) =>
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
  const reviewed = await findEntryWithReview(transaction, link.entry_id)
  if (!reviewed) {
    throw goneEntry()
  }
  const { review, entry } = reviewed
  if (review.version !== version) {
    throw refuseChanged(review)
  }
  const ownTeam = offerTeamChange(entry, review, availability)
  const correction = (await readRequestedCorrection(transaction, entry, review)) ?? ownTeam
  if (!correction) {
    throw refuseCorrection(entry, review, availability)
  }
  const files = pairFiles(entry, correction, proofs)
  const corrected = checkFields(correction, fields, files)
  const columns = toColumns(entry, corrected)
  const isTeamChange = ownTeam !== undefined
  if (isTeamChange) {
    if (columns.team_members === JSON.stringify(entry.members)) {
      return
    }
    requireSameLeader(entry, corrected.members)
    if ((columns.amount ?? entry.amount) !== entry.amount) {
      throw refuseTeamSize(columns)
    }
    limitOwnChanges(review, now)
  }

  const at = now.toISOString()
  const next = isTeamChange
    ? { state: review.state, source: review.source }
    : ({ state: 'submitted', source: null, corrected_at: at, later_at: null } as const)
  const earlier_values = addEarlierValues(
    review,
    listReplacedValues(correction, review, isTeamChange, at),
  )
  const changedFields = [
    ...correction.fields.map(({ name }) => name),
    ...files.map(({ field }) => field),
  ]
  const changed = await changeReview(
    transaction,
    review,
    { ...next, reindex: true, earlier_values },
    {
      at: now,
      actor: 'registrant',
      action: 'corrected',
      detail: { fields: changedFields.join(' '), version: version + 1 },
    },
  )
  // The update locks the row, so a concurrent correction fails.
  if (!changed) {
    throw refuseChanged((await readReview(transaction, review.entry_id)) ?? review)
  }
  await replaceFiles(transaction, entry, files, now)
  const urls = Object.fromEntries(files.map(({ field, url }) => [field, url]))
  await writeColumns(transaction, entry, { ...columns, ...urls })
  if (isTeamChange && review.state === 'verified') {
    const members = corrected.members ?? []
    await saveTeamChangeEmail(transaction, { ...entry, members }, { now, publicUrl })
  }
}

type Correction = NonNullable<MyEntry['correction']>
type CorrectedFile = ReturnType<typeof pairFiles>[number]

const pairFiles = (
  entry: ReviewedEntry,
  correction: Correction,
  urls: NonNullable<CorrectMyEntry['proofs']>,
) =>
  correction.proofs.map((proof) => ({
    ...proof,
    url: urls[proof.field] ?? '',
    earlierUrl: entry.proofs.find(({ field }) => field === proof.field)?.url ?? '',
  }))

/** @throws ApiError `invalid` */
const checkFields = (
  correction: Correction,
  fields: NonNullable<CorrectMyEntry['fields']>,
  files: readonly CorrectedFile[],
): Corrected => {
  const names = correction.fields.map(({ name }) => name)
  const parsed = parseBody(correctedSchema(names, correction.teamSize), fields)
  const missingFiles = files
    .filter(({ url, earlierUrl }) => url === '' || url === earlierUrl)
    .map(({ field }) => ({ path: field, message: 'Please choose a new file and send it.' }))
  if (!parsed.ok) {
    throw refuseFields([...parsed.errors, ...missingFiles])
  }
  if (missingFiles.length > 0) {
    throw refuseFields(missingFiles)
  }
  return parsed.value
}

const listReplacedValues = (
  correction: Correction,
  { version, changed_at, state }: ReviewRow,
  isTeamChange: boolean,
  at: string,
): EarlierValue[] => {
  const own: OwnChange = {
    version: version + 1,
    changedBefore: changed_at,
    wasVerified: state === 'verified',
  }
  return correction.fields.map(({ name, value }) => {
    const replaced: EarlierValue = { at, field: name, value }
    return isTeamChange ? { ...replaced, own } : replaced
  })
}

const replaceFiles = async (
  transaction: Transaction<Tables>,
  { id: entryId, sentAt }: ReviewedEntry,
  files: readonly CorrectedFile[],
  now: Date,
) => {
  const attachments = files.map((file) => ({ ...file, isFresh: true }))
  await attachUploads(transaction, attachments, now.toISOString())
  for (const { field, earlierUrl: url } of files) {
    if (URL.canParse(url)) {
      await replaceProof(transaction, { entryId, field, url, sentAt }, now)
    }
  }
}

/** Participants cannot pass their place to another leader, but they may add a missing phone. */
const requireSameLeader = (entry: ReviewedEntry, newTeam: Corrected['members']) => {
  const leader = entry.members[0] ?? entry
  const newLeader = newTeam?.[0]
  if (!newLeader) {
    return
  }
  const errors: FieldError[] = []
  if (newLeader.name !== leader.name) {
    errors.push({
      path: 'members.0.name',
      message: `To change the leader’s name, call ${helpDeskContact}.`,
    })
  }
  if (leader.phone !== '' && newLeader.phone !== leader.phone) {
    errors.push({
      path: 'members.0.phone',
      message: `To change the leader’s phone number, call ${helpDeskContact}.`,
    })
  }
  if (errors.length > 0) {
    throw refuseFields(errors)
  }
}

/** The amount due is fixed after the payment. The help desk collects or refunds any difference. */
const refuseTeamSize = ({ amount }: Columns): ApiError => {
  const message = `The fee for a team of this size is ${formatAmountDue(Number(amount))}. To change the size of your team, call ${helpDeskContact}.`
  return refuseFields([{ path: 'members', message }])
}
