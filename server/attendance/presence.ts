import { sql } from 'kysely'
import type { AttendancePerson } from '../../festival/contract/attendance'
import { groupBy } from '../../festival/group-by'
import type { Db } from '../db/schema'

export type Presence = Omit<AttendancePerson, 'member' | 'name' | 'phone'> & {
  doorId: string | null
}

interface Mark {
  at: string
  present: 0 | 1
  /** Null for marks made at the desk. So is `door`. */
  door_id: string | null
  door: string | null
  clock_jumped: number | null
}

/** A removal at a door undoes only that door's marks, because it might not know the others. */
const undoes = (removal: Mark, mark: Mark): boolean =>
  removal.door_id === null || removal.door_id === mark.door_id

/** Returns the marks that say "present" and were not undone later. */
const listValid = (marks: readonly Mark[]): Mark[] => {
  let valid: Mark[] = []
  for (const mark of marks) {
    if (mark.present === 1) {
      valid.push(mark)
    } else {
      valid = valid.filter((earlier) => !undoes(mark, earlier))
    }
  }
  return valid
}

/** `marks` are one person's marks, earliest first. */
const findPresence = (marks: readonly Mark[]): Presence => {
  const [arrival, ...later] = listValid(marks)
  const first = arrival ?? marks.find(({ present }) => present === 1)
  const repeats = later.flatMap(({ at, door }) => (door === null ? [] : [{ at, door }]))
  return {
    isPresent: arrival !== undefined,
    arrivedAt: first?.at ?? null,
    doorId: arrival?.door_id ?? null,
    door: arrival?.door ?? undefined,
    hasClockJumped: arrival?.clock_jumped === 1 || undefined,
    repeats: repeats.length > 0 ? repeats : undefined,
  }
}

/**
 * A person is present if at least one of their marks is valid, and arrived at the time of the
 * earliest valid mark. Marks with the same time are ordered by id. `isPresent` in
 * `entries/places.ts` is the same rule in SQL.
 */
export const readPresence = async (db: Db, list: string) => {
  const marks = await db
    .selectFrom('attendance')
    .leftJoin('door', 'door.id', 'attendance.door_id')
    .select(['entry_id', 'member', 'present', 'at', 'door_id', 'clock_jumped'])
    .select(sql<string | null>`'Door ' || door.number`.as('door'))
    .where('attendance.list', '=', list)
    .orderBy('at')
    .orderBy('attendance.id')
    .execute()
  const byPerson = groupBy(marks, ({ entry_id, member }) => [`${entry_id} ${member}`])
  return {
    find: (entryId: string, member: number): Presence =>
      findPresence(byPerson.get(`${entryId} ${member}`) ?? []),
    all: [...byPerson.values()].map(findPresence),
  }
}
