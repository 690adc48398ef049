import type { AttendancePerson } from '../../festival/contract/attendance'
import type { Db } from '../db/schema'

export interface Presence extends Pick<AttendancePerson, 'isPresent' | 'arrivedAt'> {
  /** Where the person was let in. Undefined for marks at the desk. */
  door: { id: string; name: string } | undefined
  repeats: NonNullable<AttendancePerson['repeats']>
}

const absent: Presence = { isPresent: false, arrivedAt: null, door: undefined, repeats: [] }

interface Mark {
  at: string
  present: 0 | 1
  door_id: string | null
  number: number | null
}

const applyMark = (before: Presence, { at, present, door_id, number }: Mark): Presence => {
  if (present === 0) {
    return { ...before, isPresent: false }
  }
  const door = door_id === null ? undefined : { id: door_id, name: `Door ${number}` }
  if (!before.isPresent) {
    const arrivedAt = before.arrivedAt ?? at
    return { isPresent: true, arrivedAt, door: before.door ?? door, repeats: before.repeats }
  }
  const repeats = door ? [...before.repeats, { at, door: door.name }] : before.repeats
  return { ...before, repeats }
}

/**
 * The latest mark of a person says whether the person is present, and the earliest when the person
 * arrived. Marks with the same time are ordered by id.
 */
export const readPresence = async (db: Db, list: string) => {
  const marks = await db
    .selectFrom('attendance')
    .leftJoin('door', 'door.id', 'attendance.door_id')
    .select(['entry_id', 'member', 'present', 'at', 'door_id', 'door.number'])
    .where('attendance.list', '=', list)
    .orderBy('at')
    .orderBy('attendance.id')
    .execute()
  const byPerson = new Map<string, Presence>()
  for (const mark of marks) {
    const key = `${mark.entry_id} ${mark.member}`
    byPerson.set(key, applyMark(byPerson.get(key) ?? absent, mark))
  }
  return {
    find: (entryId: string, member: number): Presence =>
      byPerson.get(`${entryId} ${member}`) ?? absent,
    all: [...byPerson.values()],
  }
}
