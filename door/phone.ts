import { createStore as createDatabase, delMany, get, set, setMany, values } from 'idb-keyval'
import { hourMs } from '../festival/content/slot'
import { type Door, type DoorEntry, doorBounds } from '../festival/contract/door'
import { groupBy } from '../festival/group-by'
import { tryStoreAsync } from '../ui/browser-storage'
import { createStore } from '../ui/store'
import { type Clock, readClock } from './clock'
import { applyScans } from './list'
import { pairedCache } from './paired-cache'
import { listScans, type StoredScan, sortScans } from './scans'

/** What this device stores about its door. */
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
  phone?: Phone | undefined
  scans: readonly StoredScan[]
  /** Why the server refused scans for good. */
  refusals: readonly string[]
  /** Why the last contact failed. */
  problem: string
}

const store = createStore<DoorState>(() => ({
  isLoaded: false,
  scans: [],
  refusals: [],
  problem: '',
}))

export const useDoor = store.use
export const readDoor = store.read

export const changeDoor = (changes: Partial<DoorState>): void =>
  store.write({ ...store.read(), ...changes })

const phoneDatabase = createDatabase('cerebra-door', 'phone')
const scanDatabase = createDatabase('cerebra-door-scans', 'scans')
const phoneKey = 'phone'

const readStoredPhone = () => tryStoreAsync(() => get<Phone>(phoneKey, phoneDatabase))

/** Reads the list back, because a browser may refuse to store it without an error. */
export const isListStored = async (version: string): Promise<boolean> =>
  (await readStoredPhone())?.version === version

export const savePhone = async (phone: Phone): Promise<void> => {
  changeDoor({ phone })
  await tryStoreAsync(() => set(phoneKey, phone, phoneDatabase))
  await tryStoreAsync(async () => {
    await (phone.end ? caches.delete(pairedCache) : caches.open(pairedCache))
  })
}

/** Reads the phone first, because it may have changed during a call. */
export const updatePhone = async (update: (phone: Phone) => Partial<Phone>): Promise<void> => {
  const { phone } = readDoor()
  if (phone) {
    await savePhone({ ...phone, ...update(phone) })
  }
}

export const clearList = (end: 'over' | 'removed'): Promise<void> =>
  updatePhone((phone) => ({ entries: [], version: '', end: phone.end ?? end }))

export const addScans = async (scans: StoredScan[]): Promise<void> => {
  changeDoor({ scans: [...readDoor().scans, ...scans] })
  await tryStoreAsync(() =>
    setMany(
      scans.map((item) => [item.scan.id, item]),
      scanDatabase,
    ),
  )
}

export const removeScans = async (ids: readonly string[]): Promise<void> => {
  const removed = new Set(ids)
  changeDoor({ scans: readDoor().scans.filter(({ scan }) => !removed.has(scan.id)) })
  await tryStoreAsync(() => delMany([...ids], scanDatabase))
}

/** Scans of an earlier door cannot be sent with the pairing of this one. */
export const listUnsent = ({ phone, scans }: DoorState): StoredScan[] =>
  scans.filter(({ doorId }) => doorId === phone?.door.id)

/** The list with the scans that are not sent yet. */
export const listCurrentEntries = (state: DoorState): DoorEntry[] => {
  const { entries = [], door } = state.phone ?? {}
  const scans = groupBy(listScans(listUnsent(state)), ({ entryId }) => [entryId])
  return entries.map((entry) => applyScans(entry, scans.get(entry.id) ?? [], door?.name ?? ''))
}

/** Clears the list at the door's end, and scans that the server no longer accepts. */
export const clearExpired = async (): Promise<void> => {
  const { phone, scans } = readDoor()
  const now = phone ? readClock(phone.clock, Date.now()) : new Date()
  if (phone && now.toISOString() >= phone.door.endsAt) {
    await clearList('over')
  }
  const isExpired = ({ doorEndsAt }: StoredScan) =>
    now.getTime() > Date.parse(doorEndsAt) + doorBounds.lateHours * hourMs
  await removeScans(scans.filter(isExpired).map(({ scan }) => scan.id))
}

export const loadDoor = async (): Promise<void> => {
  const phone = await readStoredPhone()
  const scans = (await tryStoreAsync(() => values<StoredScan>(scanDatabase))) ?? []
  changeDoor({ phone, scans: sortScans(scans) })
  await clearExpired()
  changeDoor({ isLoaded: true })
}
