import * as v from 'valibot'
import { requiredName, uuid } from '../text/fields'

/**
 * What a phone at a door and the server agree on. The cookie `door` has the phone's token, which
 * changes every two minutes, so a phone makes one call at a time. A phone that was removed, or
 * whose token is outdated, gets 401, and a phone of an ended door 410.
 */
export const doorBounds = {
  phonesPerDoor: 8,
  pairingMinutes: 10,
  scansPerRequest: 100,
  unlistedPerDoor: 500,
  /** For so many hours after its end, a door still accepts scans that were made before its end. */
  lateHours: 48,
} as const

const isUtcTime = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

const time = v.pipe(v.string(), v.check(isUtcTime))

const volunteer = v.pipe(
  requiredName('Enter your first name.'),
  v.maxLength(40, 'Your first name may have at most 40 characters. Shorten it.'),
)

/** `POST /api/door/pair`. `secret` is the fragment of the address that the desk shows as a QR code. */
export const pairSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)), volunteer })
export type PairBody = v.InferOutput<typeof pairSchema>

export interface Door {
  id: string
  /** The list and the door's number, such as "Senior Quiz · Door 2". */
  name: string
  /** 03:00 after the door's day, in UTC. New scans are accepted until then. */
  endsAt: string
  /** Hashed like the code of a ticket. Admits no one: it shows that the camera reads. */
  testCode: string
  /** For the hashes of codes: the key of HMAC-SHA256, in base64url. */
  key: string
}

export type DoorState = 'verified' | 'unchecked' | 'waiting' | 'refused'

export interface DoorPerson {
  /** The leader is 1. */
  member: number
  name: string
  /** When and at which door the person was let in first, by corrected time. Null if not yet. */
  arrivedAt: string | null
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
  /** The last four digits of the leader's phone. */
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
  /** Whether `entries` is the whole list. Otherwise it contains what is new since `since`. */
  isWhole: boolean
  entries: DoorEntry[]
  /** Ids of entries that are no longer on the list. */
  removed: string[]
}

/** One person was let in, or the mark was removed again. */
const scan = v.object({
  id: uuid,
  entryId: v.pipe(v.string(), v.maxLength(40)),
  member: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  isPresent: v.boolean(),
  /** By the device's clock, corrected by the server's. */
  at: time,
  volunteer,
  /** Whether the device's clock had jumped back before this scan. */
  hasClockJumped: v.boolean(),
})
export type DoorScan = v.InferOutput<typeof scan>

/** Someone who is not on the list, and was let in to be checked later. */
const unlisted = v.object({
  id: uuid,
  name: v.pipe(
    requiredName('Enter the person’s name.'),
    v.maxLength(80, 'The name may have at most 80 characters. Shorten it.'),
  ),
  at: time,
  volunteer,
})
export type UnlistedScan = v.InferOutput<typeof unlisted>

/** `POST /api/door/scans` */
export const sendScansSchema = v.object({
  scans: v.pipe(v.array(scan), v.maxLength(doorBounds.scansPerRequest)),
  unlisted: v.pipe(v.array(unlisted), v.maxLength(doorBounds.scansPerRequest)),
  /** For the desk: how many more scans the phone has not sent, and its volunteer. */
  unsent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  volunteer,
})
export type SendScansBody = v.InferOutput<typeof sendScansSchema>

export interface ScansReceived {
  /** Scans that are stored now, also if they were sent before. The phone may delete them. */
  stored: string[]
  /** Scans that will never be stored. The phone deletes them and shows the reason. */
  refused: { id: string; message: string }[]
}
