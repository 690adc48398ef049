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

/** A removal at a door undoes only its own marks, because it may not have known those of other doors. */
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

const nameDoor = ({ door_id, number }: Mark): Presence['door'] =>
  door_id === null ? undefined : { id: door_id, name: `Door ${number}` }

/** `marks` are those of one person, the earliest first. */
const findPresence = (marks: readonly Mark[]): Presence => {
  const [arrival, ...later] = listValid(marks)
  if (!arrival) {
    const first = marks.find(({ present }) => present === 1)
    return { ...absent, arrivedAt: first?.at ?? null }
  }
  const repeats: Presence['repeats'] = []
  for (const mark of later) {
    const door = nameDoor(mark)
    if (door) {
      repeats.push({ at: mark.at, door: door.name })
    }
  }
  return { isPresent: true, arrivedAt: arrival.at, door: nameDoor(arrival), repeats }
}

/**
 * A person is present if one of the person's marks is valid, and the earliest valid one says when
 * the person arrived. Marks with the same time are ordered by id. `isPresent` in
 * `entries/places.ts` is the same rule in SQL.
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
  const byPerson = new Map<string, Mark[]>()
  for (const mark of marks) {
    const key = `${mark.entry_id} ${mark.member}`
    const ofPerson = byPerson.get(key) ?? []
    ofPerson.push(mark)
    byPerson.set(key, ofPerson)
  }
  return {
    find: (entryId: string, member: number): Presence =>
      findPresence(byPerson.get(`${entryId} ${member}`) ?? []),
    all: [...byPerson.values()].map(findPresence),
  }
}
