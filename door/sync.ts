import type { DoorEntry, DoorPerson, DoorScan, UnlistedScan } from '../festival/contract/door'
import { makeUuid } from '../ui/make-uuid'
import { CallError, fetchList, pairPhone, sendScans } from './api'
import { correctClock, observeClock, readClock } from './clock'
import { applyChanges, applyScans } from './list'
import {
  addScans,
  changeDoor,
  clearExpired,
  clearList,
  listUnsent,
  loadDoor,
  readDoor,
  removeScans,
  savePhone,
  updatePhone,
} from './phone'
import { listScans, makeBatch, makeMarkTime } from './scans'

/** Puts saved scans into the list before it deletes them, so that they stay visible. */
const sendBatch = async (volunteer: string): Promise<void> => {
  const unsent = listUnsent(readDoor())
  const { stored, refused } = await sendScans(makeBatch(unsent, volunteer))
  const saved = listScans(unsent).filter(({ id }) => stored.includes(id))
  await updatePhone(({ entries, door }) => ({
    entries: entries.map((entry) => applyScans(entry, saved, door.name)),
  }))
  const messages = refused.map(({ message }) => message)
  changeDoor({ refusals: [...new Set([...readDoor().refusals, ...messages])] })
  await removeScans([...stored, ...refused.map(({ id }) => id)])
}

const sendAll = async (volunteer: string): Promise<void> => {
  let unsent = listUnsent(readDoor()).length
  let isShrinking = unsent > 0
  while (isShrinking) {
    await sendBatch(volunteer)
    const left = listUnsent(readDoor()).length
    isShrinking = left > 0 && left < unsent
    unsent = left
  }
}

/** Also corrects the clock. The whole list arrives if `version` is empty. */
const receiveList = async (version: string) => {
  const sentMs = Date.now()
  const list = await fetchList(version)
  const { door, now } = list
  const clock = correctClock(sentMs, Date.now(), now)
  return { list, changes: { door, version: list.version, listAt: now, clock } }
}

const contact = async (): Promise<void> => {
  await clearExpired()
  await updatePhone(({ clock }) => ({ clock: observeClock(clock, Date.now()) }))
  const { phone } = readDoor()
  if (!phone || phone.end === 'removed') {
    return
  }
  await sendAll(phone.volunteer)
  if (!phone.end) {
    const { list, changes } = await receiveList(phone.version)
    await updatePhone(({ entries }) => ({ ...changes, entries: applyChanges(entries, list) }))
  }
}

const tryContact = async (): Promise<void> => {
  try {
    await contact()
    changeDoor({ problem: '' })
  } catch (error) {
    changeDoor({ problem: error instanceof Error ? error.message : String(error) })
    if (error instanceof CallError && error.end) {
      await clearList(error.end)
    }
  }
}

let running: Promise<void> | undefined

/** One contact at a time, because a response may replace the phone's token. */
export const synchronise = (): Promise<void> => {
  running ??= tryContact().finally(() => {
    running = undefined
  })
  return running
}

const intervalMs = 15_000

export const startDoor = async (): Promise<void> => {
  await loadDoor()
  const start = () => void synchronise()
  start()
  setInterval(start, intervalMs)
  window.addEventListener('focus', start)
  window.addEventListener('online', start)
}

/** A secret works once, so a retry after a lost list must not send it again. */
let usedSecret = ''

/** @throws Error that says what to do */
export const pair = async (secret: string, volunteer: string): Promise<void> => {
  await synchronise()
  const state = readDoor()
  if (state.phone?.end !== 'removed' && listUnsent(state).length > 0) {
    throw new Error('This phone has scans that are not sent yet. Connect it, then try again.')
  }
  if (usedSecret !== secret) {
    await pairPhone({ secret, volunteer })
    usedSecret = secret
  }
  const { list, changes } = await receiveList('')
  await savePhone({ ...changes, volunteer, entries: list.entries })
  changeDoor({ problem: '', refusals: [] })
}

/** What every scan carries. Also notices if the device's clock has jumped back. */
const describeScan = () => {
  const { phone } = readDoor()
  if (!phone) {
    throw new Error('This phone is not at a door.')
  }
  const { door, volunteer } = phone
  const clock = observeClock(phone.clock, Date.now())
  changeDoor({ phone: { ...phone, clock } })
  const at = readClock(clock, Date.now()).toISOString()
  const stored = { doorId: door.id, doorEndsAt: door.endsAt }
  return { stored, at, volunteer, hasClockJumped: clock.hasJumped }
}

export const markPeople = (
  { id: entryId }: DoorEntry,
  people: readonly DoorPerson[],
  isPresent: boolean,
): void => {
  const { stored, ...common } = describeScan()
  const { scans } = readDoor()
  const makeScan = ({ member, arrivedAt }: DoorPerson): DoorScan => {
    const at = makeMarkTime(scans, { entryId, member, at: common.at }, arrivedAt)
    return { ...common, id: makeUuid(), entryId, member, isPresent, at }
  }
  void addScans(people.map((person) => ({ ...stored, kind: 'listed', scan: makeScan(person) })))
}

export const recordUnlisted = (name: string): void => {
  const { stored, at, volunteer } = describeScan()
  const scan: UnlistedScan = { id: makeUuid(), name, at, volunteer }
  void addScans([{ ...stored, kind: 'unlisted', scan }])
}
