import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Subject } from '../../festival/content/subject'
import { type GroupKind, readGroupKind } from '../../festival/contract/flags'
import type { GroupMemberRow } from '../db/desk-schema'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Tables } from '../db/schema'
import { hashParts } from '../system/secret'
import type { ReviewedEntry } from './entry'
import { type EarlierRegistration, type FoundFlag, findOverlap, lastDigits } from './flags'
import type { SentProof } from './proofs'

type SharedKind = GroupKind | 'phone'

/** The first member was copied, so it gets no flag. A shared phone only serves to find overlaps. */
const groups: Readonly<
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
  pictures: readonly SentProof[]
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
  const add = (kind: SharedKind, value: string | undefined, at = since) => {
    if (!value) {
      return
    }
    const id = `${kind}.${hashParts(kind, value)}`
    if (at < (shared.get(id)?.since ?? '~')) {
      shared.set(id, { kind, value, since: at })
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
    .limit(groups[readKind(member)].flaggedFrom)
    .execute()
  return rows.map(({ entry_id }) => entry_id)
}

const maxSamePerson = 50

/** Finds registrations before (`<`) or after (`>`) `own`. */
const listOthers = (transaction: Transaction<Tables>, own: GroupMemberRow, side: '<' | '>') =>
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

export interface Places {
  flags: FoundFlag[]
  before: EarlierRegistration[]
}

const updateMembership = async (
  transaction: Transaction<Tables>,
  entry: ReviewedEntry,
  parts: SharedDeps,
) => {
  const members = transaction
    .selectFrom('group_member')
    .selectAll()
    .where('entry_id', '=', entry.id)
  const known = await members.where('group_id', 'not like', 'network.%').execute()
  const shared = listSharedValues(
    entry,
    parts,
    known.length === 0 ? entry.sentAt : parts.now.toISOString(),
  )
  const gone = known.filter(({ group_id }) => !shared.has(group_id))
  if (gone.length > 0) {
    await leaveGroups(transaction, entry.id, gone)
  }
  const knownGroups = new Set(known.map(({ group_id }) => group_id))
  const fresh = [...shared].flatMap(([group_id, { since }]) =>
    knownGroups.has(group_id)
      ? []
      : [{ id: hashParts(group_id, entry.id), group_id, entry_id: entry.id, since }],
  )
  if (fresh.length > 0) {
    await transaction.insertInto('group_member').values(fresh).execute()
  }
  return { shared, members: [...known, ...fresh], knownGroups }
}

const reindexLaterOverlaps = async (
  transaction: Transaction<Tables>,
  { event }: ReviewedEntry,
  member: GroupMemberRow,
  subjects: readonly Subject[],
) => {
  const laterEntries = await listOthers(transaction, member, '>')
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
  parts: SharedDeps,
): Promise<Places> => {
  const { shared, members, knownGroups } = await updateMembership(transaction, entry, parts)
  const places: Places = { flags: [], before: [] }
  const groupsWithOthers = await listGroupsWithOthers(transaction, entry.id)
  for (const member of members) {
    const own = shared.get(member.group_id)
    if (!own || !groupsWithOthers.has(member.group_id)) {
      continue
    }
    const isFresh = !knownGroups.has(member.group_id)
    if (entry.kind === 'registration' && isPersonal(member)) {
      places.before.push(...(await listOthers(transaction, member, '<')))
      if (isFresh) {
        await reindexLaterOverlaps(transaction, entry, member, parts.subjects)
      }
    }
    if (own.kind === 'phone') {
      continue
    }
    const first = await listFirstMembers(transaction, member)
    const place = first.indexOf(entry.id) + 1
    const { flaggedFrom, describe } = groups[own.kind]
    if (place === 0 || place >= flaggedFrom) {
      places.flags.push({ kind: own.kind, detail: describe(own.value), group: member.group_id })
    } else if (isFresh) {
      await markForIndexing(transaction, first.slice(flaggedFrom - 1))
    }
  }
  return places
}

/** The next members are indexed again, because one may become the first. */
const leaveGroups = async (
  transaction: Transaction<Tables>,
  entryId: string,
  gone: readonly GroupMemberRow[],
) => {
  const ids = gone.map(({ id }) => id)
  await transaction.deleteFrom('group_member').where('id', 'in', ids).execute()
  for (const member of gone) {
    if (readKind(member) !== 'phone') {
      await markForIndexing(transaction, (await listFirstMembers(transaction, member)).slice(-2))
    }
  }
  if (!gone.some(isPersonal)) {
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
