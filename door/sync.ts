import {
  type DoorEntry,
  type DoorList,
  type DoorPerson,
  doorBounds,
  type ScansReceived,
} from '../festival/contract/door'
import { makeUuid } from '../ui/make-uuid'
import { CallError, call } from './api'
import { correctClock, observeClock, readClock } from './clock'
import { applyChanges, applyScans } from './list'
import {
  addScans,
  changeDoor,
  clearExpired,
  clearList,
  type End,
  listUnsent,
  type Phone,
  readDoor,
  removeScans,
  savePhone,
  updatePhone,
} from './phone'
import { listScans, makeBatch, makeMarkTime, type StoredScan } from './scans'

const nameScanned = ({ scan }: StoredScan): string => {
  if ('name' in scan) {
    return scan.name
  }
  const entry = readDoor().phone?.entries.find(({ id }) => id === scan.entryId)
  const person = entry?.people.find(({ member }) => member === scan.member)
  return person?.name ?? 'someone who is not on the list'
}

/** Applies stored scans to the list before it deletes them, so that they stay visible. */
const sendBatch = async (unsent: StoredScan[], { volunteer, door }: Phone): Promise<void> => {
  const { stored, refused } = await call<ScansReceived>('scans', makeBatch(unsent, volunteer))
  const saved = listScans(unsent).filter(({ id }) => stored.includes(id))
  const { entries = [] } = readDoor().phone ?? {}
  await updatePhone({ entries: entries.map((entry) => applyScans(entry, saved, door.name)) })
  const refusedIds = refused.map(({ id }) => id)
  if (refused[0]) {
    const names = unsent.filter(({ scan }) => refusedIds.includes(scan.id)).map(nameScanned)
    changeDoor({ refusal: `${[...new Set(names)].join(', ')}. ${refused[0].message}` })
  }
  await removeScans([...stored, ...refusedIds])
}

/** Also corrects the clock. Without `phone`, gets the whole list. */
const receiveList = async (phone?: Phone) => {
  const { version = '', entries = [] } = phone ?? {}
  const sentMs = Date.now()
  const list = await call<DoorList>(`list?since=${version}`)
  return {
    door: list.door,
    version: list.version,
    listAt: list.now,
    clock: correctClock(sentMs, Date.now(), list.now),
    entries: applyChanges(entries, list),
  }
}

const contact = async (): Promise<void> => {
  await clearExpired()
  const { phone } = readDoor()
  if (!phone || phone.end === 'removed') {
    return
  }
  await updatePhone({ clock: observeClock(phone.clock, Date.now()) })
  const unsent = listUnsent(readDoor())
  for (let start = 0; start < unsent.length; start += doorBounds.scansPerRequest) {
    await sendBatch(unsent.slice(start), phone)
  }
  if (!phone.end) {
    await updatePhone(await receiveList(readDoor().phone))
  }
}

const ends: Record<number, End> = { 401: 'removed', 410: 'over' }

const tryContact = async (): Promise<void> => {
  try {
    await contact()
    changeDoor({ isOffline: false })
  } catch (error) {
    changeDoor({ isOffline: true })
    const end = error instanceof CallError && ends[error.problem?.status ?? 0]
    if (end) {
      await clearList(end)
    }
  }
}

let running: Promise<void> | undefined

/** Runs one contact at a time, because a response can replace the phone's token. */
export const synchronise = (): Promise<void> => {
  running ??= tryContact().finally(() => {
    running = undefined
  })
  return running
}

const intervalMs = 15_000

export const startContacts = (): void => {
  const start = () => void synchronise()
  start()
  setInterval(start, intervalMs)
  window.addEventListener('focus', start)
  window.addEventListener('online', start)
}

/** A secret works once, so a retry must not send it again if only the list was lost. */
let usedSecret = ''

/** @throws Error whose message says what to do */
export const pair = async (secret: string, volunteer: string): Promise<void> => {
  await synchronise()
  const state = readDoor()
  if (state.phone?.end !== 'removed' && listUnsent(state).length > 0) {
    throw new Error(
      'This phone has scans that have not been sent yet. Connect it to the internet, then try again.',
    )
  }
  if (usedSecret !== secret) {
    await call('pair', { secret, volunteer })
    usedSecret = secret
  }
  const phone = await receiveList()
  history.replaceState(null, '', location.pathname)
  await savePhone({ ...phone, volunteer, pairedAt: phone.listAt })
  changeDoor({ refusal: '' })
}

/** Returns the fields that all scans made now share. Also detects a clock that jumped back. */
const describeScan = (shown: Phone) => {
  const { phone = shown } = readDoor()
  const clock = observeClock(phone.clock, Date.now())
  changeDoor({ phone: { ...phone, clock } })
  return {
    at: readClock(clock, Date.now()).toISOString(),
    volunteer: phone.volunteer,
    hasClockJumped: clock.hasJumped,
  }
}

export const markPeople = (
  phone: Phone,
  { id: entryId }: DoorEntry,
  people: readonly DoorPerson[],
  isPresent: boolean,
): void => {
  const common = { ...describeScan(phone), entryId, isPresent }
  const makeScan = ({ member, arrivedAt }: DoorPerson) => {
    const at = makeMarkTime(common.at, arrivedAt)
    return { door: phone.door, scan: { ...common, id: makeUuid(), member, at } }
  }
  void addScans(people.map(makeScan))
}

export const recordUnlisted = (phone: Phone, name: string): void => {
  const { at, volunteer } = describeScan(phone)
  void addScans([{ door: phone.door, scan: { id: makeUuid(), name, at, volunteer } }])
}
