import { type ExpressionBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { describeCancellation, helpDeskContact } from '../../festival/content/help-desk'
import { formatPlace } from '../../festival/content/place'
import { formatDay, formatDays, formatHours, toDay } from '../../festival/content/slot'
import { listSessions, type Subject, subjectPath } from '../../festival/content/subject'
import type { GivenReason } from '../../festival/contract/decision'
import { linkDays, nameEntry, writeDecisionMail } from '../../festival/contract/decision-mail'
import { nameField } from '../../festival/contract/entry'
import { reasonKeys } from '../../festival/contract/reasons'
import { type Decision, type MoneyChoice, moneyChoices } from '../../festival/contract/states'
import { formatMembers } from '../../festival/forms/registration'
import type { Festival } from '../../festival/live/state'
import { formatAmountDue } from '../../festival/payment/fee'
import { breakLinks } from '../../festival/text/break-links'
import type { ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, MessageState, Tables } from '../db/schema'
import { type ReviewedEntry, readEntry } from '../entries/entry'
import { roomPhones } from '../forms/accommodation'
import { createEmailReader } from '../mail/confirmation'
import { type EmailContent, fact, link, untrustedFact, whenAndWhere } from '../mail/email-content'
import { confirmationKinds } from '../mail/queries'
import { saveEmail } from '../mail/save-message'
import { findGroupLink } from './group-link'
import { createPrivateLink } from './private-links'

/** It grows by optional fields only (`mail/confirmation.ts`). */
const payloadSchema = v.object({
  email: v.string(),
  /** `correct`: organisers corrected the details; `move`: to an address that is theirs no more; `change-team`: the participant did. */
  decision: v.picklist([
    'verify',
    'ask-correction',
    'reject',
    'withdraw',
    'correct',
    'move',
    'change-team',
  ]),
  name: v.string(),
  label: v.string(),
  /** What it is for: an event's name, a pass, a room. */
  what: v.string(),
  kind: v.optional(v.picklist(['registration', 'delegate-pass', 'accommodation'])),
  event: v.optional(v.string()),
  /** Null where a pass covers it. */
  amount: v.optional(v.nullable(v.number())),
  facts: v.optional(v.array(v.object({ label: v.string(), value: v.string() }))),
  /** The site's address, without a slash at the end. */
  site: v.optional(v.string()),
  reasons: v.array(v.object({ key: v.picklist(reasonKeys), difference: v.optional(v.number()) })),
  note: v.string(),
  /** On rejection: what becomes of money that came, where somebody chose. */
  money: v.optional(v.picklist(moneyChoices)),
  /** Where the event's group is; only to who is verified. */
  group: v.optional(v.string()),
  /** The private link, and for how many days it works; only where something is to be mended. */
  address: v.optional(v.string()),
  days: v.optional(v.number()),
})

export type DecisionPayload = v.InferOutput<typeof payloadSchema>

/** What else a reader needs of a pass or a room, by the names that the record gives it. */
const includedFacts: readonly string[] = ['Delegate Pass ID', 'Arrival', 'Departure']

/** A decision that its registrant is told of. */
interface EmailedDecision {
  decision: Exclude<Decision, 'reopen'>
  reasons: readonly GivenReason[]
  note: string
  money?: MoneyChoice | null
  now: Date
  /** When the e-mail may leave; at once where nothing is said. */
  notBefore?: Date
  /** The site's address, without a slash at the end. */
  publicUrl: string
}

/** Queues the e-mail of a decision; with a request for a correction goes a private link, for its registrant alone. @returns its id */
export const saveDecisionEmail = async (
  db: DbOrTransaction,
  entry: ReviewedEntry,
  { decision, reasons, note, money, now, notBefore = now, publicUrl }: EmailedDecision,
): Promise<string> => {
  const { id, email, name, label, eventName, kind, event, amount, facts } = entry
  const isLinked = decision === 'ask-correction'
  const address = isLinked && (await createPrivateLink(db, id, 'correction', now, publicUrl))
  const group = decision === 'verify' && (await findGroupLink(db, event))
  const payload: DecisionPayload = {
    ...{
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
    },
    reasons: [...reasons],
    facts: facts.filter(({ label, value }) => includedFacts.includes(label) && value !== ''),
    ...(money && { money }),
    ...(group && { group }),
    ...(address && { address, days: linkDays.correction }),
  }
  // The private link and the group are for the participant alone, so the organisers' address gets no copy with either.
  const ccOrganisers = !isLinked && !group
  return saveEmail(db, { kind: 'decision', entryId: id, payload, now, notBefore, ccOrganisers })
}

/** Queues the e-mail about a verified team that was changed by its private link: the link may be in the wrong hands. */
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

/** A mail that nobody has begun to send. */
export const isUnattempted = ({ and, eb }: ExpressionBuilder<Tables, 'message'>) =>
  and([eb('message.state', 'in', ['queued', 'failed']), eb('message.attempts', '=', 0)])

/** Deletes the e-mails of a record's earlier decisions that have not begun to leave: the next decision's says how it stands. Their ids stay. */
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

/** A rejection cancels a confirmation that waits or is on its way, and it goes on where the record is rejected no more (behaviour 14.101). */
export const holdConfirmation = async (
  db: DbOrTransaction,
  entryId: string,
  isRejected: boolean,
): Promise<void> => {
  const ofEntry = db
    .updateTable('message')
    .where('entry_id', '=', entryId)
    .where('kind', 'in', confirmationKinds)
  const before = sql<MessageState>`case when lease_until is null then 'queued' else 'sending' end`
  if (isRejected) {
    await ofEntry.set({ state: 'cancelled' }).where('state', 'in', ['queued', 'sending']).execute()
  } else {
    await ofEntry.set({ state: before }).where('state', '=', 'cancelled').execute()
  }
}

/** Queues the e-mail of the decision that stands again, where it was cancelled by the one that was taken back. */
export const restoreEmail = async (
  db: DbOrTransaction,
  review: ReviewRow,
  options: Pick<EmailedDecision, 'now' | 'publicUrl'>,
): Promise<void> => {
  const decisions = db.selectFrom('decision').selectAll().where('entry_id', '=', review.entry_id)
  // A row of the bank that confirms a picture tells nobody.
  const emailedDecisions = decisions.whereRef('from_state', '!=', 'to_state')
  const latest = await emailedDecisions.orderBy('version', 'desc').limit(1).executeTakeFirst()
  if (!latest || latest.message_id === null) {
    return
  }
  const { decision, message_id: earlier } = latest
  if (await db.selectFrom('message').select('id').where('id', '=', earlier).executeTakeFirst()) {
    return
  }
  if (decision === 'reopen' || decision === 'correct') {
    return
  }
  const decisionContent = await findDecision(db, review.entry_id, decision)
  const entry = await readEntry(db, review)
  if (!decisionContent || !entry) {
    return
  }
  const message_id = await saveDecisionEmail(db, entry, {
    ...decisionContent,
    ...options,
    decision,
  })
  await db.updateTable('decision').set({ message_id }).where('id', '=', latest.id).execute()
}

/** An earlier version wrote null where nothing is missing. */
const storedDifference = v.pipe(
  v.nullish(v.number()),
  v.transform((rupees) => rupees ?? undefined),
)
const storedReasons = v.array(
  v.object({ key: v.picklist(reasonKeys), difference: storedDifference }),
)

/**
 * Queues the e-mail of the request for a correction that stands once more, with a new link.
 * @returns its id; undefined where none stands
 */
export const saveRequestAgain = async (
  db: DbOrTransaction,
  { entry, review }: { entry: ReviewedEntry; review: ReviewRow },
  options: Pick<EmailedDecision, 'now' | 'notBefore' | 'publicUrl'>,
): Promise<string | undefined> => {
  const request =
    review.state === 'needs-correction' && (await findDecision(db, entry.id, 'ask-correction'))
  return request
    ? saveDecisionEmail(db, entry, { ...options, ...request, decision: 'ask-correction' })
    : undefined
}

/** The decision of a kind that stands: the newest of those that were not taken back. */
export const findDecision = async (db: DbOrTransaction, entryId: string, decision: Decision) => {
  const own = db
    .selectFrom('decision')
    .select(['reasons', 'note', 'money'])
    .where('entry_id', '=', entryId)
  const row = await own
    .where('decision', '=', decision)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, reasons: v.parse(storedReasons, JSON.parse(row.reasons)) }
}

const nextSteps: Readonly<Record<NonNullable<DecisionPayload['kind']>, string>> = {
  registration: 'Next: come on the day, on time, with your ID ready.',
  'delegate-pass':
    'Next: register for each workshop that you want to attend, while it is open. The form asks for your Delegate Pass ID.',
  accommodation: `Next: have your request number ready when you arrive. ${roomPhones}`,
}

const festivalDays = formatDays(identity.firstDay, identity.lastDay)

/** What follows once a payment is verified, a sentence each, for the page of a private link: when, where, what to do. */
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

/** The colour of a decision's e-mail; `nerve` where something is to be done or read again. */
const colours: Partial<Record<DecisionPayload['decision'], EmailContent['colour']>> = {
  verify: 'lymph',
  reject: 'artery',
  withdraw: 'vein',
}

const isCancelled = ({ event }: DecisionPayload, subjects: readonly Subject[]) =>
  subjects.some(({ key, status }) => key === event && status === 'cancelled')

const writeText = (
  payload: DecisionPayload,
  subjects: readonly Subject[],
): { title: string; text: readonly string[] } => {
  const { decision, kind, note, what, amount } = payload
  if (decision === 'correct' || decision === 'move') {
    return writeCorrection(payload)
  }
  if (decision === 'change-team') {
    return writeTeamChange(payload)
  }
  if (decision !== 'verify') {
    return writeDecisionMail({ ...payload, decision })
  }
  return {
    title: 'Your payment is verified',
    text: [
      `We have checked your payment, and ${nameEntry(payload)} is verified.`,
      isCancelled(payload, subjects)
        ? describeCancellation(what, amount)
        : kind
          ? nextSteps[kind]
          : 'There is nothing more to do.',
      ...(note === '' ? [] : [breakLinks(note)]),
    ],
  }
}

/** What is told of corrected details (behaviour 14.131); whoever has an earlier address learns no name and no other address. */
const writeCorrection = (payload: DecisionPayload): { title: string; text: readonly string[] } => {
  const it = nameEntry(payload)
  if (payload.decision === 'move') {
    return {
      title: 'We write to another address now',
      text: [
        `This address was given for ${it.replace('your', 'a')}. An organiser has corrected it. From now on we write to another address, and links that we sent here have stopped working.`,
        `If it is yours and you did not ask for this, call ${helpDeskContact}.`,
      ],
    }
  }
  const hasNewAddress = payload.facts?.some(({ label }) => label === nameField('email'))
  return {
    title: 'Your details are corrected',
    text: [
      `An organiser has corrected ${it}. The details are now as below. You do not need to do anything.`,
      ...(hasNewAddress
        ? ['Earlier links have stopped working; the link below gets you a new one.']
        : []),
      `If something is wrong, call ${helpDeskContact}.`,
    ],
  }
}

const writeTeamChange = (payload: DecisionPayload): { title: string; text: readonly string[] } => ({
  title: 'Your team was changed',
  text: [
    `The team of ${nameEntry(payload)} was changed with your private link. It is now as below. The registration stays verified.`,
    `If you did not change it, someone else has your link. Please call ${helpDeskContact}.`,
  ],
})

const listGroups = (
  payload: DecisionPayload,
  subjects: readonly Subject[],
): EmailContent['groups'] => {
  const { kind, what, event = '', amount, facts = [], site = '', decision, group } = payload
  if (!kind || decision === 'move') {
    return []
  }
  if (decision === 'correct' || decision === 'change-team') {
    return [
      {
        title: decision === 'correct' ? 'What was corrected' : 'The team now',
        facts: facts.map(({ label, value }) =>
          (label === nameField('email') ? fact : untrustedFact)(label, value),
        ),
      },
      { title: 'Status', facts: [link('Check my registration', `${site}/did-it-arrive`)] },
    ]
  }
  const subject = kind === 'registration' ? subjects.find(({ key }) => key === event) : undefined
  const registered = subject?.kind === 'workshop' ? 'Workshop' : 'Event'
  const [head, page] = {
    registration: [registered, subject ? subjectPath(subject) : '/events'],
    'delegate-pass': ['Pass', '/workshops'],
    accommodation: ['Room', '/accommodation'],
  }[kind]
  const links = [
    ...(site ? [link(subject ? `${registered} page` : 'On our site', `${site}${page}`)] : []),
    ...(group ? [link('Join the group', group)] : []),
  ]
  const sessions = subject ? listSessions(subject) : []
  const days = {
    title: 'When and where',
    facts: [fact('Days', festivalDays), fact('Place', formatPlace(identity)), ...links],
  }
  return [
    {
      title: 'What it is for',
      facts: [
        fact(head ?? '', what),
        ...facts.map(({ label, value }) => untrustedFact(label, value)),
        ...(amount === undefined ? [] : [fact('Amount', formatAmountDue(amount))]),
      ],
    },
    // Who does not come is not told when.
    ...(decision === 'reject' || decision === 'withdraw' || isCancelled(payload, subjects)
      ? []
      : [kind === 'delegate-pass' ? days : whenAndWhere(sessions, ...links)]),
  ]
}

const writeEmail = (payload: DecisionPayload, subjects: readonly Subject[]): EmailContent => {
  const { name, label, what, address } = payload
  const { title, text } = writeText(payload, subjects)
  return {
    subject: `${title}: ${what} (${breakLinks(label)})`,
    colour: colours[payload.decision] ?? 'nerve',
    kicker: what,
    title,
    paragraphs: [...(name === '' ? [] : [`Dear ${breakLinks(name)},`]), ...text],
    ...(address !== undefined && { action: { label: 'Correct my submission', address } }),
    stamp: fact('Your ID', breakLinks(label)),
    groups: listGroups(payload, subjects),
  }
}

/** The e-mail that tells a registrant what the organisers decided (behaviour 14.100). */
export const decisionEmail = (festival: () => Festival) =>
  createEmailReader({
    schema: payloadSchema,
    write: (payload) => writeEmail(payload, festival().subjects),
  })
