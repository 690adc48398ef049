import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import { formatMembers } from '../../festival/forms/registration'
import { isAmong } from '../db/engines'
import { markForIndexing } from '../db/mark-for-indexing'
import type { DbOrTransaction, Tables } from '../db/schema'

const teamSchema = v.array(v.object({ name: v.string(), phone: v.string(), year: v.string() }))

export interface Team {
  entryId: string
  registrationId: string
  members: v.InferOutput<typeof teamSchema>
}

const forgottenMember = { name: '(forgotten)', phone: '', year: '' }

/**
 * Also finds members that a correction has removed. Skips the leader, whose entry is found by the
 * address.
 */
export const findTeams = async (
  db: DbOrTransaction,
  phones: readonly string[],
  ownEntries: readonly string[],
): Promise<Team[]> => {
  if (phones.length === 0) {
    return []
  }
  const patterns = phones.map((phone) => `%${phone}%`)
  // A queued e-mail may be the only remaining trace of a correction.
  const corrections = await db
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
  const correctedIds = corrections.map(({ entry_id }) => entry_id)
  const rows = await db
    .selectFrom('EventRegistration')
    .select(['id', 'registration_id', 'team_members'])
    .where(({ or, eb }) =>
      or([
        isAmong(db, 'id', correctedIds),
        ...phones.map((phone) => eb('team_members', 'like', `%"${phone}"%`)),
      ]),
    )
    .execute()
  const teams: Team[] = []
  for (const { id, registration_id, team_members } of rows) {
    const team = v.parse(teamSchema, JSON.parse(team_members))
    const members = team.map((member, index) =>
      index > 0 && phones.includes(member.phone) ? forgottenMember : member,
    )
    const isAffected = members.includes(forgottenMember) || correctedIds.includes(id)
    if (isAffected && !ownEntries.includes(id)) {
      teams.push({ entryId: id, registrationId: registration_id, members })
    }
  }
  return teams
}

/** Finds entries of other people that had the address before a correction. */
export const findFormerEntries = async (
  db: DbOrTransaction,
  address: string,
  ownEntries: readonly string[],
) => {
  // `like` would treat some characters of the address as wildcards.
  const quotedAddress = JSON.stringify(address)
  const containsAddress = (column: string) =>
    sql<boolean>`replace(lower(${sql.ref(column)}), ${quotedAddress}, '') <> lower(${sql.ref(column)})`
  const rows = await db
    .selectFrom('review')
    .select('entry_id')
    .where(containsAddress('earlier_values'))
    .union(db.selectFrom('decision').select('entry_id').where(containsAddress('replaced')))
    .execute()
  return rows.map(({ entry_id }) => entry_id).filter((id) => !ownEntries.includes(id))
}

const payloadSchema = v.looseObject({ team_members: v.string() })
const correctionSchema = v.looseObject({ decision: v.picklist(['correct', 'change-team']) })

/**
 * Keeps the size of the team, because the fee depends on it. Also redacts earlier values and
 * decision texts, which may name the person.
 */
export const redactOtherEntries = async (
  transaction: Transaction<Tables>,
  { teams, formerEntries }: { teams: readonly Team[]; formerEntries: readonly string[] },
): Promise<void> => {
  for (const team of teams) {
    await redactTeam(transaction, team)
  }
  const isAffected = isAmong(transaction, 'entry_id', [
    ...formerEntries,
    ...teams.map(({ entryId }) => entryId),
  ])
  await transaction
    .updateTable('decision')
    .set({ replaced: null, content: '' })
    .where(isAffected)
    .execute()
  await transaction.updateTable('review').set({ earlier_values: '[]' }).where(isAffected).execute()
}

const redactTeam = async (transaction: Transaction<Tables>, { entryId, members }: Team) => {
  await transaction
    .updateTable('EventRegistration')
    .set({ team_members: JSON.stringify(members) })
    .where('id', '=', entryId)
    .execute()
  const messages = await transaction
    .selectFrom('message')
    .select(['id', 'payload'])
    .where('entry_id', '=', entryId)
    // The payload is empty once an e-mail has been sent.
    .where('payload', '<>', '')
    .execute()
  for (const { id, payload } of messages) {
    const content: unknown = JSON.parse(payload)
    if (v.is(correctionSchema, content)) {
      await transaction.deleteFrom('message').where('id', '=', id).execute()
    } else if (v.is(payloadSchema, content)) {
      const redacted = JSON.stringify({ ...content, team_members: formatMembers(members) })
      await transaction
        .updateTable('message')
        .set({ payload: redacted })
        .where('id', '=', id)
        .execute()
    }
  }
  await transaction.deleteFrom('search_token').where('entry_id', '=', entryId).execute()
  await markForIndexing(transaction, [entryId])
}

/** Banks write names in capitals and with different punctuation. */
const normaliseName = (text: string): string =>
  ` ${text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Finds unallocated bank rows that contain the full name. */
export const findUnmatchedRows = async (
  db: DbOrTransaction,
  names: readonly string[],
): Promise<string[]> => {
  const normalisedNames = names.map(normaliseName).filter((name) => name.length > 5)
  if (normalisedNames.length === 0) {
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
    .filter(({ narration }) =>
      normalisedNames.some((name) => normaliseName(narration).includes(name)),
    )
    .map(({ id }) => id)
}

/** Keeps day and amount, so that the next statement does not import the row again. */
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
