import { dayMs, findMidnight, minuteMs } from '../../festival/content/slot'
import { doorBounds, type ScansReceived, type SendScansBody } from '../../festival/contract/door'
import type { Festival } from '../../festival/live/state'
import { saveMarks } from '../attendance/marks'
import type { DoorRow } from '../db/desk-schema'
import { acquireLock, isAmong } from '../db/engines'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { later } from '../system/clock'
import { findDoorEnd, requireList } from './door-rows'

type Refused = ScansReceived['refused']

const saveUnlisted = (
  db: Db,
  doorId: string,
  unlisted: SendScansBody['unlisted'],
  now: Date,
): Promise<Refused> =>
  transact(db, async (transaction) => {
    await acquireLock(transaction, 'doors')
    const ids = unlisted.map(({ id }) => id)
    const used = await transaction
      .selectFrom('door_unlisted')
      .select(['id', 'door_id', 'name'])
      .where(isAmong(db, 'id', ids))
      .execute()
    const usedById = new Map(used.map((person) => [person.id, person]))
    const ofDoor = transaction.selectFrom('door_unlisted').where('door_id', '=', doorId)
    const saved = await ofDoor.select('id').execute()
    const added: typeof unlisted = []
    const refused: Refused = []
    for (const person of unlisted) {
      const { id, name } = person
      const earlier = usedById.get(id)
      if (!earlier) {
        added.push(person)
        usedById.set(id, { id, door_id: doorId, name })
      } else if (earlier.door_id !== doorId || earlier.name !== name) {
        const message = 'Another person has the same ID. Write the name down.'
        refused.push({ id, message })
      }
    }
    const free = Math.max(0, doorBounds.unlistedPerDoor - saved.length)
    for (const person of added.slice(0, free)) {
      const at = person.at > later(now, minuteMs) ? now.toISOString() : person.at
      const insert = transaction
        .insertInto('door_unlisted')
        .values({ ...person, at, door_id: doorId })
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
    }
    const message = `This door has ${doorBounds.unlistedPerDoor} people who are not on the list, which is the limit. Write the name down.`
    refused.push(...added.slice(free).map(({ id }) => ({ id, message })))
    return refused
  })

/**
 * A phone whose clock is wrong by more than a day has no usable time. The scans of one request
 * are a millisecond apart, so that a removal stays after the scan that it undoes.
 */
const replaceEarlyTimes = <Sent extends { at: string }>(
  sent: readonly Sent[],
  { day }: DoorRow,
  now: Date,
): Sent[] => {
  const earliest = new Date(findMidnight(day) - dayMs).toISOString()
  return sent.map((scan, index) => (scan.at < earliest ? { ...scan, at: later(now, index) } : scan))
}

/** Has no effect if the scans were saved before. After the door has ended, accepts earlier scans. */
export const receiveScans = async (
  db: Db,
  festival: Festival,
  { door, body, now }: { door: DoorRow; body: SendScansBody; now: Date },
): Promise<ScansReceived> => {
  const end = findDoorEnd(door)
  const sent = [...body.scans, ...body.unlisted]
  const isInTime = ({ at }: { at: string }) => now < end || at < end.toISOString()
  const message = 'The door had ended. Mark the person at the desk.'
  const late = sent.filter((scan) => !isInTime(scan))
  const refused: Refused = late.map(({ id }) => ({ id, message }))
  const marks = replaceEarlyTimes(body.scans.filter(isInTime), door, now)
  if (marks.length > 0) {
    const origin = { list: requireList(door), actor: 'door', doorId: door.id }
    refused.push(...(await saveMarks(db, festival, { ...origin, marks, now })).refused)
  }
  const unlisted = replaceEarlyTimes(body.unlisted.filter(isInTime), door, now)
  if (unlisted.length > 0) {
    refused.push(...(await saveUnlisted(db, door.id, unlisted, now)))
  }
  const refusedIds = new Set(refused.map(({ id }) => id))
  return { stored: sent.map(({ id }) => id).filter((id) => !refusedIds.has(id)), refused }
}
