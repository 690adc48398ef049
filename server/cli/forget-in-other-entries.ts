import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import { formatMembers } from '../../festival/forms/registration'
import { isAmong } from '../db/engines'
import { markForIndexing } from '../db/mark-for-indexing'
import type { DbOrTransaction, Tables } from '../db/schema'

const teamSchema = v.array(v.object({ name: v.string(), phone: v.string(), year: v.string() }))

/** A team of others that names somebody, and its members as they stay when that one is forgotten. */
export interface Team {
  entryId: string
  registrationId: string
  members: v.InferOutput<typeof teamSchema>
}

const forgottenMember = { name: '(forgotten)', phone: '', year: '' }

/** The teams that others registered and in which people with these phones are members, or were before a correction; the leader is the registrant. */
export const findTeams = async (
  db: DbOrTransaction,
  phones: readonly string[],
  ownEntries: readonly string[],
): Promise<Team[]> => {
  if (phones.length === 0) {
    return []
  }
  const patterns = phones.map((phone) => `%${phone}%`)
  // An e-mail that waits may tell of a correction that nothing else remembers.
  const named = await db
    .selectFrom('message')
    .select('entry_id')
    .where('kind', '=', 'decision')
    .where(({ or, eb }) => or(patterns.map((phone) => eb('payload', 'like', phone))))
    .union(
      db
        .selectFrom('review')
        .select('entry_id')
        .where(({ or, eb }) => or(patterns.map((phone) => eb('earlier_values', 'like', phone)))),
    )
    .execute()
  const before = named.map(({ entry_id }) => entry_id)
  const rows = await db
    .selectFrom('EventRegistration')
    .select(['id', 'registration_id', 'team_members'])
    .where(({ or, eb }) =>
      or([
        isAmong(db, 'id', before),
        ...phones.map((phone) => eb('team_members', 'like', `%"${phone}"%`)),
      ]),
    )
    .execute()
  return rows.flatMap(({ id, registration_id, team_members }) => {
    const team = v.parse(teamSchema, JSON.parse(team_members))
    const members = team.map((member, place) =>
      place > 0 && phones.includes(member.phone) ? forgottenMember : member,
    )
    return ownEntries.includes(id) || !(members.includes(forgottenMember) || before.includes(id))
      ? []
      : [{ entryId: id, registrationId: registration_id, members }]
  })
}

/** The records of others that went by this address before a correction: ids. */
export const findCorrected = async (
  db: DbOrTransaction,
  address: string,
  ownEntries: readonly string[],
) => {
  // Whole, as JSON writes it; no character of it stands for others, as it would for `like`.
  const quotedAddress = JSON.stringify(address)
  const holds = (column: string) =>
    sql<boolean>`replace(lower(${sql.ref(column)}), ${quotedAddress}, '') <> lower(${sql.ref(column)})`
  const corrected = db.selectFrom('review').select('entry_id').where(holds('earlier_values'))
  const replaced = db.selectFrom('decision').select('entry_id').where(holds('replaced'))
  const rows = await corrected.union(replaced).execute()
  return rows.map(({ entry_id }) => entry_id).filter((id) => !ownEntries.includes(id))
}

const payloadSchema = v.looseObject({ team_members: v.string() })
/** Payloads of e-mails that list the details of a team. */
const correctedSchema = v.looseObject({ decision: v.picklist(['correct', 'change-team']) })

/**
 * Takes name, phone and year out of the record, out of its stored e-mails and of what the desk's search knows. The team
 * keeps its size, for that decides what it paid. What stood there before a correction, or tells of one, may name them as well.
 */
export const redactOtherEntries = async (
  transaction: Transaction<Tables>,
  { teams, corrected }: { teams: readonly Team[]; corrected: readonly string[] },
): Promise<void> => {
  for (const { entryId, members } of teams) {
    const team_members = JSON.stringify(members)
    await transaction
      .updateTable('EventRegistration')
      .set({ team_members })
      .where('id', '=', entryId)
      .execute()
    const messages = await transaction
      .selectFrom('message')
      .select(['id', 'payload'])
      .where('entry_id', '=', entryId)
      // Of some that went out nothing is kept.
      .where('payload', '<>', '')
      .execute()
    for (const { id, payload } of messages) {
      if (v.is(correctedSchema, JSON.parse(payload))) {
        await transaction.deleteFrom('message').where('id', '=', id).execute()
      }
      const parsed = v.safeParse(payloadSchema, JSON.parse(payload))
      if (!parsed.success) {
        continue
      }
      const changed = JSON.stringify({ ...parsed.output, team_members: formatMembers(members) })
      await transaction
        .updateTable('message')
        .set({ payload: changed })
        .where('id', '=', id)
        .execute()
    }
    await transaction.deleteFrom('search_token').where('entry_id', '=', entryId).execute()
    await markForIndexing(transaction, [entryId])
  }
  const isAffected = isAmong(transaction, 'entry_id', [
    ...corrected,
    ...teams.map(({ entryId }) => entryId),
  ])
  await transaction
    .updateTable('decision')
    .set({ replaced: null, content: '' })
    .where(isAffected)
    .execute()
  await transaction.updateTable('review').set({ earlier_values: '[]' }).where(isAffected).execute()
}

/** Banks write names in capitals, and other characters as it comes. */
const normaliseName = (text: string): string =>
  ` ${text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Rows of bank statements that are nobody's payment yet, and hold one of these names whole. */
export const findUnmatchedRows = async (
  db: DbOrTransaction,
  names: readonly string[],
): Promise<string[]> => {
  const wanted = names.map(normaliseName).filter((name) => name.length > 5)
  if (wanted.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('bank_row')
    .select(['id', 'narration'])
    .where('narration', '<>', '')
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('allocation').select('row_id').where('freed_by', 'is', null),
    )
    .execute()
  return rows
    .filter(({ narration }) => wanted.some((name) => normaliseName(narration).includes(name)))
    .map(({ id }) => id)
}

/** Takes name and UPI address out of such rows. Day and amount stay, or the next file would bring the row anew. */
export const redactRows = async (
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length > 0) {
    await transaction
      .updateTable('bank_row')
      .set({ narration: '', reference: '' })
      .where('id', 'in', ids)
      .execute()
  }
}
