import * as v from 'valibot'
import { programme } from '#edition/programme'
import { subjects } from '../content/catalogue'
import { type Day, formatShortDay, isRealDay } from '../content/slot'
import type { Rupees } from '../payment/money'
import { requiredName, uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { visibleText } from './decision'
import { attendanceMark } from './door'
import { nameEvent } from './queue'
import type { ReviewState } from './states'

export const day = v.custom<Day>(
  (value) => typeof value === 'string' && isRealDay(value),
  'Enter a date such as 2025-10-01.',
)

const eventKey = v.picklist(subjects.map(({ key }) => key))

/**
 * A list on which people are marked as present: an event, a programme item, a festival day, a day's
 * lunch, or the night that begins on a day. Exactly one field is set.
 */
export const attendanceListSchema = v.pipe(
  v.object({
    event: v.optional(eventKey),
    item: v.optional(v.picklist(programme.map(({ id }) => id))),
    day: v.optional(day),
    lunch: v.optional(day),
    night: v.optional(day),
  }),
  v.check(
    (list) => Object.values(list).filter(Boolean).length === 1,
    'Choose one event, item of the programme, day, lunch or night.',
  ),
)
export type AttendanceListKey = v.InferOutput<typeof attendanceListSchema>

/** The name under which the list is stored, such as `event:SeniorQuiz` or `lunch:2025-10-09`. */
export const nameAttendanceList = (list: AttendanceListKey): string => {
  const [kind, value] = Object.entries(list).find(([, name]) => name) ?? []
  return `${kind}:${value}`
}

/** Parses the result of `nameAttendanceList`. Undefined if the edition has no such list. */
export const parseListName = (name: string): AttendanceListKey | undefined => {
  const [kind = '', value] = name.split(':')
  const parsed = v.safeParse(attendanceListSchema, { [kind]: value })
  return parsed.success ? parsed.output : undefined
}

/** Takes a name such as `lunch:2025-10-09` (`nameAttendanceList`). */
export const describeListName = (name: string): string => {
  const [kind = '', value = ''] = name.split(':')
  switch (kind) {
    case 'event':
      return nameEvent(value)
    case 'item':
      return programme.find(({ id }) => id === value)?.title ?? value
    default:
      return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} of ${formatShortDay(value)}`
  }
}

export const attendanceBounds = {
  /** The most entries in one response. */
  entries: 3_000,
  marksPerRequest: 100,
  /** Stored rows for each entry and list. */
  marksPerEntry: 200,
} as const

export type AttendanceMark = v.InferOutput<typeof attendanceMark>

export const markAttendanceSchema = v.object({
  marks: v.pipe(
    v.array(attendanceMark),
    v.minLength(1, 'Send at least one mark.'),
    v.maxLength(
      attendanceBounds.marksPerRequest,
      `Send at most ${attendanceBounds.marksPerRequest} marks at once.`,
    ),
  ),
})

export interface MarksReceived {
  /** Marks that were not stored. All other marks are stored, even if they were sent before. */
  refused: { id: string; message: string }[]
}

export interface AttendancePerson {
  /** The leader is 1. */
  member: number
  /** Empty if the team has not named this member yet. */
  name: string
  phone: string
  isPresent: boolean
  /** When the person was first marked as present, in UTC. */
  arrivedAt: string | null
  /** Where the person was let in, such as "Door 2". Missing if marked at the desk. */
  door?: string | undefined
  /** Set if the clock of the phone had jumped back before it let the person in. */
  hasClockJumped?: true | undefined
  /** Scans at doors while the person was already present. */
  repeats?: { at: string; door: string }[] | undefined
}

export interface AttendanceEntry {
  entryId: string
  /** For example "EVT-004217". */
  label: string
  state: ReviewState
  /** Missing for heads. Null if a pass covers the fee. */
  amount?: Rupees | null
  version: number
  email: string
  college: string
  /** What the entry is for: an event, a pass or a room. */
  what: string
  /** The leader first. */
  people: AttendancePerson[]
  /** Set if the entry is verified and on the waiting list. */
  isOnWaitlist?: true | undefined
  /** Missing once the event has begun. */
  waitingNumber?: number | undefined
  /** The room that an organiser typed. */
  room: string
  /** The ticket's code. Empty for a room request. */
  code: string
}

export interface AttendanceList {
  /**
   * Accepted entries, oldest first. Includes an entry that is no longer accepted if any of its
   * people is present.
   */
  entries: AttendanceEntry[]
}

/** What an organiser copied or printed from a list. The audit log records it like an export. */
export const listCopySchema = v.object({
  what: v.picklist(['phone numbers', 'e-mail addresses', 'printed list']),
})

export const setRoomSchema = v.object({
  room: v.pipe(
    visibleText,
    v.maxLength(40, 'A room can have at most 40 characters.'),
    refusePayees,
  ),
})

/** The person who replaces member number `member` of a team, or the only person of an entry. */
export const replaceMemberSchema = v.object({
  id: uuid,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  member: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  name: requiredName('Enter the new member’s name.'),
  phone: v.string(),
  year: v.string(),
})
