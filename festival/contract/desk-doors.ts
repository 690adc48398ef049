import * as v from 'valibot'
import { uuid } from '../text/fields'
import { day } from './attendance'
import type { UnlistedScan } from './door'

export const deskDoorBounds = {
  /** Doors for one list on one day. */
  doorsPerList: 20,
  /** Doors in one response, the latest days first. */
  listed: 60,
} as const

/** The server remembers the list named in the query. */
export const openDoorSchema = v.object({ id: uuid, day })

export interface DoorPhone {
  id: string
  volunteer: string
  /** In UTC, like all times here. */
  seenAt: string | null
  /** When the phone last received its list. */
  listAt: string | null
  unsent: number
  /** Whether someone used an outdated token of the phone. */
  isCopied: boolean
}

export interface DeskDoor {
  id: string
  /** For example "Senior Quiz · Door 2". */
  name: string
  /** The list's name (`nameAttendanceList`). */
  list: string
  day: string
  endsAt: string
  /** The text of the QR code on the door's sign. */
  testCode: string
  /** People whose first scan was at this door. */
  people: number
  phones: DoorPhone[]
  unlisted: UnlistedScan[]
}

export interface Doors {
  doors: DeskDoor[]
}
