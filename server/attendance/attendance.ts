import { nameAttendanceList } from '../../festival/contract/attendance'
import type { Festival } from '../../festival/live/state'
import { saveAudit } from '../db/audit'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { noSuchEntry } from '../entries/entry'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'
import { readListEntries } from './list-entries'
import { saveMarks } from './marks'

type AttendanceCalls = 'readAttendance' | 'markAttendance' | 'recordCopy' | 'setRoom'

interface Deps {
  db: Db
  clock: Clock
  festival: () => Festival
}

export const attendanceHandlers = ({
  db,
  clock,
  festival,
}: Deps): Pick<DeskHandlers, AttendanceCalls> => ({
  readAttendance: async ({ query, organiser: { role } }) => {
    const entries = await readListEntries(db, query, festival(), clock())
    const isHead = role === 'head'
    return { entries: isHead ? entries.map(({ amount: _, ...entry }) => entry) : entries }
  },

  markAttendance: ({ query: list, body: { marks }, organiser: { email: actor } }) =>
    saveMarks(db, festival(), { list, marks, actor, now: clock() }),

  recordCopy: async ({ query, body: { what }, organiser: { email: actor } }) => {
    const detail = { what, list: nameAttendanceList(query) }
    await saveAudit(db, { at: clock(), actor, action: 'exported', detail })
  },

  setRoom: async ({ params: { id: entryId }, body: { room }, organiser: { email: actor } }) => {
    await transact(db, async (transaction) => {
      const update = transaction
        .updateTable('review')
        .set({ room })
        .where('entry_id', '=', entryId)
        .where('kind', '=', 'accommodation')
      const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) {
        throw noSuchEntry()
      }
      await saveAudit(transaction, { at: clock(), actor, action: 'room-set', entryId })
    })
  },
})
