import { findMidnight, hourMs } from '../../festival/content/slot'
import {
  type AttendanceListKey,
  describeListName,
  parseListName,
} from '../../festival/contract/attendance'
import { doorBounds } from '../../festival/contract/door'
import type { DoorRow } from '../db/desk-schema'
import { ApiError } from '../http/api-error'

/** 03:00 after the day of the door. */
export const findDoorEnd = ({ day }: Pick<DoorRow, 'day'>): Date =>
  new Date(findMidnight(day) + 27 * hourMs)

/** When the last late scans are accepted. */
export const findLateEnd = (door: DoorRow): Date =>
  new Date(findDoorEnd(door).getTime() + doorBounds.lateHours * hourMs)

/** Returns, for example, "Senior Quiz · Door 2". */
export const nameDoor = ({ list, number }: DoorRow): string =>
  `${describeListName(list)} · Door ${number}`

/** @throws ApiError `gone` if a new edition lacks the list */
export const requireList = ({ list }: DoorRow): AttendanceListKey => {
  const key = parseListName(list)
  if (!key) {
    throw new ApiError('gone', 'The list of this door no longer exists. Ask for a new door.')
  }
  return key
}
