import { randomUUID } from 'node:crypto'
import type { DoorEntry, DoorList } from '../../festival/contract/door'
import type { Festival } from '../../festival/live/state'
import type { DoorRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import type { Clock } from '../system/clock'
import { readDoorEntries } from './list-entries'

/** All phones of a door share one list for this long. */
const heldMs = 3_000
/** Doors whose lists are in memory. */
const maxHeld = 40

interface Versioned {
  entry: DoorEntry
  json: string
  /** The version that changed the entry last. */
  version: number
}

interface HeldList {
  /** Another process, or a restart, counts versions anew. */
  epoch: string
  version: number
  entries: Map<string, Versioned>
  /** The version that removed each entry. */
  removed: Map<string, number>
}

const startList = (): HeldList => ({
  epoch: randomUUID().slice(0, 8),
  version: 0,
  entries: new Map(),
  removed: new Map(),
})

const updateList = (
  list: HeldList,
  current: readonly { entry: DoorEntry; json: string }[],
): HeldList => {
  const { epoch, entries: before } = list
  const version = list.version + 1
  const entries = new Map<string, Versioned>()
  const removed = new Map(list.removed)
  for (const { entry, json } of current) {
    const held = before.get(entry.id)
    entries.set(entry.id, held?.json === json ? held : { entry, json, version })
    removed.delete(entry.id)
  }
  for (const id of before.keys()) {
    if (!entries.has(id)) {
      removed.set(id, version)
    }
  }
  return { epoch, version, entries, removed }
}

type Changes = Pick<DoorList, 'version' | 'isWhole' | 'entries' | 'removed'>

/** A phone that has a version of this process gets only what changed since then. */
const listChanges = ({ epoch, version, entries, removed }: HeldList, since: string): Changes => {
  const [sinceEpoch, sinceVersion] = since.split('.')
  const from = sinceEpoch === epoch ? Number(sinceVersion) || 0 : 0
  const changed = [...entries.values()].filter((entry) => entry.version > from)
  const removedSince = [...removed].filter(([, removedIn]) => removedIn > from)
  return {
    version: `${epoch}.${version}`,
    isWhole: from === 0,
    entries: changed.map(({ entry }) => entry),
    removed: from === 0 ? [] : removedSince.map(([id]) => id),
  }
}

interface Deps {
  db: Db
  clock: Clock
  festival: () => Festival
}

/** Keeps the lists of doors in memory, because each phone asks every 15 seconds. */
export const createHeldLists = ({ db, clock, festival }: Deps) => {
  const held = new Map<string, { list: Promise<HeldList>; readAt: number; name: string }>()

  const readList = async (door: DoorRow, before: Promise<HeldList> | undefined) => {
    const list = (await before?.catch(() => undefined)) ?? startList()
    const entries = await readDoorEntries(db, door, festival(), clock())
    const current = entries.map(({ ticket: _, ...entry }) => ({
      entry,
      json: JSON.stringify(entry),
    }))
    return updateList(list, current)
  }

  return {
    readChanges: async (door: DoorRow, since: string): Promise<Changes> => {
      const now = clock().getTime()
      let current = held.get(door.id)
      if (!current || now - current.readAt >= heldMs) {
        const list = readList(door, current?.list)
        current = { list, readAt: now, name: door.list }
        held.delete(door.id)
        held.set(door.id, current)
      }
      const [oldest] = held.keys()
      if (oldest !== undefined && held.size > maxHeld) {
        held.delete(oldest)
      }
      return listChanges(await current.list, since)
    },

    /** A phone must not get a list without the scans that it has just sent. */
    expire: (listName: string): void => {
      for (const list of held.values()) {
        if (list.name === listName) {
          list.readAt = 0
        }
      }
    },
  }
}
