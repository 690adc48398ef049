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

/**
 * What several records may have the same: from which member on they are flagged, and what is said then. Whoever had it first is
 * the one who was copied (behaviour 14.17). A phone alone is never odd; overlaps are looked for by it.
 */
const groups: Readonly<
  Record<SharedKind, { flaggedFrom: number; describe: (value: string) => string }>
> = {
  'same-file': { flaggedFrom: 2, describe: () => 'Byte for byte the same file came before.' },
  'same-utr': { flaggedFrom: 2, describe: (utr) => `The UTR ${utr} was named before.` },
  'same-reference': { flaggedFrom: 2, describe: (code) => `The payment code ${code} came before.` },
  'pass-twice': {
    flaggedFrom: 2,
    describe: () => 'The same pass was named for this event before.',
  },
  // More than a college's contact usually sends.
  'many-from-one': {
    flaggedFrom: 6,
    describe: () => 'Five submissions or more came from this e-mail address before.',
  },
  'coupon-often': {
    flaggedFrom: 21,
    describe: () => 'The coupon was used twenty times or more before.',
  },
  phone: { flaggedFrom: Number.POSITIVE_INFINITY, describe: String },
}

/** Something that a record has, and since when. */
interface SharedValue {
  kind: SharedKind
  value: string
  since: string
}

const readKind = ({ group_id }: Pick<GroupMemberRow, 'group_id'>): SharedKind =>
  readGroupKind(group_id) ?? 'phone'

/** What a person's submissions have the same. */
const isPersonal = (member: Pick<GroupMemberRow, 'group_id'>) =>
  ['phone', 'many-from-one'].includes(readKind(member))

interface SharedDeps {
  pictures: readonly SentProof[]
  /** The pass that it names, if that was given out. */
  passId: string | undefined
  subjects: readonly Subject[]
  now: Date
}

/** What a record has, by the ids of its groups, which begin with their kind. `since`: since when it has what its form says. */
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
    // One letter stands in the place of the hash of a file that is not there.
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

/** The first members of a group: so many as are not odd, and one more. */
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

/** So many of one person's other submissions are looked at. */
const maxSamePerson = 50

/** A person's registrations that came before this one, or those that came after it. */
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

/** Those of a record's groups that have another member; most have none, and nothing needs to be asked of them. */
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

/** A record's places in its groups, and what is odd about them. */
export interface Places {
  flags: FoundFlag[]
  /** The other registrations of its people that came before it. */
  before: EarlierRegistration[]
}

/**
 * Puts a record into the groups of those that have the same, out of those where it no longer does, and tells where it is a later
 * one. Of others only those whose own place changed are looked at again: one in a group, however large that is.
 */
export const saveGroupMembership = async (
  transaction: Transaction<Tables>,
  entry: ReviewedEntry,
  parts: SharedDeps,
): Promise<Places> => {
  const members = transaction
    .selectFrom('group_member')
    .selectAll()
    .where('entry_id', '=', entry.id)
  // Where it came from stands in no record.
  const known = await members.where('group_id', 'not like', 'network.%').execute()
  // What a record says at first it says since it was sent; what a correction brought, from now on.
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

  const places: Places = { flags: [], before: [] }
  const groupsWithOthers = await listGroupsWithOthers(transaction, entry.id)
  for (const member of [...known, ...fresh]) {
    const own = shared.get(member.group_id)
    if (!own || !groupsWithOthers.has(member.group_id)) {
      continue
    }
    const isFresh = !knownGroups.has(member.group_id)
    if (entry.kind === 'registration' && isPersonal(member)) {
      places.before.push(...(await listOthers(transaction, member, '<')))
      const laterEntries = isFresh ? await listOthers(transaction, member, '>') : []
      const overlapping = laterEntries.filter(({ event }) =>
        findOverlap(parts.subjects, entry.event, event),
      )
      await markForIndexing(
        transaction,
        overlapping.map(({ entry_id }) => entry_id),
      )
    }
    if (own.kind === 'phone') {
      continue
    }
    const first = await listFirstMembers(transaction, member)
    const place = first.indexOf(entry.id) + 1
    const { flaggedFrom: from, describe } = groups[own.kind]
    if (place === 0 || place >= from) {
      places.flags.push({ kind: own.kind, detail: describe(own.value), group: member.group_id })
    } else if (isFresh) {
      await markForIndexing(transaction, first.slice(from - 1))
    }
  }
  return places
}

/** Whoever was behind a first one that goes may be one of the first now. */
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
