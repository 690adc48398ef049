import type { DoorEntry, DoorList } from '../../festival/contract/door'
import type { DoorRow } from '../db/desk-schema'
import type { Clock } from '../system/clock'
import { hashParts } from '../system/secret'

/** For this long, all phones at a door get the same list without a new query. */
const heldMs = 3_000
/** For all doors together. A version with 1,500 entries takes about half a megabyte. */
const maxVersions = 40

/** Each entry as JSON, keyed by its id. */
type Version = ReadonlyMap<string, string>

type Changes = Pick<DoorList, 'version' | 'isWhole' | 'entries' | 'removed'>

/** Keeps lists in memory, because each phone polls every 15 seconds. */
export const createHeldLists = (
  clock: Clock,
  readEntries: (door: DoorRow) => Promise<DoorEntry[]>,
) => {
  const current = new Map<string, { readAt: number; version: Promise<Version> }>()
  /** Keyed by the version's name, oldest first. */
  const sent = new Map<string, Version>()

  const readVersion = async (door: DoorRow): Promise<Version> => {
    const entries = await readEntries(door)
    return new Map(entries.map((entry) => [entry.id, JSON.stringify(entry)]))
  }

  return {
    /** Returns the whole list if this process no longer has the version `since`. */
    readChanges: async (door: DoorRow, since: string): Promise<Changes> => {
      const now = clock().getTime()
      let held = current.get(door.id)
      if (!held || now - held.readAt >= heldMs) {
        held = { readAt: now, version: readVersion(door) }
        current.set(door.id, held)
      }
      const version = await held.version
      const name = hashParts(door.id, ...version.values())
      const before = sent.get(since)
      sent.delete(name)
      sent.set(name, version)
      const [oldest = ''] = sent.keys()
      if (sent.size > maxVersions) {
        sent.delete(oldest)
      }
      const changed = [...version].filter(([id, json]) => before?.get(id) !== json)
      return {
        version: name,
        isWhole: before === undefined,
        entries: changed.map(([, json]) => JSON.parse(json)),
        removed: [...(before?.keys() ?? [])].filter((id) => !version.has(id)),
      }
    },

    /** Call this when a phone has sent scans, so that its next list contains them. */
    expire: (doorId: string): void => void current.delete(doorId),
  }
}
