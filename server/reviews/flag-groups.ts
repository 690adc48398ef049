import { createHash } from 'node:crypto'
import { type SqlBool, sql, type Transaction } from 'kysely'
import { type GroupKind, groupKindOf } from '../../festival/desk/flags'
import type { GroupMemberRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import { type EarlierRegistration, type FoundFlag, findOverlap } from './find-flags'
import type { ReviewedRecord } from './records'
import { lastDigits } from './same-person'
import type { SentPicture } from './sent-pictures'

/**
 * What several records may have the same, each with the member from which on it is odd: whoever came to have it first is not
 * flagged, for that is who was copied (behaviour 14.17). A person's phone alone is never odd; overlaps are looked for by it.
 */
const oddFrom = {
  'same-file': 2,
  'same-utr': 2,
  'same-reference': 2,
  'pass-twice': 2,
  /** More than a college's contact usually sends. */
  'many-from-one': 6,
  'coupon-often': 21,
  phone: Number.POSITIVE_INFINITY,
} as const satisfies Record<GroupKind | 'phone', number>

type SharedKind = keyof typeof oddFrom

/** Something that a record has, and since when. */
interface Shared {
  kind: SharedKind
  value: string
  since: string
}

const detailOf = ({ kind, value }: Shared): string => {
  if (kind === 'same-file') return 'Byte for byte the same file came before.'
  if (kind === 'same-utr') return `The UTR ${value} was named before.`
  if (kind === 'same-reference') return `The payment code ${value} came before.`
  if (kind === 'pass-twice') return 'The same pass was named for this event before.'
  if (kind === 'many-from-one') return 'Five submissions or more came from this e-mail address before.'
  return 'The coupon was used twenty times or more before.'
}

const hash = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 32)

/** A group's id begins with its kind. */
const groupId = ({ kind, value }: Pick<Shared, 'kind' | 'value'>): string => `${kind}.${hash(kind, value)}`

const kindOf = (group: string): SharedKind => groupKindOf(group) ?? 'phone'

/** The phones of a record, of its team too. */
const phonesOf = ({ phone, members }: ReviewedRecord): string[] =>
  [phone, ...members.map((member) => member.phone)].map(lastDigits).filter((digits) => digits.length === 10)

interface SharedParts {
  pictures: readonly SentPicture[]
  /** The pass that it names, if that was given out. */
  passId: string | undefined
  /** Since when it has what its form says. */
  since: string
}

const listShared = (record: ReviewedRecord, { pictures, passId, since }: SharedParts): Shared[] => [
  ...pictures.flatMap(({ sha256, sentAt, reading: { utr } }): Shared[] => [
    ...(sha256 ? [{ kind: 'same-file' as const, value: sha256, since: sentAt }] : []),
    ...(utr ? [{ kind: 'same-utr' as const, value: utr, since: sentAt }] : []),
  ]),
  ...(/^\d{12}$/.test(record.utr) ? [{ kind: 'same-utr' as const, value: record.utr, since }] : []),
  ...(record.reference ? [{ kind: 'same-reference' as const, value: record.reference, since }] : []),
  ...(passId ? [{ kind: 'pass-twice' as const, value: `${passId} ${record.event}`, since }] : []),
  ...(record.coupon ? [{ kind: 'coupon-often' as const, value: record.coupon, since }] : []),
  { kind: 'many-from-one', value: record.email.toLowerCase(), since },
  ...phonesOf(record).map((value) => ({ kind: 'phone' as const, value, since })),
]

/** Has records indexed anew: what they have in common with another has changed. */
const indexAnew = async (transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await transaction.updateTable('review').set({ prepared: 0 }).where('record_id', 'in', ids).execute()
}

const membersOf = (transaction: Transaction<Tables>, group: string) =>
  transaction
    .selectFrom('group_member')
    .where('group_id', '=', group)
    .orderBy('group_member.since')
    .orderBy('group_member.record_id')

/** The first members of a group: so many as are not odd, and one more. */
const listFirst = async (transaction: Transaction<Tables>, group: string): Promise<string[]> => {
  const rows = await membersOf(transaction, group).select('record_id').limit(oddFrom[kindOf(group)]).execute()
  return rows.map(({ record_id }) => record_id)
}

/** So many of one person's other submissions are looked at. */
const mostOfOne = 50

/** A person's registrations that came before this one, and those that came after it. */
const listOthers = async (transaction: Transaction<Tables>, own: GroupMemberRow, side: '<' | '>') =>
  membersOf(transaction, own.group_id)
    .innerJoin('review', 'review.record_id', 'group_member.record_id')
    .select(['review.record_id', 'review.event'])
    .where('review.kind', '=', 'registration')
    .where(sql<SqlBool>`(group_member.since, group_member.record_id) ${sql.raw(side)} (${own.since}, ${own.record_id})`)
    .limit(mostOfOne)
    .execute()

const isPersonal = ({ group_id }: Pick<GroupMemberRow, 'group_id'>) =>
  ['phone', 'many-from-one'].includes(kindOf(group_id))

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
export const keepPlaces = async (
  transaction: Transaction<Tables>,
  record: ReviewedRecord,
  parts: Omit<SharedParts, 'since'> & { now: Date },
): Promise<Places> => {
  const known = await transaction.selectFrom('group_member').selectAll().where('record_id', '=', record.id).execute()
  // What a record says at first it says since it was sent; what a correction brought, from now on.
  const since = known.length === 0 ? record.sentAt : parts.now.toISOString()
  const wanted = new Map<string, Shared>()
  for (const shared of listShared(record, { ...parts, since })) {
    const id = groupId(shared)
    const other = wanted.get(id)
    if (!other || shared.since < other.since) wanted.set(id, shared)
  }
  await leaveGroups(
    transaction,
    record.id,
    known.filter(({ group_id }) => !wanted.has(group_id)),
  )
  const knownGroups = new Set(known.map(({ group_id }) => group_id))
  const fresh = [...wanted].flatMap(([group_id, { since }]) =>
    knownGroups.has(group_id) ? [] : [{ id: hash(group_id, record.id), group_id, record_id: record.id, since }],
  )
  if (fresh.length > 0) await transaction.insertInto('group_member').values(fresh).execute()
  const members = [...known.filter(({ group_id }) => wanted.has(group_id)), ...fresh]

  const places: Places = { flags: [], before: [] }
  for (const member of members) {
    const { group_id } = member
    const isFresh = fresh.some((one) => one.group_id === group_id)
    const shared = wanted.get(group_id)
    if (!shared) continue
    const isPersonsRegistration = record.kind === 'registration' && isPersonal(member)
    if (isPersonsRegistration) places.before.push(...(await listOthers(transaction, member, '<')))
    if (isPersonsRegistration && isFresh)
      await indexAnew(
        transaction,
        (await listOthers(transaction, member, '>')).flatMap(({ record_id, event }) =>
          findOverlap(record.event, event) ? [record_id] : [],
        ),
      )
    if (shared.kind === 'phone') continue
    const first = await listFirst(transaction, group_id)
    const place = first.indexOf(record.id) + 1
    const from = oddFrom[shared.kind]
    if (place === 0 || place >= from)
      places.flags.push({ kind: shared.kind, detail: detailOf(shared), group: group_id })
    else if (isFresh) await indexAnew(transaction, first.slice(from - 1))
  }
  return places
}

/** Whoever was behind a first one that goes may be one of the first now. */
const leaveGroups = async (
  transaction: Transaction<Tables>,
  recordId: string,
  gone: readonly GroupMemberRow[],
): Promise<void> => {
  if (gone.length === 0) return
  await transaction
    .deleteFrom('group_member')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
  for (const { group_id } of gone)
    if (kindOf(group_id) !== 'phone') await indexAnew(transaction, (await listFirst(transaction, group_id)).slice(-2))
  if (gone.some(isPersonal)) {
    const behind = await transaction.selectFrom('flag').select('record_id').where('other_id', '=', recordId).execute()
    await indexAnew(
      transaction,
      behind.map(({ record_id }) => record_id),
    )
  }
}
