import { findMidnight, hourMs } from '../../festival/content/slot'
import { describeListName } from '../../festival/contract/attendance'
import { doorBounds } from '../../festival/contract/door'
import type { DoorRow } from '../db/desk-schema'

/** 03:00 after the day of the door. */
export const findDoorEnd = ({ day }: Pick<DoorRow, 'day'>): Date =>
  new Date(findMidnight(day) + 27 * hourMs)

/** When the last late scans are accepted. */
export const findLateEnd = (door: Pick<DoorRow, 'day'>): Date =>
  new Date(findDoorEnd(door).getTime() + doorBounds.lateHours * hourMs)

/** Returns, for example, "Senior Quiz · Door 2". */
export const nameDoor = ({ list, number }: Pick<DoorRow, 'list' | 'number'>): string => {
  const name = describeListName(list)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} · Door ${number}`
}
