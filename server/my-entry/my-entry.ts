import { findSubject } from '../../festival/content/catalogue'
import { describeCancellation, helpDeskContact } from '../../festival/content/help-desk'
import { dayAt, formatDay } from '../../festival/content/slot'
import { findSubmissionLink, mostMembers, type Subject } from '../../festival/content/subject'
import { explainDecision } from '../../festival/contract/decision-mail'
import { nameField } from '../../festival/contract/entry'
import type { MyEntry } from '../../festival/contract/my-entry'
import { describeStanding } from '../../festival/contract/places'
import { findReason, findRemedy } from '../../festival/contract/reasons'
import type { ReviewState } from '../../festival/contract/states'
import {
  type CorrectableField,
  correctable,
  isCorrectableText,
  teamLabel,
} from '../../festival/forms/correction'
import { approvalText } from '../../festival/forms/free'
import { type ProofField, proofFields } from '../../festival/forms/upload'
import { formatAmountDue } from '../../festival/payment/fee'
import { sumBy } from '../../festival/sum-by'
import type { PrivateLinkRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, UploadRow } from '../db/schema'
import { findEntryWithReview, type ReviewedEntry } from '../entries/entry'
import { findStanding } from '../entries/places'
import type { Availability } from '../forms/availability'
import { ApiError } from '../http/api-error'
import { describeNextStep, nextStepText } from '../mail/email-content'
import { type DecisionPayload, findDecision, listNextSteps } from '../messages/decision-email'
import { findGroupLink } from '../messages/group-link'
import { findObstacle } from '../messages/obstacle'

export const goneEntry = (): ApiError =>
  new ApiError('gone', 'This registration or request no longer exists.')

const stateSentences: Readonly<Record<ReviewState, string>> = {
  submitted: nextStepText,
  unconfirmed: 'Press the button below to confirm it.',
  verified: 'Your payment is verified.',
  'needs-correction':
    'Something needs to be corrected. Please correct the items below and send them again.',
  rejected: `It could not be accepted. If you think that this is a mistake, call ${helpDeskContact}.`,
  withdrawn: `It has been withdrawn. If you did not ask for this, call ${helpDeskContact}.`,
}

/** For free events. */
const freeSentences: Partial<Record<ReviewState, string>> = {
  submitted: approvalText,
  verified: 'It is confirmed.',
}

/** If a pass covers the fee. */
const passSentences: Partial<Record<ReviewState, string>> = {
  submitted: describeNextStep('registration'),
  verified: 'Your registration is verified.',
}

const describeState = (state: ReviewState, { amount }: Pick<ReviewedEntry, 'amount'>): string => {
  if (amount === 0) {
    return freeSentences[state] ?? stateSentences[state]
  }
  return (amount === null ? passSentences[state] : undefined) ?? stateSentences[state]
}

/** @throws ApiError `gone` */
export const readMyEntry = async (
  db: DbOrTransaction,
  { entry_id, expires_at }: PrivateLinkRow,
  availability: Pick<Availability, 'lateness'>,
  subjects: readonly Subject[],
  now: Date,
): Promise<MyEntry> => {
  const reviewed = await findEntryWithReview(db, entry_id)
  if (!reviewed) {
    throw goneEntry()
  }
  const { review, entry } = reviewed
  const { kind, label, eventName, name, sentAt } = entry
  const { state, version } = review
  const correction = await readRequestedCorrection(db, entry, review)
  const obstacle = state === 'unconfirmed' ? await findObstacle(db, entry, subjects) : undefined
  const stateWords = obstacle ?? describeState(state, entry)
  const standing = await findStanding(db, review, subjects, now)
  const hasNoPlace = standing.is === 'waiting' || standing.is === 'lost'
  const team = offerTeamChange(entry, review, availability)
  const group = state === 'verified' && (await findGroupLink(db, entry.event))
  const myEntry: MyEntry = {
    kind,
    label,
    eventName,
    name,
    sentAt,
    state,
    version,
    words:
      `We received it on ${formatDay(dayAt(Date.parse(sentAt)))}. ${stateWords} ${describeStanding(standing, entry.amount)}`.trim(),
    more: hasNoPlace ? [] : await listMore(db, entry, review, subjects),
    linkUntil: expires_at,
    facts: listFacts(entry, review),
    files: (await listOwnFiles(db, entry)).map(({ field, upload }) => ({
      field,
      label: nameField(field),
      isPicture: upload.format !== 'pdf',
    })),
  }
  if (entry.amount === 0) {
    myEntry.isFree = true
  }
  if (state === 'unconfirmed' && obstacle === undefined) {
    myEntry.canConfirm = true
  }
  if (correction) {
    myEntry.correction = correction
  }
  if (team) {
    myEntry.team = team
  }
  if (group) {
    myEntry.group = group
  }
  const submissionLink = findSubmissionLink(subjects.find(({ key }) => key === entry.event))
  if (submissionLink && state !== 'rejected' && state !== 'withdrawn') {
    myEntry.submissionLink = submissionLink
  }
  return myEntry
}

const listFacts = (
  { email, phone, members, amount, reference, utr, facts }: ReviewedEntry,
  { state, room }: ReviewRow,
): MyEntry['facts'] => {
  const team = members.length > 1 ? members.map(({ name }) => name).join(', ') : ''
  return [
    { label: 'E-mail', value: email },
    { label: 'Phone', value: phone },
    { label: 'Team', value: team },
    { label: 'Room', value: state === 'verified' ? room : '' },
    ...facts,
    { label: 'Amount', value: formatAmountDue(amount) },
    { label: 'Payment reference', value: reference },
    { label: 'UTR', value: utr },
  ].filter(({ value }) => value !== '')
}

/** Returns the sentences that are shown below the status. */
const listMore = async (
  db: DbOrTransaction,
  entry: ReviewedEntry,
  { state }: ReviewRow,
  subjects: readonly Subject[],
): Promise<string[]> => {
  if (state === 'verified') {
    return listNextSteps(entry, subjects)
  }
  if (state === 'rejected' || state === 'withdrawn') {
    const decision = await findDecision(db, entry.id, state === 'rejected' ? 'reject' : 'withdraw')
    return decision ? explainDecision(decision) : []
  }
  if (state === 'unconfirmed') {
    return []
  }
  const isCancelled = subjects.some(
    ({ key, status }) => key === entry.event && status === 'cancelled',
  )
  return isCancelled ? [describeCancellation(entry.eventName, entry.amount)] : []
}

type Correction = NonNullable<MyEntry['correction']>
type Reasons = DecisionPayload['reasons']

/** Returns undefined if no correction is requested. */
export const readRequestedCorrection = async (
  db: DbOrTransaction,
  entry: ReviewedEntry,
  { state }: ReviewRow,
): Promise<Correction | undefined> => {
  const request =
    state === 'needs-correction' ? await findDecision(db, entry.id, 'ask-correction') : undefined
  if (!request) {
    return undefined
  }
  const { reasons, note } = request
  const amount = sumBy(reasons, ({ difference = 0 }) => difference)
  return {
    reasons: reasons.map(({ key }) => {
      const { words, field } = findReason(key)
      const remedy = findRemedy(key)
      return field === undefined ? { words, remedy } : { words, remedy, field }
    }),
    note,
    fields: listFields(entry, reasons),
    teamSize: findSubject(entry.event)?.teamSize ?? 1,
    proofs: listProofs(entry.kind, reasons),
    difference: amount > 0 ? { amount, reference: entry.reference || entry.label } : null,
  }
}

/**
 * Returns the form for changing the team, or undefined unless the event is open and no correction
 * is requested.
 */
export const offerTeamChange = (
  entry: ReviewedEntry,
  { state }: ReviewRow,
  availability: Pick<Availability, 'lateness'>,
): Correction | undefined => {
  const subject = entry.kind === 'registration' ? findSubject(entry.event) : undefined
  const isActive = state === 'submitted' || state === 'verified'
  if (!subject || !isActive || availability.lateness(subject)) {
    return undefined
  }
  const fields: Correction['fields'] = [
    { name: 'members', label: teamLabel, value: JSON.stringify(entry.members) },
  ]
  return { reasons: [], note: '', fields, teamSize: subject.teamSize, proofs: [], difference: null }
}

export const refuseCorrection = (
  entry: ReviewedEntry,
  { state }: ReviewRow,
  availability: Pick<Availability, 'lateness'>,
): ApiError => {
  const subject = entry.kind === 'registration' ? findSubject(entry.event) : undefined
  const lateness = subject && availability.lateness(subject)
  const isActive = state === 'submitted' || state === 'verified'
  if (!subject || !lateness || !isActive) {
    return new ApiError('illegal', 'There is nothing to correct at the moment.')
  }
  const reason = lateness === 'cancelled' ? 'The event is cancelled' : 'Registration has closed'
  const what = mostMembers(subject.teamSize) > 1 ? 'the team' : 'your details'
  return new ApiError(
    'registration-closed',
    `${reason}, so ${what} can no longer be changed here. Call ${helpDeskContact}.`,
  )
}

/** Uses the order of the form. A team contains its leader's name and phone. */
const listFields = (entry: ReviewedEntry, reasons: Reasons): Correction['fields'] => {
  const { kind, name, phone, utr, delegateId, members } = entry
  const requestedFields = new Set(reasons.map(({ key }) => findReason(key).field))
  if (requestedFields.has('members')) {
    requestedFields.delete('name')
    requestedFields.delete('phone')
  }
  const values: [CorrectableField, string][] = [
    ['name', name],
    ['phone', phone],
  ]
  if (kind === 'registration') {
    values.push(['members', JSON.stringify(members)], ['delegate_id', delegateId])
  }
  values.push([kind === 'accommodation' ? 'transaction_id' : 'utr', utr])
  return values
    .filter(([field]) => requestedFields.has(field))
    .map(([name, value]) => ({
      name,
      label: isCorrectableText(name) ? correctable[name].label : teamLabel,
      value,
    }))
}

const listProofs = (kind: ReviewedEntry['kind'], reasons: Reasons): Correction['proofs'] => {
  const paymentField = kind === 'accommodation' ? 'payment_proof_url' : 'payment_screenshot_url'
  const requestedFields = new Set(reasons.map(({ key }) => findReason(key).field ?? paymentField))
  const fields: Readonly<Record<string, ProofField>> = proofFields[kind]
  return Object.entries(fields).flatMap(([field, plan]) =>
    requestedFields.has(field) ? [{ field, ...plan }] : [],
  )
}

/** Excludes files of other entries. Otherwise a form could name and read another person's file. */
export const listOwnFiles = async (
  db: DbOrTransaction,
  { proofs, sentAt }: ReviewedEntry,
): Promise<{ field: string; upload: UploadRow }[]> => {
  const urls = proofs.map(({ url }) => url)
  const ownUploads = db
    .selectFrom('upload')
    .selectAll()
    .where('secure_url', 'in', urls)
    .where('location', '=', 'file-store')
  const uploads = await ownUploads.where('referenced_at', '>=', sentAt).execute()
  return proofs.flatMap(({ field, url }) => {
    const upload = uploads.find(({ secure_url }) => secure_url === url)
    return upload ? [{ field, upload }] : []
  })
}
