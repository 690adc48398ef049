import type { DoorEntry, DoorList, DoorPerson, DoorScan } from '../festival/contract/door'

export const namePerson = ({ name, member }: DoorPerson): string => name || `Member ${member}`

/** The server names only the door, "Door 2", and the phone also the list, "Senior Quiz · Door 2". */
export const isInElsewhere = ({ arrivedAt, arrivedAtDoor }: DoorPerson, doorName: string) =>
  arrivedAt !== null && arrivedAtDoor !== doorName && !doorName.endsWith(` · ${arrivedAtDoor}`)

/** The earliest arrival counts. Unticking a person has no effect on an arrival at another door. */
const applyMark = (
  person: DoorPerson,
  { isPresent, at }: DoorScan,
  doorName: string,
): DoorPerson => {
  if (!isPresent) {
    const isKept = isInElsewhere(person, doorName)
    return isKept ? person : { ...person, arrivedAt: null, arrivedAtDoor: '' }
  }
  const isEarlier = person.arrivedAt === null || at < person.arrivedAt
  return isEarlier ? { ...person, arrivedAt: at, arrivedAtDoor: doorName } : person
}

const applyScan = (entry: DoorEntry, scan: DoorScan, doorName: string): DoorEntry => ({
  ...entry,
  people: entry.people.map((person) =>
    person.member === scan.member ? applyMark(person, scan, doorName) : person,
  ),
})

/** Shows scans that the server has not stored yet. */
export const applyScans = (
  entry: DoorEntry,
  scans: readonly DoorScan[],
  doorName: string,
): DoorEntry =>
  scans
    .filter(({ entryId }) => entryId === entry.id)
    .reduce((current, scan) => applyScan(current, scan, doorName), entry)

export const applyChanges = (
  entries: readonly DoorEntry[],
  list: Pick<DoorList, 'isWhole' | 'entries' | 'removed'>,
): DoorEntry[] => {
  if (list.isWhole) {
    return list.entries
  }
  const replaced = new Set(list.removed)
  for (const { id } of list.entries) {
    replaced.add(id)
  }
  return [...entries.filter(({ id }) => !replaced.has(id)), ...list.entries]
}

export const countPeople = (entries: readonly DoorEntry[]): { all: number; arrived: number } => {
  const people = entries.flatMap((entry) => entry.people)
  const arrived = people.filter(({ arrivedAt }) => arrivedAt !== null)
  return { all: people.length, arrived: arrived.length }
}
