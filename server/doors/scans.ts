import { minuteMs } from '../../festival/content/slot'
import { parseListName } from '../../festival/contract/attendance'
import { doorBounds, type ScansReceived, type SendScansBody } from '../../festival/contract/door'
import type { Festival } from '../../festival/live/state'
import { saveMarks } from '../attendance/marks'
import type { DoorRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { later } from '../system/clock'
import { findDoorEnd } from './door-rows'

type Refused = ScansReceived['refused']
type Unlisted = SendScansBody['unlisted']

interface Sent {
  door: DoorRow
  body: Pick<SendScansBody, 'scans' | 'unlisted'>
  now: Date
}

const saveUnlisted = (db: Db, { door, now }: Sent, unlisted: Unlisted): Promise<Refused> =>
  transact(db, async (transaction) => {
    await acquireLock(transaction, 'doors')
    const table = transaction.selectFrom('door_unlisted').select('id')
    const saved = await table.where('door_id', '=', door.id).execute()
    const savedIds = saved.map(({ id }) => id)
    const latestTime = later(now, minuteMs)
    const added = unlisted.filter(({ id }) => !savedIds.includes(id))
    const accepted = added.slice(0, Math.max(0, doorBounds.unlistedPerDoor - saved.length))
    for (const { id, name, volunteer, at } of accepted) {
      const time = at > latestTime ? now.toISOString() : at
      await transaction
        .insertInto('door_unlisted')
        .values({ id, door_id: door.id, name, volunteer, at: time })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const message = `At most ${doorBounds.unlistedPerDoor} people can be let in without being on the list. Write this person’s name down.`
    return added.slice(accepted.length).map(({ id }) => ({ id, message }))
  })

const saveScans = async (
  db: Db,
  festival: Festival,
  { door, now }: Sent,
  marks: SendScansBody['scans'],
): Promise<Refused> => {
  const list = parseListName(door.list)
  if (!list) {
    const message = 'The list of this door no longer exists.'
    return marks.map(({ id }) => ({ id, message }))
  }
  const doorId = door.id
  return (await saveMarks(db, festival, { list, marks, actor: 'door', doorId, now })).refused
}

/** Has no effect if the scans were saved before. After the door has ended, accepts earlier scans. */
export const receiveScans = async (
  db: Db,
  festival: Festival,
  sent: Sent,
): Promise<ScansReceived> => {
  const { door, body, now } = sent
  const end = findDoorEnd(door)
  const isInTime = ({ at }: { at: string }) => now < end || at < end.toISOString()
  const scans = body.scans.filter(isInTime)
  const unlisted = body.unlisted.filter(isInTime)
  const sentIds = [...body.scans, ...body.unlisted].map(({ id }) => id)
  const idsInTime = new Set([...scans, ...unlisted].map(({ id }) => id))
  const refused = sentIds
    .filter((id) => !idsInTime.has(id))
    .map((id) => ({ id, message: 'The door had ended. Mark the person at the desk.' }))
  if (scans.length > 0) {
    refused.push(...(await saveScans(db, festival, sent, scans)))
  }
  if (unlisted.length > 0) {
    refused.push(...(await saveUnlisted(db, sent, unlisted)))
  }
  const refusedIds = new Set(refused.map(({ id }) => id))
  return { stored: sentIds.filter((id) => !refusedIds.has(id)), refused }
}
