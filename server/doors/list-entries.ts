import { createHmac } from 'node:crypto'
import type { DoorEntry, DoorState } from '../../festival/contract/door'
import type { Festival } from '../../festival/live/state'
import { readListed } from '../attendance/list-entries'
import type { DoorRow, ReviewRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
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

/** Lists the oldest first, without full phone numbers, e-mail addresses or amounts. */
export const readDoorEntries = async (
  db: Db,
  door: DoorRow,
  festival: Festival,
  now: Date,
): Promise<DoorEntry[]> => {
  const listed = await readListed(db, requireList(door), festival, now)
  return listed.map(({ review, entry, people, waitingNumber = 0, code, replacedCodes }) => {
    const state = findState(review, waitingNumber)
    const named = people.filter(({ name }) => name !== '')
    return {
      id: review.entry_id,
      label: entry.label,
      state,
      waitingNumber: state === 'waiting' ? waitingNumber : 0,
      code: code && hashCode(door.key, code),
      replacedCodes: replacedCodes.map((replaced) => hashCode(door.key, replaced)),
      college: entry.college,
      phoneEnd: entry.phone.replace(/\D/g, '').slice(-4),
      people: named.map(({ member, name, isPresent, arrivedAt, door: arrivedAtDoor = '' }) => ({
        member,
        name,
        arrivedAt: isPresent ? arrivedAt : null,
        arrivedAtDoor,
      })),
    }
  })
}
