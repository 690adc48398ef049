import type { Transaction } from 'kysely'
import { type EarlierValue, nameField } from '../../festival/contract/entry'
import { checkDetails } from '../../festival/contract/person'
import { undoUntil } from '../../festival/contract/states'
import { type Details, details, formatAnswers } from '../../festival/forms/details'
import { formatMembers } from '../../festival/forms/registration'
import { findEndOfFestival } from '../../festival/schedule/availability'
import { namesPayee, payeeRefusal } from '../../festival/text/payees'
import { isAccepted } from '../bank/expected'
import type { ReviewRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import { replaceTicket } from '../db/tickets'
import { transact } from '../db/transact'
import { readColumns, toColumns, writeColumns } from '../entries/columns'
import { addEarlierValues } from '../entries/earlier-values'
import { findEntryWithReview, noSuchEntry, type ReviewedEntry } from '../entries/entry'
import { listPeople } from '../entries/people'
import { revokeLinks, rewriteEmails } from '../forms/correct-email'
import { ApiError, refuseFields } from '../http/api-error'
import { findDeliveredMailboxes, saveEmail } from '../mail/save-message'
import { type DecisionPayload, saveRequestAgain } from '../messages/decision-email'
import {
  applyDecision,
  type DecisionCommand,
  type DecisionOutcome,
  requireTaken,
} from './apply-decision'
import type { DecisionSettings } from './decide'
import type { ReviewHandlers } from './deps'

export const detailsHandlers: ReviewHandlers<'correctDetails' | 'replaceMember'> = ({
  db,
  clock,
  settings,
  festival,
}) => ({
  correctDetails: async ({
    params: { id: entryId },
    body: { details, ...body },
    organiser: { email: actor },
  }) => {
    const command = {
      ...body,
      entryId,
      actor,
      decision: 'correct',
      content: details,
      now: clock(),
    } as const
    return requireTaken(
      await transact(db, (transaction) => correct(transaction, command, details, settings)),
    )
  },

  replaceMember: async ({ params: { id: entryId }, query: { event }, body, organiser }) => {
    const { id, version, member, ...person } = body
    const { email: actor, role } = organiser
    const now = clock()
    if (now.getTime() >= findEndOfFestival(festival().identity)) {
      throw new ApiError('too-late', 'The festival is over. Members can no longer be replaced.')
    }
    const reviewed = await findEntryWithReview(db, entryId)
    if (reviewed?.entry.event !== event) {
      throw noSuchEntry()
    }
    const { members, email, answers } = reviewed.entry
    if (role === 'head' && member === 1 && members.length <= 1) {
      throw new ApiError('forbidden', 'Ask an admin to replace the only person of an entry.')
    }
    if (member > listPeople(reviewed.entry).length) {
      throw refuseFields([{ path: 'member', message: 'The team has no such place.' }])
    }
    const details = { ...answers, email, members: members.toSpliced(member - 1, 1, person) }
    const command = {
      id,
      version,
      entryId,
      actor,
      decision: 'correct',
      content: body,
      now,
    } as const
    requireTaken(
      await transact(db, (transaction) => correct(transaction, command, details, settings)),
    )
  },
})

const correct = (
  transaction: Transaction<Tables>,
  command: DecisionCommand,
  details: unknown,
  { publicUrl }: DecisionSettings,
): Promise<DecisionOutcome> =>
  applyDecision(transaction, command, async ({ review, entry }) => {
    const { id, version, now } = command
    const checked = checkDetails(entry, details)
    if (!checked.ok) {
      throw refuseFields(checked.errors)
    }
    const columns = toColumns(entry, checked.value)
    const storedValues = await readColumns(transaction, entry, Object.keys(columns))
    const corrected = { ...checked.value, members: JSON.stringify(checked.value.members) }
    const changes: EarlierValue[] = []
    for (const [field, value] of Object.entries(corrected)) {
      const before =
        field === 'members' ? JSON.stringify(entry.members) : String(storedValues[field])
      if (value === undefined || value === before) {
        continue
      }
      if (field !== 'email' && namesPayee(String(value))) {
        throw refuseFields([{ path: field, message: payeeRefusal }])
      }
      changes.push({ at: now.toISOString(), press: id, field, value: before })
    }
    if (changes.length === 0) {
      throw new ApiError('illegal', 'You have not changed anything.')
    }
    const { state, source } = review
    const isWaiting = state === 'submitted' || state === 'needs-correction'
    if (!isWaiting && (columns.amount ?? entry.amount) !== entry.amount) {
      throw refuseAmount()
    }
    const values = addEarlierValues(review, changes)
    const fields = changes.map(({ field }) => field)
    return {
      review: { state, source, reindex: true, earlier_values: values },
      line: { action: 'corrected', detail: { fields: fields.join(' '), version: version + 1 } },
      decision: { reasons: '[]', note: '', money: null },
      applyEffects: async () => {
        await writeColumns(transaction, entry, columns)
        await notifyOfCorrection(transaction, { review, earlier: entry, fields, now, publicUrl })
        return null
      },
    }
  })

const refuseAmount = () => {
  const message =
    'A team of this size has a different fee. Move the entry back to waiting first, then change the team.'
  return refuseFields([{ path: 'members', message }])
}

/**
 * Pending e-mails get the corrected details. A new address revokes the entry's links and repeats an
 * open correction request. The earlier address is notified if an e-mail was ever sent there.
 */
const notifyOfCorrection = async (
  transaction: Transaction<Tables>,
  {
    review,
    earlier,
    fields,
    now,
    publicUrl,
  }: {
    review: ReviewRow
    earlier: ReviewedEntry
    fields: readonly string[]
    now: Date
    publicUrl: string
  },
) => {
  const reviewed = await findEntryWithReview(transaction, earlier.id)
  if (!reviewed) {
    throw noSuchEntry()
  }
  const { entry } = reviewed
  const values = toEmailValues(entry)
  const notBefore = undoUntil(now.toISOString())
  const hasNewAddress = fields.includes('email')
  const { id: entryId, kind, label, name, email, eventName } = entry
  const isReached = (await findDeliveredMailboxes(transaction, [earlier.email])).size > 0
  const notifiesEarlierAddress = isReached && earlier.email.toLowerCase() !== email.toLowerCase()
  // An address that has received no e-mail may be a stranger's.
  const notifiesParticipant = isAccepted(review) && (isReached || hasNewAddress)
  const keptLinkHashes = await rewriteEmails(transaction, entryId, values, {
    hasNewAddress,
    notBefore,
  })
  if (hasNewAddress) {
    await revokeLinks(transaction, entryId, keptLinkHashes)
    await replaceTicket(transaction, entryId, now)
  }
  const send = (payload: Pick<DecisionPayload, 'email' | 'name' | 'decision' | 'facts'>) => {
    const fullPayload: DecisionPayload = {
      ...payload,
      label,
      what: eventName,
      kind,
      site: publicUrl,
      reasons: [],
      note: '',
    }
    return saveEmail(transaction, {
      kind: 'decision',
      entryId,
      payload: fullPayload,
      now,
      notBefore,
      ccOrganisers: false,
    })
  }
  const facts = fields.map((field) => ({ label: nameField(field), value: String(values[field]) }))
  if (notifiesParticipant) {
    await send({ email, name, decision: 'correct', facts })
  }
  if (notifiesEarlierAddress) {
    await send({ email: earlier.email, name: '', decision: 'move', facts: [] })
  }
  if (hasNewAddress && keptLinkHashes.length === 0) {
    await saveRequestAgain(transaction, { review, entry }, { now, notBefore, publicUrl })
  }
}

const toEmailValues = ({ kind, name, email, phone, amount, members, answers }: ReviewedEntry) => {
  const team = formatMembers(members)
  const year = members[0]?.year
  return {
    name,
    email,
    phone,
    amount,
    ...formatAnswers<Details>(details[kind], answers),
    members: team,
    team_members: team,
    year,
  } as Record<string, unknown> & { email: string }
}
