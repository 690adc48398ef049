import { createHmac } from 'node:crypto'
import type { DoorEntry, DoorPerson, DoorState } from '../../festival/contract/door'
import type { Festival } from '../../festival/live/state'
import { readListed } from '../attendance/list-entries'
import type { DoorRow, ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { listPeople } from '../entries/people'
import { requireList } from './door-rows'

const findState = ({ state, waitlist }: ReviewRow, waitingNumber: number): DoorState => {
  if (state === 'rejected' || state === 'withdrawn' || waitlist === 'lost') {
    return 'refused'
  }
  if (state !== 'verified') {
    return 'unchecked'
  }
  return waitingNumber > 0 ? 'waiting' : 'verified'
}

const hashCode = (key: string, code: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(code).digest('base64url')

export const hashTestCode = ({ key, test_code }: DoorRow): string => hashCode(key, test_code)

/** Lists the oldest first. Without full phone numbers, e-mail addresses and amounts. */
export const readDoorEntries = async (
  db: Db,
  door: DoorRow,
  festival: Festival,
  now: Date,
): Promise<DoorEntry[]> => {
  const read = await readListed(db, requireList(door), festival, now)
  const { reviews, entries, codes, numbers, presence } = read
  const listPersons = (id: string, names: readonly string[]): DoorPerson[] => {
    const persons = names.map((name, index) => {
      const member = index + 1
      const { isPresent, arrivedAt, door: at } = presence.find(id, member)
      const person: DoorPerson = {
        member,
        name,
        arrivedAt: isPresent ? arrivedAt : null,
        arrivedAtDoor: isPresent && at ? at.name : '',
      }
      return person
    })
    return persons.filter(({ name }) => name !== '')
  }
  return reviews.flatMap((review) => {
    const id = review.entry_id
    const entry = entries.get(id)
    if (!entry) {
      return []
    }
    const { current = '', replaced = [] } = codes.get(id) ?? {}
    const names = listPeople(entry).map(({ name }) => name)
    const waitingNumber = numbers.get(id) ?? 0
    const state = findState(review, waitingNumber)
    return {
      id,
      label: entry.label,
      state,
      waitingNumber: state === 'waiting' ? waitingNumber : 0,
      code: current && hashCode(door.key, current),
      replacedCodes: replaced.map((code) => hashCode(door.key, code)),
      college: entry.college,
      phoneEnd: entry.phone.replace(/\D/g, '').slice(-4),
      people: listPersons(id, names),
    }
  })
}
