import { doorBounds, type ScansReceived, type SendScansBody } from '../../festival/contract/door'
import type { Festival } from '../../festival/live/state'
import { limitTimes, saveMarks } from '../attendance/marks'
import type { DoorRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import type { Db } from '../db/schema'
import { insertOnce, transact } from '../db/transact'
import { findDoorEnd, requireList } from './door-rows'

type Refused = ScansReceived['refused']

const { unlistedPerDoor } = doorBounds
const tooManyUnlisted = `This door has let in ${unlistedPerDoor} people who are not on the list, which is the limit. Write the name on paper.`

const saveUnlisted = (
  db: Db,
  doorId: string,
  unlisted: SendScansBody['unlisted'],
): Promise<Refused> =>
  transact(db, async (transaction) => {
    await acquireLock(transaction, 'doors')
    const saved = await transaction
      .selectFrom('door_unlisted')
      .select('id')
      .where('door_id', '=', doorId)
      .execute()
    const savedIds = new Set(saved.map(({ id }) => id))
    const refused: Refused = []
    for (const person of unlisted) {
      const { id } = person
      if (savedIds.size >= unlistedPerDoor && !savedIds.has(id)) {
        refused.push({ id, message: tooManyUnlisted })
        continue
      }
      savedIds.add(id)
      await insertOnce(
        transaction.insertInto('door_unlisted').values({ ...person, door_id: doorId }),
      )
    }
    return refused
  })

/** Skips scans that are already saved. After the door has closed, accepts only earlier scans. */
export const receiveScans = async (
  db: Db,
  festival: Festival,
  { door, body, now }: { door: DoorRow; body: SendScansBody; now: Date },
): Promise<ScansReceived> => {
  const end = findDoorEnd(door)
  const isInTime = ({ at }: { at: string }) => now < end || at < end.toISOString()
  const sent = [...body.scans, ...body.unlisted]
  const message =
    'This door had already closed. Use the organisers’ desk to mark this person as present.'
  const late = sent.filter((scan) => !isInTime(scan))
  const refused: Refused = late.map(({ id }) => ({ id, message }))
  const marks = body.scans.filter(isInTime)
  if (marks.length > 0) {
    const origin = { list: requireList(door), actor: 'door', door }
    refused.push(...(await saveMarks(db, festival, { ...origin, marks, now })).refused)
  }
  const unlisted = body.unlisted.filter(isInTime)
  if (unlisted.length > 0) {
    refused.push(...(await saveUnlisted(db, door.id, limitTimes(unlisted, now, door.opened_at))))
  }
  const refusedIds = new Set(refused.map(({ id }) => id))
  return { stored: sent.map(({ id }) => id).filter((id) => !refusedIds.has(id)), refused }
}
