import type { DoorEntry, DoorList, DoorScan } from '../festival/contract/door'

export const namePerson = ({ name, member }: DoorEntry['people'][number]): string =>
  name || `Member ${member}`

/** The earliest arrival counts. */
export const applyScan = (
  entry: DoorEntry,
  { member, isPresent, at }: DoorScan,
  doorName: string,
): DoorEntry => ({
  ...entry,
  people: entry.people.map((person) => {
    if (person.member !== member) {
      return person
    }
    if (!isPresent) {
      return { ...person, arrivedAt: null, arrivedAtDoor: '' }
    }
    return person.arrivedAt === null
      ? { ...person, arrivedAt: at, arrivedAtDoor: doorName }
      : person
  }),
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
