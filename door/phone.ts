import { createStore as createDatabase, get, set } from 'idb-keyval'
import { hourMs } from '../festival/content/slot'
import { type Door, type DoorEntry, doorBounds } from '../festival/contract/door'
import { groupBy } from '../festival/group-by'
import { tryStoreAsync } from '../ui/browser-storage'
import { createStore } from '../ui/store'
import { type Clock, readClock } from './clock'
import { applyScans } from './list'
import { pairedCache } from './paired-cache'
import { listScans, type StoredScan } from './scans'

/** Why the list was cleared. */
export type End = 'over' | 'removed'

/** What this device stores about its door. */
export interface Phone {
  door: Door
  volunteer: string
  /** The server's time when the phone was added to the door. */
  pairedAt: string
  version: string
  /** The server's time when it sent the list. */
  listAt: string
  entries: DoorEntry[]
  clock: Clock
  end?: End
}

export interface DoorState {
  phone?: Phone | undefined
  /** Whether the last contact failed. */
  isOffline?: boolean
  /** Oldest first. */
  scans: readonly StoredScan[]
  /** Whose scans the server refused, and why. A refused scan is not sent again. */
  refusal: string
}

const store = createStore<DoorState>(() => ({ scans: [], refusal: '' }))

export const useDoor = store.use
export const readDoor = store.read

export const changeDoor = (changes: Partial<DoorState>): void =>
  store.write({ ...store.read(), ...changes })

const database = createDatabase('cerebra-door', 'door')

const readStoredPhone = () => tryStoreAsync(() => get<Phone>('phone', database))

/** Reads the list back, because some browsers do not store it and report no error. */
export const isListStored = async (): Promise<boolean> =>
  (await readStoredPhone())?.version === readDoor().phone?.version

export const savePhone = async (phone: Phone): Promise<void> => {
  changeDoor({ phone })
  await tryStoreAsync(() => set('phone', phone, database))
  await tryStoreAsync<unknown>(() =>
    phone.end ? caches.delete(pairedCache) : caches.open(pairedCache),
  )
}

export const updatePhone = async (changes: Partial<Phone>): Promise<void> => {
  const { phone } = readDoor()
  if (phone) {
    await savePhone({ ...phone, ...changes })
  }
}

export const clearList = (end: End): Promise<void> => updatePhone({ entries: [], version: '', end })

const saveScans = async (scans: readonly StoredScan[]): Promise<void> => {
  changeDoor({ scans })
  await tryStoreAsync(() => set('scans', scans, database))
}

export const addScans = (added: StoredScan[]): Promise<void> =>
  saveScans([...readDoor().scans, ...added])

export const removeScans = (ids: readonly string[]): Promise<void> =>
  saveScans(readDoor().scans.filter(({ scan }) => !ids.includes(scan.id)))

/** Scans from an earlier door cannot be sent with the token of the current door. */
export const listUnsent = ({ phone, scans }: DoorState): StoredScan[] =>
  scans.filter(({ door }) => door.id === phone?.door.id)

/** The server's list, with this phone's unsent scans applied. */
export const listCurrentEntries = (state: DoorState): DoorEntry[] => {
  const { entries = [], door } = state.phone ?? {}
  const scans = groupBy(listScans(listUnsent(state)), ({ entryId }) => [entryId])
  return entries.map((entry) => applyScans(entry, scans.get(entry.id) ?? [], door?.name ?? ''))
}

/** Clears the list once the door is closed, and scans that the server no longer accepts. */
export const clearExpired = async (): Promise<void> => {
  const { phone, scans } = readDoor()
  const now = phone ? readClock(phone.clock, Date.now()) : new Date()
  if (phone && !phone.end && now.toISOString() >= phone.door.endsAt) {
    await clearList('over')
  }
  const isExpired = ({ door }: StoredScan) =>
    now.getTime() > Date.parse(door.endsAt) + doorBounds.lateHours * hourMs
  await removeScans(scans.filter(isExpired).map(({ scan }) => scan.id))
}

export const loadDoor = async (): Promise<void> => {
  const phone = await readStoredPhone()
  const scans = await tryStoreAsync(() => get<StoredScan[]>('scans', database))
  changeDoor({ phone, scans: scans ?? [] })
  await clearExpired()
}
