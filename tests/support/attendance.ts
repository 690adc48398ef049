import { randomUUID } from 'node:crypto'
import type { AttendanceList, AttendanceMark } from '../../festival/contract/attendance'
import type { Desk } from './organisers'

export const eventList = '?event=SeniorQuiz'

export const readAttendance = async (desk: Desk, list = eventList): Promise<AttendanceList> =>
  (await desk.get(`/api/desk/attendance${list}`)).json()

/** By default, the leader is present when the tests' clock starts. */
export const makeMark = (
  entryId: string,
  changes: Partial<AttendanceMark> = {},
): AttendanceMark => ({
  id: randomUUID(),
  entryId,
  member: 1,
  isPresent: true,
  at: '2025-10-01T04:30:00.000Z',
  ...changes,
})

export const sendMarks = (
  desk: Desk,
  marks: readonly AttendanceMark[],
  list = eventList,
): Promise<Response> => desk.send('POST', `/api/desk/attendance${list}`, { marks })
