import { findMidnight, hourMs } from '../../festival/content/slot'
import {
  type AttendanceListKey,
  describeListName,
  parseListName,
} from '../../festival/contract/attendance'
import { doorBounds } from '../../festival/contract/door'
import type { DoorRow } from '../db/desk-schema'
import { ApiError } from '../http/api-error'

/** Returns 03:00 on the day after the door's day. */
export const findDoorEnd = ({ day }: Pick<DoorRow, 'day'>): Date =>
  new Date(findMidnight(day) + 27 * hourMs)

/** After this time, the server accepts no more late scans. */
export const findLateEnd = (door: DoorRow): Date =>
  new Date(findDoorEnd(door).getTime() + doorBounds.lateHours * hourMs)

/** Returns, for example, "Senior Quiz · Door 2". */
export const nameDoor = ({ list, number }: DoorRow): string =>
  `${describeListName(list)} · Door ${number}`

/** @throws ApiError `gone` if a newer edition no longer has the list */
export const requireList = ({ list }: DoorRow): AttendanceListKey => {
  const key = parseListName(list)
  if (!key) {
    throw new ApiError(
      'gone',
      'This door’s list no longer exists. Ask an organiser to add this phone to another door.',
    )
  }
  return key
}
