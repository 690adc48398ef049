import { createStore as createDatabase, delMany, get, set, setMany, values } from 'idb-keyval'
import { hourMs } from '../festival/content/slot'
import {
  type Door,
  type DoorEntry,
  type DoorPerson,
  type DoorScan,
  doorBounds,
} from '../festival/contract/door'
import { groupBy } from '../festival/group-by'
import { tryStoreAsync } from '../ui/browser-storage'
import { makeUuid } from '../ui/make-uuid'
import { createStore } from '../ui/store'
import { CallError, fetchList, pairPhone, sendScans } from './api'
import { type Clock, correctClock, observeClock, readClock } from './clock'
import { applyChanges, applyScans } from './list'
import { pairedCache } from './paired-cache'
import { isListed, listReceived, listScans, makeBatch, type StoredScan } from './scans'

/** What this phone stores about its door. */
export interface Phone {
  door: Door
  volunteer: string
  version: string
  /** The server's time when it sent the list. */
  listAt: string
  entries: DoorEntry[]
  clock: Clock
  /** Why the list was cleared. */
  end?: 'over' | 'removed'
}

export interface DoorState {
  isLoaded: boolean
  phone: Phone | undefined
  scans: readonly StoredScan[]
  /** Why the server refused scans for good. */
  refusals: readonly string[]
  /** Why the last contact failed. */
  problem: string
}

const store = createStore<DoorState>(() => ({
  isLoaded: false,
  phone: undefined,
  scans: [],
  refusals: [],
  problem: '',
}))

export const useDoor = store.use
export const readDoor = store.read

const change = (changes: Partial<DoorState>) => store.write({ ...store.read(), ...changes })

const phoneDatabase = createDatabase('cerebra-door', 'phone')
const scanDatabase = createDatabase('cerebra-door-scans', 'scans')
const phoneKey = 'phone'

const savePhone = async (phone: Phone): Promise<void> => {
  change({ phone })
  await tryStoreAsync(() => set(phoneKey, phone, phoneDatabase))
  await tryStoreAsync(async () =>
    phone.end ? await caches.delete(pairedCache) : await caches.open(pairedCache),
  )
}

/** Reads the list back, because some browsers refuse to store it without an error. */
export const isListStored = async (version: string): Promise<boolean> => {
  const phone = await tryStoreAsync(() => get<Phone>(phoneKey, phoneDatabase))
  return phone?.version === version
}

/** Scans of the phone's current door. Those of an earlier door cannot be sent with its pairing. */
export const listUnsent = ({ phone, scans }: DoorState): StoredScan[] =>
  scans.filter(({ doorId }) => doorId === phone?.door.id)

const dropScans = async (ids: ReadonlySet<string>) => {
  change({ scans: readDoor().scans.filter(({ scan }) => !ids.has(scan.id)) })
  await tryStoreAsync(() => delMany([...ids], scanDatabase))
}

/** The entries of the list as people at the door see them. */
export const listCurrentEntries = (state: DoorState): DoorEntry[] => {
  const { phone } = state
  if (!phone) {
    return []
  }
  const scans = groupBy(listScans(listUnsent(state)), ({ entryId }) => [entryId])
  return phone.entries.map((entry) => applyScans(entry, scans.get(entry.id) ?? [], phone.door.name))
}

/** Clears the list at the door's end, and scans that the server no longer accepts. */
const clearExpired = async () => {
  const { phone, scans } = readDoor()
  const now = phone ? readClock(phone.clock, Date.now()).getTime() : Date.now()
  if (phone && !phone.end && now >= Date.parse(phone.door.endsAt)) {
    await savePhone({ ...phone, entries: [], version: '', end: 'over' })
  }
  const expired = scans.filter(({ expiresMs }) => expiresMs <= now)
  if (expired.length > 0) {
    await dropScans(new Set(expired.map(({ scan }) => scan.id)))
  }
}

/** Stores each contact's receipt before the scans that it names are deleted. */
const sendBatch = async (phone: Phone): Promise<void> => {
  const receipt = await sendScans(makeBatch(listUnsent(readDoor()), phone.volunteer))
  const received = listReceived(receipt)
  const stored = new Set(receipt.stored)
  const saved = listUnsent(readDoor())
    .filter(isListed)
    .map(({ scan }) => scan)
    .filter(({ id }) => stored.has(id))
  await updatePhone(({ entries, door }) => ({
    entries: entries.map((entry) => applyScans(entry, saved, door.name)),
  }))
  if (receipt.refused.length > 0) {
    const messages = receipt.refused.map(({ message }) => message)
    change({ refusals: [...new Set([...readDoor().refusals, ...messages])] })
  }
  await dropScans(received)
}

/** Reads the phone again, because it may have changed during a call. */
const updatePhone = async (update: (phone: Phone) => Partial<Phone>): Promise<void> => {
  const { phone } = readDoor()
  if (phone) {
    await savePhone({ ...phone, ...update(phone) })
  }
}

const refreshList = async (): Promise<void> => {
  const sentMs = Date.now()
  const list = await fetchList(readDoor().phone?.version ?? '')
  const clock = correctClock(sentMs, Date.now(), list.now)
  await updatePhone(({ entries }) => ({
    door: list.door,
    version: list.version,
    listAt: list.now,
    entries: applyChanges(entries, list),
    clock,
  }))
}

const contact = async (): Promise<void> => {
  await clearExpired()
  const { phone } = readDoor()
  if (!phone || phone.end === 'removed') {
    return
  }
  await updatePhone(({ clock }) => ({ clock: observeClock(clock, Date.now()) }))
  let unsent = listUnsent(readDoor()).length
  while (unsent > 0) {
    await sendBatch(phone)
    const left = listUnsent(readDoor()).length
    if (left >= unsent) {
      break
    }
    unsent = left
  }
  if (!phone.end) {
    await refreshList()
  }
  change({ problem: '' })
}

const handleFailure = async (error: unknown): Promise<void> => {
  if (!(error instanceof CallError)) {
    throw error
  }
  change({ problem: error.message })
  if (error.isRemoved) {
    await updatePhone(({ end }) => ({ entries: [], version: '', end: end ?? 'removed' }))
  }
}

let running: Promise<void> | undefined

/** One call at a time, because each response replaces the phone's token. */
export const synchronise = (): Promise<void> => {
  running ??= contact()
    .catch(handleFailure)
    .finally(() => {
      running = undefined
    })
  return running
}

const intervalMs = 15_000

export const startDoor = async (): Promise<void> => {
  const phone = await tryStoreAsync(() => get<Phone>(phoneKey, phoneDatabase))
  const scans = (await tryStoreAsync(() => values<StoredScan>(scanDatabase))) ?? []
  change({ phone, scans })
  await clearExpired()
  change({ isLoaded: true })
  void synchronise()
  setInterval(() => void synchronise(), intervalMs)
  window.addEventListener('focus', () => void synchronise())
  window.addEventListener('online', () => void synchronise())
}

const addScans = async (scans: StoredScan[]): Promise<void> => {
  change({ scans: [...readDoor().scans, ...scans] })
  await tryStoreAsync(() =>
    setMany(
      scans.map((item) => [item.scan.id, item]),
      scanDatabase,
    ),
  )
}

/** What all scans of this phone have in common. Also notices jumps of the device's clock. */
const describeScan = (phone: Phone) => {
  const clock = observeClock(phone.clock, Date.now())
  change({ phone: { ...phone, clock } })
  return {
    at: readClock(clock, Date.now()).toISOString(),
    hasClockJumped: clock.hasJumped,
    doorId: phone.door.id,
    expiresMs: Date.parse(phone.door.endsAt) + doorBounds.lateHours * hourMs,
  }
}

export const markPeople = (
  entry: DoorEntry,
  people: readonly DoorPerson[],
  isPresent: boolean,
): void => {
  const { phone } = readDoor()
  if (!phone) {
    return
  }
  const { at, hasClockJumped, doorId, expiresMs } = describeScan(phone)
  const makeScan = (member: number): DoorScan => ({
    id: makeUuid(),
    entryId: entry.id,
    member,
    isPresent,
    at,
    volunteer: phone.volunteer,
    hasClockJumped,
  })
  void addScans(
    people.map(({ member }) => ({ kind: 'listed', doorId, expiresMs, scan: makeScan(member) })),
  )
}

export const recordUnlisted = (name: string): void => {
  const { phone } = readDoor()
  if (!phone) {
    return
  }
  const { at, doorId, expiresMs } = describeScan(phone)
  const scan = { id: makeUuid(), name, at, volunteer: phone.volunteer }
  void addScans([{ kind: 'unlisted', doorId, expiresMs, scan }])
}

export const changeVolunteer = (volunteer: string): Promise<void> =>
  updatePhone(() => ({ volunteer }))

export const dismissRefusals = (): void => change({ refusals: [] })

/** A secret works once, so a retry after a lost list must not send it again. */
let usedSecret = ''

/**
 * Sends the scans of an earlier door first, because the new pairing cannot send them.
 * @throws CallError
 */
export const pair = async (secret: string, volunteer: string): Promise<void> => {
  await synchronise()
  const state = readDoor()
  if (state.phone?.end !== 'removed' && listUnsent(state).length > 0) {
    throw new CallError(undefined)
  }
  if (usedSecret !== secret) {
    await pairPhone({ secret, volunteer })
    usedSecret = secret
  }
  const sentMs = Date.now()
  const list = await fetchList('')
  await savePhone({
    door: list.door,
    volunteer,
    version: list.version,
    listAt: list.now,
    entries: list.entries,
    clock: correctClock(sentMs, Date.now(), list.now),
  })
  change({ problem: '', refusals: [] })
}
