import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createStore, del, get, update } from 'idb-keyval'
import {
  type AttendanceListKey,
  type AttendanceMark,
  type AttendancePerson,
  attendanceBounds,
  type MarksReceived,
  nameAttendanceList,
} from '../../../festival/contract/attendance'
import { tryStoreAsync } from '../../../ui/browser-storage'
import { makeUuid } from '../../../ui/make-uuid'
import {
  type CallError,
  call,
  isSignedOut,
  meOptions,
  queryCall,
  retryUntilAnswered,
} from '../../api'
import { serverAheadMs } from '../../words'
import { applyMarks } from './participants'

/** A mark that the server has not saved. */
export interface StoredMark {
  list: AttendanceListKey
  mark: AttendanceMark
  /** Why the server refused the mark. It is not sent again. */
  refusal?: string
}

export const isSameList = (left: AttendanceListKey, right: AttendanceListKey): boolean =>
  nameAttendanceList(left) === nameAttendanceList(right)

export const isWaiting = ({ refusal }: StoredMark): boolean => refusal === undefined

/** Keeps marks across reloads, keyed by the organiser's address. Only that organiser sends them. */
const database = createStore('cerebra-desk', 'attendance')

export const attendanceOptions = (list: AttendanceListKey) =>
  queryCall('readAttendance', { query: list })

export const storedMarksOptions = (by: string) =>
  queryOptions({
    queryKey: ['storedMarks', by],
    queryFn: async () => (await tryStoreAsync(() => get<StoredMark[]>(by, database))) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    // Without browser storage, the marks exist only here.
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Another tab may have changed the stored marks, so `change` is applied to these as well. */
const changeStored = async (
  client: QueryClient,
  by: string,
  change: (stored: readonly StoredMark[]) => StoredMark[],
): Promise<void> => {
  client.setQueryData(storedMarksOptions(by).queryKey, (stored = []) => change(stored))
  await tryStoreAsync(() => update<StoredMark[]>(by, (stored = []) => change(stored), database))
}

/** If the server refuses the whole request, each of its marks counts as refused. */
const send = (list: AttendanceListKey, marks: AttendanceMark[]): Promise<MarksReceived> =>
  call('markAttendance', { query: list, body: { marks } }).catch((failure: CallError) => {
    if (failure.isTransient || isSignedOut(failure)) {
      throw failure
    }
    return { refused: marks.map(({ id }) => ({ id, message: failure.message })) }
  })

const showSaved = async (client: QueryClient, list: AttendanceListKey, saved: AttendanceMark[]) => {
  const { queryKey } = attendanceOptions(list)
  // A list that was requested before may not contain the marks yet.
  await client.cancelQueries({ queryKey })
  client.setQueryData(
    queryKey,
    (data) => data && { ...data, entries: applyMarks(data.entries, saved) },
  )
}

/** Sends the oldest marks first, and the marks of one list in each request. */
const sendStored = async (client: QueryClient, by: string): Promise<null> => {
  const stored = await client.ensureQueryData(storedMarksOptions(by))
  const waiting = stored.filter(isWaiting)
  const [first] = waiting
  // Someone else may have signed in from another tab.
  const me = first && (await client.fetchQuery({ ...meOptions, staleTime: 0, retry: false }))
  if (!first || me?.email !== by) {
    return null
  }
  const { list } = first
  const batch = waiting
    .filter((other) => isSameList(other.list, list))
    .slice(0, attendanceBounds.marksPerRequest)
    .map(({ mark }) => mark)
  const { refused } = await send(list, batch)
  const refusals = new Map(refused.map(({ id, message }) => [id, message]))
  const saved = batch.filter(({ id }) => !refusals.has(id))
  await showSaved(client, list, saved)
  await changeStored(client, by, (marks) =>
    marks
      .filter(({ mark }) => !saved.some(({ id }) => id === mark.id))
      .map((waitingMark) => {
        const refusal = refusals.get(waitingMark.mark.id)
        return refusal === undefined ? waitingMark : { ...waitingMark, refusal }
      }),
  )
  return sendStored(client, by)
}

export const sendingOptions = (client: QueryClient, by: string) =>
  queryOptions({
    ...retryUntilAnswered,
    queryKey: ['sendMarks', by],
    queryFn: () => sendStored(client, by),
    staleTime: 0,
  })

let lastPressMs = 0

export interface Press {
  entryId: string
  people: readonly Pick<AttendancePerson, 'member'>[]
  isPresent: boolean
}

/** The latest mark counts, so each press gets a later time than the one before. */
export const pressMarks = async (
  client: QueryClient,
  by: string,
  list: AttendanceListKey,
  { entryId, people, isPresent }: Press,
): Promise<void> => {
  lastPressMs = Math.max(Date.now() + serverAheadMs(), lastPressMs + 1)
  const at = new Date(lastPressMs).toISOString()
  const marks = people.map(({ member }) => ({
    list,
    mark: { id: makeUuid(), entryId, member, isPresent, at },
  }))
  const isOutdated = (earlier: StoredMark) =>
    !isWaiting(earlier) && earlier.mark.entryId === entryId && isSameList(earlier.list, list)
  await changeStored(client, by, (stored) => [
    ...stored.filter((earlier) => !isOutdated(earlier)),
    ...marks,
  ])
  await client.prefetchQuery(sendingOptions(client, by))
}

/** Removes the organiser's unsent marks for good. */
export const dropMarks = (by: string) => tryStoreAsync(() => del(by, database))
