import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Subject } from '../../festival/content/subject'
import { type GroupKind, readGroupKind } from '../../festival/contract/flags'
import type { GroupMemberRow } from '../db/desk-schema'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Tables } from '../db/schema'
import { hashParts } from '../system/secret'
import type { ReviewedEntry } from './entry'
import { type EarlierRegistration, findOverlap, lastDigits, type NewFlag } from './flags'
import type { StoredProof } from './proofs'

type SharedKind = GroupKind | 'phone'

/** The first member was copied, so it gets no flag. A shared phone only serves to find overlaps. */
const groupRules: Readonly<
  Record<SharedKind, { flaggedFrom: number; describe: (value: string) => string }>
> = {
  'same-file': { flaggedFrom: 2, describe: () => 'The same file was sent before.' },
  'same-utr': { flaggedFrom: 2, describe: (utr) => `The UTR ${utr} was entered before.` },
  'same-reference': {
    flaggedFrom: 2,
    describe: (code) => `The payment reference ${code} was used before.`,
  },
  'pass-twice': {
    flaggedFrom: 2,
    describe: () => 'The same pass was used for this event before.',
  },
  // A college's contact person usually sends fewer.
  'many-from-one': {
    flaggedFrom: 6,
    describe: () => 'This e-mail address had already sent five or more entries.',
  },
  'coupon-often': {
    flaggedFrom: 21,
    describe: () => 'The coupon had already been used twenty times or more.',
  },
  phone: { flaggedFrom: Number.POSITIVE_INFINITY, describe: String },
}

interface SharedValue {
  kind: SharedKind
  value: string
  since: string
}

const readKind = ({ group_id }: Pick<GroupMemberRow, 'group_id'>): SharedKind =>
  readGroupKind(group_id) ?? 'phone'

const isPersonal = (member: Pick<GroupMemberRow, 'group_id'>) =>
  ['phone', 'many-from-one'].includes(readKind(member))

interface SharedDeps {
  pictures: readonly StoredProof[]
  /** Undefined if the pass does not exist. */
  passId: string | undefined
  subjects: readonly Subject[]
  now: Date
}

/** The result is keyed by group id. */
const listSharedValues = (
  entry: ReviewedEntry,
  { pictures, passId }: SharedDeps,
  since: string,
): ReadonlyMap<string, SharedValue> => {
  const shared = new Map<string, SharedValue>()
  const add = (kind: SharedKind, value: string | undefined, usedAt = since) => {
    if (!value) {
      return
    }
    const id = `${kind}.${hashParts(kind, value)}`
    const earlier = shared.get(id)
    if (!earlier || usedAt < earlier.since) {
      shared.set(id, { kind, value, since: usedAt })
    }
  }
  for (const { sha256, sentAt, ocrResult } of pictures) {
    // A missing file has a single letter instead of a hash.
    if (sha256 && sha256.length > 1) {
      add('same-file', sha256, sentAt)
    }
    add('same-utr', ocrResult.utr, sentAt)
  }
  if (/^\d{12}$/.test(entry.utr)) {
    add('same-utr', entry.utr)
  }
  add('same-reference', entry.reference)
  if (passId) {
    add('pass-twice', `${passId} ${entry.event}`)
  }
  add('coupon-often', entry.coupon)
  add('many-from-one', entry.email.toLowerCase())
  for (const { phone } of [entry, ...entry.members]) {
    if (lastDigits(phone).length === 10) {
      add('phone', lastDigits(phone))
    }
  }
  return shared
}

const selectMembers = (
  transaction: Transaction<Tables>,
  { group_id }: Pick<GroupMemberRow, 'group_id'>,
) =>
  transaction
    .selectFrom('group_member')
    .where('group_id', '=', group_id)
    .orderBy('group_member.since')
    .orderBy('group_member.entry_id')

/** Lists members up to the first with a flag. */
const listFirstMembers = async (
  transaction: Transaction<Tables>,
  member: Pick<GroupMemberRow, 'group_id'>,
) => {
  const rows = await selectMembers(transaction, member)
    .select('entry_id')
    .limit(groupRules[readKind(member)].flaggedFrom)
    .execute()
  return rows.map(({ entry_id }) => entry_id)
}

const maxSamePerson = 50

/** Finds registrations before (`<`) or after (`>`) `own`. */
const listRegistrationsOfPerson = (
  transaction: Transaction<Tables>,
  own: GroupMemberRow,
  side: '<' | '>',
) =>
  selectMembers(transaction, own)
    .innerJoin('review', 'review.entry_id', 'group_member.entry_id')
    .select(['review.entry_id', 'review.event'])
    .where('review.kind', '=', 'registration')
    .where(
      sql<SqlBool>`(group_member.since, group_member.entry_id) ${sql.raw(side)} (${own.since}, ${own.entry_id})`,
    )
    .limit(maxSamePerson)
    .execute()

/** Most groups have a single member, so this saves queries. */
const listGroupsWithOthers = async (
  transaction: Transaction<Tables>,
  entryId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await transaction
    .selectFrom('group_member as own')
    .select('own.group_id')
    .where('own.entry_id', '=', entryId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('group_member as other')
          .select('other.id')
          .whereRef('other.group_id', '=', 'own.group_id')
          .where('other.entry_id', '<>', entryId),
      ),
    )
    .execute()
  return new Set(rows.map(({ group_id }) => group_id))
}

export interface GroupFindings {
  flags: NewFlag[]
  /** Registrations of the same person. */
  earlierRegistrations: EarlierRegistration[]
}

const updateMembership = async (
  transaction: Transaction<Tables>,
  entry: ReviewedEntry,
  deps: SharedDeps,
) => {
  const earlierMembers = await transaction
    .selectFrom('group_member')
    .selectAll()
    .where('entry_id', '=', entry.id)
    .where('group_id', 'not like', 'network.%')
    .execute()
  const isFirstTime = earlierMembers.length === 0
  const since = isFirstTime ? entry.sentAt : deps.now.toISOString()
  const sharedValues = listSharedValues(entry, deps, since)
  const leaving = earlierMembers.filter(({ group_id }) => !sharedValues.has(group_id))
  if (leaving.length > 0) {
    await leaveGroups(transaction, entry.id, leaving)
  }
  const earlierGroups = new Set(earlierMembers.map(({ group_id }) => group_id))
  const newMembers = [...sharedValues]
    .filter(([group_id]) => !earlierGroups.has(group_id))
    .map(([group_id, { since }]) => ({
      id: hashParts(group_id, entry.id),
      group_id,
      entry_id: entry.id,
      since,
    }))
  if (newMembers.length > 0) {
    await transaction.insertInto('group_member').values(newMembers).execute()
  }
  return { sharedValues, members: [...earlierMembers, ...newMembers], earlierGroups }
}

const reindexLaterOverlaps = async (
  transaction: Transaction<Tables>,
  { event }: ReviewedEntry,
  member: GroupMemberRow,
  subjects: readonly Subject[],
) => {
  const laterEntries = await listRegistrationsOfPerson(transaction, member, '>')
  const overlapping = laterEntries.filter((later) => findOverlap(subjects, event, later.event))
  await markForIndexing(
    transaction,
    overlapping.map(({ entry_id }) => entry_id),
  )
}

/** Marks other entries for indexing only if their flags may change. */
export const saveGroupMembership = async (
  transaction: Transaction<Tables>,
  entry: ReviewedEntry,
  deps: SharedDeps,
): Promise<GroupFindings> => {
  const { sharedValues, members, earlierGroups } = await updateMembership(transaction, entry, deps)
  const findings: GroupFindings = { flags: [], earlierRegistrations: [] }
  const groupsWithOthers = await listGroupsWithOthers(transaction, entry.id)
  for (const member of members) {
    const shared = sharedValues.get(member.group_id)
    if (!shared || !groupsWithOthers.has(member.group_id)) {
      continue
    }
    const isNew = !earlierGroups.has(member.group_id)
    if (entry.kind === 'registration' && isPersonal(member)) {
      findings.earlierRegistrations.push(
        ...(await listRegistrationsOfPerson(transaction, member, '<')),
      )
      if (isNew) {
        await reindexLaterOverlaps(transaction, entry, member, deps.subjects)
      }
    }
    const { kind, value } = shared
    if (kind === 'phone') {
      continue
    }
    const { flaggedFrom, describe } = groupRules[kind]
    const firstIds = await listFirstMembers(transaction, member)
    const position = firstIds.indexOf(entry.id) + 1
    if (position === 0 || position >= flaggedFrom) {
      findings.flags.push({ kind, detail: describe(value), group: member.group_id })
    } else if (isNew) {
      await markForIndexing(transaction, firstIds.slice(flaggedFrom - 1))
    }
  }
  return findings
}

/** The next members are indexed again, because one may become the first. */
const leaveGroups = async (
  transaction: Transaction<Tables>,
  entryId: string,
  leaving: readonly GroupMemberRow[],
) => {
  const ids = leaving.map(({ id }) => id)
  await transaction.deleteFrom('group_member').where('id', 'in', ids).execute()
  for (const member of leaving) {
    if (readKind(member) !== 'phone') {
      await markForIndexing(transaction, (await listFirstMembers(transaction, member)).slice(-2))
    }
  }
  if (!leaving.some(isPersonal)) {
    return
  }
  const laterEntries = await transaction
    .selectFrom('flag')
    .select('entry_id')
    .where('other_id', '=', entryId)
    .execute()
  await markForIndexing(
    transaction,
    laterEntries.map(({ entry_id }) => entry_id),
  )
}
