import { useQueryClient } from '@tanstack/react-query'
import { createStore, delMany, setMany, values } from 'idb-keyval'
import { useEffect } from 'react'
import type { AttendanceListKey } from '../../../festival/contract/attendance'
import { tryStoreAsync } from '../../../ui/browser-storage'
import { call, meOptions, queryCall } from '../../api'
import { serverNowMs } from '../../words'
import { createMarkQueue, type WaitingMark } from './mark-queue'
import { applyMarks } from './participants'

const database = createStore('cerebra-desk', 'attendance')

export const markQueue = createMarkQueue(
  {
    readAll: async () => (await tryStoreAsync(() => values<WaitingMark>(database))) ?? [],
    keep: (marks) =>
      tryStoreAsync(() =>
        setMany(
          marks.map((waiting) => [waiting.mark.id, waiting]),
          database,
        ),
      ),
    remove: (ids) => tryStoreAsync(() => delMany(ids, database)),
  },
  serverNowMs,
)

export const attendanceOptions = (list: AttendanceListKey) =>
  queryCall('readAttendance', { query: list })

/** Sends the organiser's marks while the organiser is signed in. */
export const useMarkSending = (by: string): void => {
  const client = useQueryClient()
  useEffect(() => {
    void markQueue.open(by, {
      // The session may have changed in another tab.
      isSignedIn: async (email) => {
        const me = await client.fetchQuery({ ...meOptions, staleTime: 0, retry: false })
        return me?.email === email
      },
      send: (list, marks) => call('markAttendance', { query: list, body: { marks } }),
      onSaved: async (list, marks) => {
        const { queryKey } = attendanceOptions(list)
        // A list that was requested before may not contain the marks yet.
        await client.cancelQueries({ queryKey })
        client.setQueryData(
          queryKey,
          (data) => data && { ...data, entries: applyMarks(data.entries, marks) },
        )
      },
    })
    const send = () => void markQueue.sendWaiting()
    window.addEventListener('online', send)
    return () => {
      window.removeEventListener('online', send)
      markQueue.close()
    }
  }, [client, by])
}
