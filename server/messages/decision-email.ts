import { type ExpressionBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { workshops } from '../../festival/content/catalogue'
import {
  describeCancellation,
  helpDeskContact,
  upiIdAdvice,
} from '../../festival/content/help-desk'
import { formatPlace } from '../../festival/content/place'
import { formatDay, formatDays, formatHours, toDay } from '../../festival/content/slot'
import {
  findSubmissionLink,
  listCalendarEntries,
  listSessions,
  type Subject,
  subjectPath,
  submissionLinkLabel,
} from '../../festival/content/subject'
import type { GivenReason } from '../../festival/contract/decision'
import {
  linkDays,
  nameEntry,
  nameKind,
  writeDecisionMail,
} from '../../festival/contract/decision-mail'
import { nameField } from '../../festival/contract/entry'
import { describeStanding } from '../../festival/contract/places'
import { reasonKeys } from '../../festival/contract/reasons'
import { type Decision, type MoneyChoice, moneyChoices } from '../../festival/contract/states'
import { formatMembers } from '../../festival/forms/registration'
import type { Festival } from '../../festival/live/state'
import { formatAmountDue } from '../../festival/payment/fee'
import { breakLinks } from '../../festival/text/break-links'
import type { ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, MessageRow, MessageState, Tables } from '../db/schema'
import { type ReviewedEntry, readEntry } from '../entries/entry'
import { findStanding } from '../entries/places'
import { createPrivateLink } from '../entries/private-link'
import { readReview } from '../entries/review'
import { roomPhones } from '../forms/accommodation'
import { createEmailReader, type Installation } from '../mail/confirmation'
import {
  type EmailContent,
  type Fact,
  fact,
  link,
  untrustedFact,
  whenAndWhere,
} from '../mail/email-content'
import { confirmationKinds } from '../mail/queries'
import { saveEmail } from '../mail/save-message'
import { findGroupLink } from './group-link'

/** Stored payloads must stay readable, so new fields are optional (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  /**
   * `correct` is made by an organiser, `change-team` by the participant. `move` is sent to the
   * previous address.
   */
  decision: v.picklist([
    'verify',
    'ask-correction',
    'reject',
    'withdraw',
    'correct',
    'move',
    'change-team',
    'move-up',
    'no-place',
    'ticket',
  ]),
  name: v.string(),
  label: v.string(),
  what: v.string(),
  kind: v.optional(v.picklist(['registration', 'delegate-pass', 'accommodation'])),
  event: v.optional(v.string()),
  /** Null if a pass covers the fee. */
  amount: v.optional(v.nullable(v.number())),
  facts: v.optional(v.array(v.object({ label: v.string(), value: v.string() }))),
  /** Has no slash at the end. */
  site: v.optional(v.string()),
  reasons: v.array(v.object({ key: v.picklist(reasonKeys), difference: v.optional(v.number()) })),
  note: v.string(),
  /** Set only for rejections. */
  money: v.optional(v.picklist(moneyChoices)),
  /** Set only for verified participants. */
  group: v.optional(v.string()),
  /** The private link, valid for `days`. Set if the participant has to enter something there. */
  address: v.optional(v.string()),
  days: v.optional(v.number()),
  /** Whether the entry has a place. Added when the e-mail is sent. */
  place: v.optional(v.string()),
  /** Added when the e-mail is sent, so that it is the current ticket. */
  ticket: v.optional(
    v.object({ code: v.string(), address: v.string(), names: v.array(v.string()) }),
  ),
})

export type DecisionPayload = v.InferOutput<typeof payloadSchema>

/** Labels of facts that the e-mail includes. */
const includedFacts: readonly string[] = ['Delegate Pass ID', 'Arrival', 'Departure']

interface EmailedDecision {
  decision: Exclude<Decision, 'reopen'> | 'move-up' | 'no-place' | 'ticket'
  reasons: readonly GivenReason[]
  note: string
  money?: MoneyChoice | null
  now: Date
  /** The earliest time at which the e-mail is sent. Defaults to `now`. */
  notBefore?: Date
  /** Has no slash at the end. */
  publicUrl: string
}

/** E-mails about these decisions contain the ticket if the entry is verified and has a place. */
export const ticketDecisions: readonly DecisionPayload['decision'][] = [
  'verify',
  'move-up',
  'correct',
  'ticket',
]

/** @returns the id of the e-mail */
export const saveDecisionEmail = async (
  db: DbOrTransaction,
  entry: ReviewedEntry,
  { decision, reasons, note, money, now, notBefore = now, publicUrl }: EmailedDecision,
): Promise<string> => {
  const { id, email, name, label, eventName, kind, event, amount, facts } = entry
  const isRefund = decision === 'no-place' && Boolean(amount)
  const isLinked = decision === 'ask-correction' || isRefund
  const address = isLinked && (await createPrivateLink(db, id, 'correction', now, publicUrl))
  const group = decision === 'verify' && (await findGroupLink(db, event))
  const payload: DecisionPayload = {
    email,
    name,
    label,
    what: eventName,
    kind,
    event,
    amount,
    site: publicUrl,
    decision,
    note,
    reasons: [...reasons],
    facts: facts.filter(({ label, value }) => includedFacts.includes(label) && value !== ''),
  }
  if (money) {
    payload.money = money
  }
  if (group) {
    payload.group = group
  }
  if (address) {
    payload.address = address
    payload.days = linkDays.correction
  }
  const mayHaveTicket = kind !== 'accommodation' && ticketDecisions.includes(decision)
  const ccOrganisers = !isLinked && !mayHaveTicket && amount !== 0
  return saveEmail(db, { kind: 'decision', entryId: id, payload, now, notBefore, ccOrganisers })
}

/** Someone else might have the private link, so the participant is notified. */
export const saveTeamChangeEmail = async (
  db: DbOrTransaction,
  { id, email, name, label, eventName, kind, members }: ReviewedEntry,
  { now, publicUrl }: Pick<EmailedDecision, 'now' | 'publicUrl'>,
): Promise<void> => {
  const payload: DecisionPayload = {
    email,
    name,
    label,
    kind,
    what: eventName,
    decision: 'change-team',
    facts: [{ label: nameField('members'), value: formatMembers(members) }],
    site: publicUrl,
    reasons: [],
    note: '',
  }
  await saveEmail(db, { kind: 'decision', entryId: id, payload, now, ccOrganisers: false })
}

export const isUnattempted = ({ and, eb }: ExpressionBuilder<Tables, 'message'>) =>
  and([eb('message.state', 'in', ['queued', 'failed']), eb('message.attempts', '=', 0)])

/** Decisions keep the ids of deleted e-mails, so that an undo can queue them again. */
export const cancelEmails = async (db: DbOrTransaction, entryId: string): Promise<void> => {
  await db
    .deleteFrom('message')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('decision')
        .select('message_id')
        .where('entry_id', '=', entryId)
        .where('message_id', 'is not', null),
    )
    .where(isUnattempted)
    .execute()
}

const updateConfirmations = (db: DbOrTransaction, entryId: string) =>
  db.updateTable('message').where('entry_id', '=', entryId).where('kind', 'in', confirmationKinds)

export const cancelConfirmation = async (db: DbOrTransaction, entryId: string): Promise<void> => {
  await updateConfirmations(db, entryId)
    .set({ state: 'cancelled' })
    .where('state', 'in', ['queued', 'sending'])
    .execute()
}

/** Queues a cancelled confirmation again. */
export const restoreConfirmation = async (db: DbOrTransaction, entryId: string): Promise<void> => {
  const state = sql<MessageState>`case when lease_until is null then 'queued' else 'sending' end`
  await updateConfirmations(db, entryId).set({ state }).where('state', '=', 'cancelled').execute()
}

/** Queues the current decision's e-mail again if the undone decision deleted it. */
export const restoreEmail = async (
  db: DbOrTransaction,
  review: ReviewRow,
  options: Pick<EmailedDecision, 'now' | 'publicUrl'>,
): Promise<void> => {
  const latest = await db
    .selectFrom('decision')
    .selectAll()
    .where('entry_id', '=', review.entry_id)
    // Confirming a picture with a bank row changes no state and sends no e-mail.
    .whereRef('from_state', '!=', 'to_state')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest || latest.message_id === null) {
    return
  }
  const { decision } = latest
  if (decision === 'reopen' || decision === 'correct') {
    return
  }
  const message = await db
    .selectFrom('message')
    .select('id')
    .where('id', '=', latest.message_id)
    .executeTakeFirst()
  const content = await findDecision(db, review.entry_id, decision)
  const entry = await readEntry(db, review)
  if (message || !content || !entry) {
    return
  }
  const message_id = await saveDecisionEmail(db, entry, { ...content, ...options, decision })
  await db.updateTable('decision').set({ message_id }).where('id', '=', latest.id).execute()
}

/** An earlier version stored null if the payment was not short. */
const storedDifference = v.pipe(
  v.nullish(v.number()),
  v.transform((rupees) => rupees ?? undefined),
)
const storedReasons = v.array(
  v.object({ key: v.picklist(reasonKeys), difference: storedDifference }),
)

/** @returns the id of the e-mail, or undefined if no correction is requested */
export const saveRequestAgain = async (
  db: DbOrTransaction,
  { entry, review }: { entry: ReviewedEntry; review: ReviewRow },
  options: Pick<EmailedDecision, 'now' | 'notBefore' | 'publicUrl'>,
): Promise<string | undefined> => {
  if (review.state !== 'needs-correction') {
    return undefined
  }
  const request = await findDecision(db, entry.id, 'ask-correction')
  if (!request) {
    return undefined
  }
  return saveDecisionEmail(db, entry, { ...options, ...request, decision: 'ask-correction' })
}

/** Undone decisions are deleted, so the newest decision counts. */
export const findDecision = async (db: DbOrTransaction, entryId: string, decision: Decision) => {
  const row = await db
    .selectFrom('decision')
    .select(['reasons', 'note', 'money'])
    .where('entry_id', '=', entryId)
    .where('decision', '=', decision)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, reasons: v.parse(storedReasons, JSON.parse(row.reasons)) }
}

const passUse =
  workshops.length > 0
    ? { name: 'workshop', path: '/workshops' }
    : { name: 'event', path: '/events' }

const nextSteps: Readonly<Record<NonNullable<DecisionPayload['kind']>, string>> = {
  registration: 'Next: come on time.',
  'delegate-pass': `Next: register for each ${passUse.name} that you want to attend, while it is open. The form asks for your Delegate Pass ID.`,
  accommodation: `Next: have your request number ready when you arrive. ${roomPhones}`,
}

const festivalDays = formatDays(identity.firstDay, identity.lastDay)

export const listNextSteps = (
  {
    kind,
    event,
    eventName,
    amount,
  }: Pick<ReviewedEntry, 'kind' | 'event' | 'eventName' | 'amount'>,
  subjects: readonly Subject[],
): string[] => {
  const subject = subjects.find(({ key }) => key === event)
  if (subject?.status === 'cancelled') {
    return [describeCancellation(eventName, amount)]
  }
  const sessions = (subject?.slots ?? []).map(
    (slot) => `${slot.label ?? 'When'}: ${formatDay(toDay(slot.start))}, ${formatHours(slot)}`,
  )
  const days = kind === 'delegate-pass' ? [`Days: ${festivalDays}`] : []
  return [...sessions, ...days, `Place: ${formatPlace(identity, subject)}`, nextSteps[kind]]
}

const colours: Partial<Record<DecisionPayload['decision'], EmailContent['colour']>> = {
  verify: 'lymph',
  ticket: 'lymph',
  'move-up': 'lymph',
  reject: 'artery',
  withdraw: 'vein',
}

const isCancelled = ({ event }: DecisionPayload, subjects: readonly Subject[]) =>
  subjects.some(({ key, status }) => key === event && status === 'cancelled')

const findNextStep = (payload: DecisionPayload, subjects: readonly Subject[]): string => {
  const { kind, what, amount } = payload
  if (isCancelled(payload, subjects)) {
    return describeCancellation(what, amount)
  }
  return kind ? nextSteps[kind] : 'You do not need to do anything else.'
}

const writeText = (
  payload: DecisionPayload,
  subjects: readonly Subject[],
): { title: string; text: readonly string[] } => {
  const { decision } = payload
  switch (decision) {
    case 'verify':
      return writeVerification(payload, subjects)
    case 'move-up':
      return {
        title: 'You have a place',
        text: ['A place has become free.', payload.place ?? nextSteps.registration],
      }
    case 'no-place':
      return writeNoPlace(payload)
    case 'ticket':
      return {
        title: 'Your ticket',
        text: [
          `This is the ticket for ${nameEntry(payload)}. Earlier tickets no longer work.`,
          findNextStep(payload, subjects),
        ],
      }
    case 'correct':
      return writeCorrection(payload)
    case 'move':
      return writeAddressChange(payload)
    case 'change-team':
      return writeTeamChange(payload)
    default:
      return writeDecisionMail({ ...payload, decision })
  }
}

const writeVerification = (payload: DecisionPayload, subjects: readonly Subject[]) => {
  const isFree = payload.amount === 0
  const what = isFree || payload.amount === null ? 'registration' : 'payment'
  const entryName = nameEntry(payload)
  const text = [
    isFree
      ? `We have accepted ${entryName}.`
      : `We have checked your ${what}, and ${entryName} is verified.`,
    payload.place ?? findNextStep(payload, subjects),
  ]
  if (payload.amount && isCancelled(payload, subjects)) {
    text.push(upiIdAdvice)
  }
  if (payload.note !== '') {
    text.push(breakLinks(payload.note))
  }
  return { title: `Your ${what} is verified`, text }
}

const writeNoPlace = (payload: DecisionPayload) => {
  const standing = describeStanding({ is: 'lost' }, payload.amount || 0)
  const text = [`This is about ${nameEntry(payload)}. ${standing}`]
  if (payload.address !== undefined) {
    text.push(
      `Open the link below and enter the UPI ID for the refund. The link works for ${payload.days} days; do not share it.`,
    )
  }
  text.push(`If you have questions, call ${helpDeskContact}.`)
  return { title: 'No place became free', text }
}

/** Contains neither name nor new address, because the old address might be a stranger's. */
const writeAddressChange = (payload: DecisionPayload) => ({
  title: 'We no longer use this address',
  text: [
    `This address was given for ${nameEntry(payload, 'a')}. An organiser has corrected the address. We now use a different one, and links that we sent here no longer work.`,
    `If the ${nameKind(payload.kind)} is yours and you did not ask for this, call ${helpDeskContact}.`,
  ],
})

const writeCorrection = (payload: DecisionPayload) => {
  const text = [
    `An organiser has corrected ${nameEntry(payload)}. The corrected details are below. You do not need to do anything.`,
  ]
  if (payload.facts?.some(({ label }) => label === nameField('email'))) {
    text.push('Earlier links no longer work. Use the link below to get a new one.')
  }
  text.push(`If something is wrong, call ${helpDeskContact}.`)
  return { title: 'Your details were corrected', text }
}

const writeTeamChange = (payload: DecisionPayload) => ({
  title: 'Your team was changed',
  text: [
    `The team of ${nameEntry(payload)} was changed with your private link. The new team is below. The registration stays verified.`,
    `If you did not change it, someone else has your link. Please call ${helpDeskContact}.`,
  ],
})

const describeSubject = (
  kind: NonNullable<DecisionPayload['kind']>,
  subject: Subject | undefined,
): { label: string; path: string; pageLabel: string } => {
  if (kind === 'delegate-pass') {
    return { label: 'Pass', path: passUse.path, pageLabel: 'On our site' }
  }
  if (kind === 'accommodation') {
    return { label: 'Room', path: '/accommodation', pageLabel: 'On our site' }
  }
  if (!subject) {
    return { label: 'Event', path: '/events', pageLabel: 'On our site' }
  }
  const label = subject.kind === 'workshop' ? 'Workshop' : 'Event'
  return { label, path: subjectPath(subject), pageLabel: `${label} page` }
}

const listCorrections = ({ decision, facts = [], site = '' }: DecisionPayload) => [
  {
    title: decision === 'correct' ? 'What was corrected' : 'The new team',
    facts: facts.map(({ label, value }) =>
      (label === nameField('email') ? fact : untrustedFact)(label, value),
    ),
  },
  { title: 'Status', facts: [link('Check my registration', `${site}/did-it-arrive`)] },
]

const listGroups = (
  payload: DecisionPayload,
  subjects: readonly Subject[],
): EmailContent['groups'] => {
  const { kind, what, event, amount, facts = [], site, decision, group, ticket } = payload
  if (!kind || decision === 'move') {
    return []
  }
  if (decision === 'correct' || decision === 'change-team') {
    return listCorrections(payload)
  }
  const subject = kind === 'registration' ? subjects.find(({ key }) => key === event) : undefined
  const { label, path, pageLabel } = describeSubject(kind, subject)
  const details = {
    title: 'Details',
    facts: [fact(label, what), ...facts.map(({ label, value }) => untrustedFact(label, value))],
  }
  if (ticket) {
    details.facts.push(untrustedFact('Name', ...ticket.names))
  }
  if (amount !== undefined) {
    details.facts.push(fact('Amount', formatAmountDue(amount)))
  }
  // Only participants who can attend receive times and places.
  const isOut = decision === 'reject' || decision === 'withdraw' || decision === 'no-place'
  if (isOut || isCancelled(payload, subjects)) {
    return [details]
  }
  const links: Fact[] = []
  if (site) {
    links.push(link(pageLabel, `${site}${path}`))
  }
  if (group) {
    links.push(link('Join the group', group))
  }
  const submissionLink = findSubmissionLink(subject)
  if (submissionLink) {
    links.push(link(submissionLinkLabel, submissionLink))
  }
  if (kind === 'delegate-pass') {
    const facts = [fact('Days', festivalDays), fact('Place', formatPlace(identity)), ...links]
    return [details, { title: 'When and where', facts }]
  }
  return [details, whenAndWhere(subject ? listSessions(subject) : [], ...links)]
}

const ticketWords = 'Show the code below at the door, on your phone or printed.'

const writeEmail = (payload: DecisionPayload, subjects: readonly Subject[]): EmailContent => {
  const { name, label, what, address, event, ticket } = payload
  const { title, text } = writeText(payload, subjects)
  const content: EmailContent = {
    subject: `${title}: ${what} (${breakLinks(label)})`,
    colour: colours[payload.decision] ?? 'nerve',
    kicker: what,
    title,
    paragraphs: name === '' ? text : [`Dear ${breakLinks(name)},`, ...text],
    stamp: fact('Your ID', breakLinks(label)),
    groups: listGroups(payload, subjects),
  }
  if (address !== undefined) {
    const isRefund = payload.decision === 'no-place'
    const label = isRefund ? 'Enter the UPI ID' : `Correct my ${nameKind(payload.kind)}`
    content.action = { label, address }
  }
  if (ticket) {
    content.paragraphs = [...content.paragraphs, ticketWords]
    content.action = { label: 'Open the ticket', address: ticket.address }
    content.ticketCode = ticket.code
  }
  const subject = subjects.find(({ key }) => key === event)
  if (ticket && subject) {
    content.sessions = { fileName: `${subject.slug}.ics`, entries: listCalendarEntries(subject) }
  }
  return content
}

/**
 * Adds whether a verified entry has a place.
 * @returns undefined if the e-mail promises a place that the entry has since lost, or says that
 * there is no place although the entry has one
 */
export const addPlace = async (
  db: DbOrTransaction,
  { kind, entry_id, payload: json }: Pick<MessageRow, 'kind' | 'entry_id' | 'payload'>,
  { subjects }: Festival,
  now: Date,
): Promise<string | undefined> => {
  const hasLimits = subjects.some(({ places }) => places !== undefined)
  const review = kind === 'decision' && hasLimits ? await readReview(db, entry_id) : undefined
  const limited = subjects.find(({ key, places }) => key === review?.event && places !== undefined)
  if (!review || !limited) {
    return json
  }
  const payload: DecisionPayload = JSON.parse(json)
  const standing = await findStanding(db, review, subjects, now)
  if (payload.decision === 'move-up' && standing.is !== 'place') {
    return undefined
  }
  if (payload.decision === 'no-place' && standing.is !== 'lost') {
    return undefined
  }
  if (standing.is === 'none') {
    return json
  }
  const next = standing.is === 'place' ? ` ${nextSteps.registration}` : ''
  return JSON.stringify({ ...payload, place: describeStanding(standing, payload.amount) + next })
}

export const decisionEmail = (installation: Installation) =>
  createEmailReader(
    {
      schema: payloadSchema,
      write: (payload) => writeEmail(payload, installation.festival().subjects),
    },
    installation,
  )
