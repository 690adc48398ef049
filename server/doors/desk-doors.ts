import { randomBytes } from 'node:crypto'
import { nameAttendanceList } from '../../festival/contract/attendance'
import { type DeskDoor, type DoorPhone, deskDoorBounds } from '../../festival/contract/desk-doors'
import { doorPage } from '../../festival/contract/pages'
import { readPresence } from '../attendance/presence'
import { saveAudit } from '../db/audit'
import type { DoorRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { makeTicketCode } from '../db/tickets'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers, Organiser } from '../organisers/guard'
import type { Clock } from '../system/clock'
import { hashSecret, makeSecret } from '../system/secret'
import { findDoorEnd, nameDoor } from './door-rows'
import { refuseFullDoor, selectPhones } from './phones'

type DoorCalls = 'readDoors' | 'openDoor' | 'addPhone' | 'removePhone'

/** Heads see only the doors of their own events. */
const selectDoors = (db: DbOrTransaction, { events }: Organiser) => {
  const doors = db.selectFrom('door').selectAll()
  const lists = events?.map((event) => nameAttendanceList({ event }))
  return lists ? doors.where('list', 'in', lists) : doors
}

/** @throws ApiError `not-found`, also if the organiser is a head of another event */
const requireDoor = async (db: Db, id: string, organiser: Organiser): Promise<DoorRow> => {
  const door = await selectDoors(db, organiser).where('id', '=', id).executeTakeFirst()
  if (!door) {
    throw new ApiError('not-found', 'There is no such door.')
  }
  return door
}

/** Returns the people let in by each door, keyed by its id. Only a person's first scan counts. */
const countPeople = async (db: Db, doors: readonly DoorRow[]): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const list of new Set(doors.map((door) => door.list))) {
    const { all } = await readPresence(db, list)
    for (const { doorId } of all) {
      if (doorId) {
        counts.set(doorId, (counts.get(doorId) ?? 0) + 1)
      }
    }
  }
  return counts
}

const readPhones = async (db: Db, doorId: string): Promise<DoorPhone[]> => {
  const phones = await selectPhones(db)
    .select(['id', 'volunteer', 'unsent', 'is_copied', 'seen_at as seenAt', 'list_at as listAt'])
    .where('door_id', '=', doorId)
    .orderBy('paired_at')
    .execute()
  return phones.map(({ is_copied, ...phone }) => ({ ...phone, isCopied: is_copied === 1 }))
}

const readDoors = async (db: Db, organiser: Organiser): Promise<DeskDoor[]> => {
  const rows = await selectDoors(db, organiser)
    .orderBy('day', 'desc')
    .orderBy('list')
    .orderBy('number')
    .limit(deskDoorBounds.listed)
    .execute()
  const counts = await countPeople(db, rows)
  const doors: DeskDoor[] = []
  for (const row of rows) {
    const { id, list, day } = row
    const unlisted = await db
      .selectFrom('door_unlisted')
      .select(['id', 'name', 'volunteer', 'at'])
      .where('door_id', '=', id)
      .orderBy('at')
      .execute()
    doors.push({
      id,
      name: nameDoor(row),
      list,
      day,
      endsAt: findDoorEnd(row).toISOString(),
      testCode: row.test_code,
      people: counts.get(id) ?? 0,
      phones: await readPhones(db, id),
      unlisted,
    })
  }
  return doors
}

interface Deps {
  db: Db
  clock: Clock
  publicUrl: string
}

export const doorHandlers = ({ db, clock, publicUrl }: Deps): Pick<DeskHandlers, DoorCalls> => ({
  readDoors: async ({ organiser }) => ({ doors: await readDoors(db, organiser) }),

  openDoor: async ({ query, body: { id, day }, organiser: { email: actor } }) => {
    const now = clock()
    if (query.night) {
      throw refuseFields([
        { path: 'list', message: 'A door cannot have a list of rooms. Choose another list.' },
      ])
    }
    if (now >= findDoorEnd({ day })) {
      throw refuseFields([{ path: 'day', message: 'Choose today or a later day.' }])
    }
    const list = nameAttendanceList(query)
    await transact(db, async (transaction) => {
      await acquireLock(transaction, 'doors')
      const doors = await transaction
        .selectFrom('door')
        .select(['id', 'number'])
        .where('list', '=', list)
        .where('day', '=', day)
        .execute()
      if (doors.some((door) => door.id === id)) {
        return
      }
      if (doors.length >= deskDoorBounds.doorsPerList) {
        const message = `This list has ${doors.length} doors on this day, which is the limit. Add phones to one of them.`
        throw new ApiError('illegal', message)
      }
      const door: DoorRow = {
        id,
        list,
        day,
        number: doors.length + 1,
        key: randomBytes(32).toString('base64url'),
        test_code: makeTicketCode(),
        opened_by: actor,
        opened_at: now.toISOString(),
      }
      await transaction.insertInto('door').values(door).execute()
      await saveAudit(transaction, { at: now, actor, action: 'door-opened', detail: { list } })
    })
  },

  addPhone: async ({ params: { id }, organiser }) => {
    const now = clock()
    const door = await requireDoor(db, id, organiser)
    if (now >= findDoorEnd(door)) {
      throw new ApiError('illegal', 'This door is closed. Open a new one.')
    }
    await refuseFullDoor(db, id)
    const secret = makeSecret()
    await transact(db, async (transaction) => {
      await transaction
        .insertInto('door_phone')
        .values({
          id: randomBytes(16).toString('hex'),
          door_id: id,
          hash: hashSecret(secret),
          volunteer: '',
          added_at: now.toISOString(),
          unsent: 0,
          is_copied: 0,
        })
        .execute()
      await saveAudit(transaction, {
        at: now,
        actor: organiser.email,
        action: 'phone-added',
        detail: { list: door.list },
      })
    })
    return { address: `${publicUrl}${doorPage}#${secret}` }
  },

  removePhone: async ({ params: { id, phone }, organiser }) => {
    const now = clock()
    const { list } = await requireDoor(db, id, organiser)
    await transact(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('door_phone')
        .set({ removed_at: now.toISOString() })
        .where('id', '=', phone)
        .where('door_id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) {
        await saveAudit(transaction, {
          at: now,
          actor: organiser.email,
          action: 'phone-removed',
          detail: { list },
        })
      }
    })
  },
})
