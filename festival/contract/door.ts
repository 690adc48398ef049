import * as v from 'valibot'
import { requiredName, uuid } from '../text/fields'

/**
 * The contract between a door's phone and the server. The `door` cookie holds the phone's token,
 * which changes every two minutes, so a phone makes one call at a time. A phone that was removed, or
 * whose token is outdated, gets 401. A phone whose door is closed gets 410.
 */
export const doorBounds = {
  phonesPerDoor: 8,
  pairingMinutes: 10,
  scansPerRequest: 100,
  unlistedPerDoor: 500,
  /** For this many hours after it closes, a door accepts scans that were made before that. */
  lateHours: 48,
} as const

const isUtcTime = (text: string): boolean =>
  // Years with six digits have a sign and would sort before all others.
  /^\d/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

const time = v.pipe(v.string(), v.check(isUtcTime))

const volunteer = v.pipe(
  requiredName('Enter your first name.'),
  v.maxLength(40, 'Your first name can have at most 40 characters. Shorten it.'),
)

/** `POST /api/door/pair`. `secret` is the fragment of the URL in the desk's QR code. */
export const pairSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)), volunteer })
export type PairBody = v.InferOutput<typeof pairSchema>

export interface Door {
  id: string
  /** The list and the door's number, such as "Senior Quiz · Door 2". */
  name: string
  /** 03:00 on the day after the door's day, in UTC. The door accepts new scans until then. */
  endsAt: string
  /** Hashed like a ticket's code. It lets no one in, and only shows that the camera works. */
  testCode: string
  /** The HMAC-SHA256 key for hashing codes, in base64url. */
  key: string
}

export type DoorState = 'verified' | 'unchecked' | 'waiting' | 'refused'

export interface DoorPerson {
  /** The leader is 1. */
  member: number
  name: string
  /** When the person was first let in, by corrected time. Null if not yet. */
  arrivedAt: string | null
  /** Where the person was first let in, such as "Door 2". Empty for the desk. */
  arrivedAtDoor: string
}

export interface DoorEntry {
  id: string
  /** For example "EVT-004217". */
  label: string
  state: DoorState
  /** The number on the waiting list, or 0. */
  waitingNumber: number
  /** HMAC-SHA256 of the ticket's code, in base64url. */
  code: string
  /** Hashes of earlier codes, which are no longer accepted. */
  replacedCodes: string[]
  college: string
  /** The last four digits of the leader's phone number. */
  phoneEnd: string
  /** The leader first. */
  people: DoorPerson[]
}

/** `GET /api/door/list?since=VERSION` */
export interface DoorList {
  door: Door
  version: string
  /** The server's clock, in UTC. */
  now: string
  /** Whether `entries` is the whole list. Otherwise it has what changed since version `since`. */
  isWhole: boolean
  entries: DoorEntry[]
  /** Ids of entries that are no longer on the list. */
  removed: string[]
}

/** Marks one person as present, or undoes that. */
export const attendanceMark = v.object({
  id: uuid,
  entryId: v.pipe(v.string(), v.maxLength(40)),
  /** The leader is 1. */
  member: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  isPresent: v.boolean(),
  /** When the person was marked, by the device's clock, corrected with the server's time. */
  at: time,
})

const scan = v.object({
  ...attendanceMark.entries,
  volunteer,
  /** Whether the device's clock had jumped back before this scan. */
  hasClockJumped: v.boolean(),
})
export type DoorScan = v.InferOutput<typeof scan>

/** Someone who is not on the list but was let in, to be checked later. */
const unlisted = v.object({
  id: uuid,
  name: v.pipe(
    requiredName('Enter the person’s name.'),
    v.maxLength(80, 'The name can have at most 80 characters. Shorten it.'),
    v.transform((name) => name.replace(/\s+/g, ' ')),
  ),
  at: time,
  volunteer,
})
export type UnlistedScan = v.InferOutput<typeof unlisted>

/** `POST /api/door/scans` */
export const sendScansSchema = v.object({
  scans: v.pipe(v.array(scan), v.maxLength(doorBounds.scansPerRequest)),
  unlisted: v.pipe(v.array(unlisted), v.maxLength(doorBounds.scansPerRequest)),
  /** The number of scans that the phone has still to send. The desk shows it. */
  unsent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  volunteer,
})
export type SendScansBody = v.InferOutput<typeof sendScansSchema>

export interface ScansReceived {
  /** Scans that are stored, including scans sent before. The phone can delete them. */
  stored: string[]
  /** Scans that will never be stored. The phone deletes them and shows the reason. */
  refused: { id: string; message: string }[]
}
