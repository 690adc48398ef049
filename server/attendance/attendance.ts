import { ApiError } from '../http/api-error'
import type { DeskHandlers } from '../organisers/guard'

type AttendanceCalls =
  | 'readAttendance'
  | 'markAttendance'
  | 'recordCopy'
  | 'addGuest'
  | 'removeGuest'
  | 'setRoom'

const refuse = () => {
  throw new ApiError('not-found', 'Attendance is not available yet.')
}

export const attendanceHandlers = (): Pick<DeskHandlers, AttendanceCalls> => ({
  readAttendance: refuse,
  markAttendance: refuse,
  recordCopy: refuse,
  addGuest: refuse,
  removeGuest: refuse,
  setRoom: refuse,
})
