import type { DoorEntry, DoorList, DoorPerson, DoorScan } from '../festival/contract/door'
import { hasArrived } from './decide'

/** The server sends "Door 2". The name on the phone includes the list: "Senior Quiz · Door 2". */
export const isInElsewhere = (person: DoorPerson, doorName: string): boolean =>
  hasArrived(person) && !` · ${doorName}`.endsWith(` · ${person.arrivedAtDoor}`)

/** Keeps the earliest arrival. Unticking a person does not undo an arrival at another door. */
const applyMark = (
  person: DoorPerson,
  { isPresent, at }: DoorScan,
  doorName: string,
): DoorPerson => {
  if (isPresent) {
    const isEarlier = person.arrivedAt === null || at < person.arrivedAt
    return isEarlier ? { ...person, arrivedAt: at, arrivedAtDoor: doorName } : person
  }
  const isKept = isInElsewhere(person, doorName)
  return isKept ? person : { ...person, arrivedAt: null, arrivedAtDoor: '' }
}

/** Applies scans that the server has not stored yet. */
export const applyScans = (
  entry: DoorEntry,
  scans: readonly DoorScan[],
  doorName: string,
): DoorEntry => ({
  ...entry,
  people: entry.people.map((person) =>
    scans
      .filter(({ entryId, member }) => entryId === entry.id && member === person.member)
      .reduce((current, scan) => applyMark(current, scan, doorName), person),
  ),
})

export const applyChanges = (
  entries: readonly DoorEntry[],
  { isWhole, entries: changed, removed }: Pick<DoorList, 'isWhole' | 'entries' | 'removed'>,
): DoorEntry[] => {
  const outdated = new Set([...removed, ...changed.map(({ id }) => id)])
  const kept = isWhole ? [] : entries.filter(({ id }) => !outdated.has(id))
  return [...kept, ...changed]
}

/** Leaves out refused people, unless they are in. */
export const countPeople = (entries: readonly DoorEntry[]): { all: number; arrived: number } => {
  const people = entries.flatMap((entry) =>
    entry.people.filter((person) => entry.state !== 'refused' || hasArrived(person)),
  )
  return { all: people.length, arrived: people.filter(hasArrived).length }
}
